import type { SearchDocument, Searcher } from '@toolscout/model'
import { anyDocument, anyQuery, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTunedBm25Searcher } from './bm25-searcher.ts'
import { createTunedLexicalSearcher, type TunedLexicalOptions } from './lexical-searcher.ts'
import { DEFAULT_SIGNALS, LEXICAL_BM25F, type RankingOptions } from './ranking/signals.ts'

const searcherOf = (documents: readonly SearchDocument[], options: TunedLexicalOptions = {}): Searcher => {
  const searcher = createTunedLexicalSearcher(options)
  searcher.apply({ upserts: documents, removals: [] })
  return searcher
}
const ids = async (searcher: Searcher, query: string, limit = 10): Promise<readonly string[]> =>
  (await searcher.search({ query, limit })).hits.map((hit) => hit.id)
/** The first hit with all signals, and with one of them turned off. */
const firstWithAndWithout = async (
  documents: readonly SearchDocument[],
  query: string,
  off: RankingOptions,
): Promise<readonly (string | undefined)[]> => [
  (await ids(searcherOf(documents), query))[0],
  (await ids(searcherOf(documents, { signals: off }), query))[0],
]
const off = Object.fromEntries(
  Object.keys(DEFAULT_SIGNALS).map((name) => [name, name === 'nearDuplicates' ? 1 : 0]),
) as RankingOptions

describe('every signal', () => {
  it('turned off leaves BM25F over words and stems', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyDocument, { selector: ({ id }) => id }),
        anyQuery,
        async (documents, query) => {
          const plain = createTunedBm25Searcher(LEXICAL_BM25F)
          plain.apply({ upserts: documents, removals: [] })
          const bare = searcherOf(documents, { signals: { ...off, words: 1, stems: 1 } })
          const { hits } = await plain.search({ query, limit: 100 })
          const found = (await bare.search({ query, limit: 100 })).hits
          expect(found.map(({ id }) => id).sort()).toEqual(hits.map(({ id }) => id).sort())
        },
      ),
    )
  })

  it('synonyms: another word for it', async () => {
    const documents = [
      sketchDocument({ name: 'erase_record', description: 'Erase a record' }),
      sketchDocument({ name: 'archive_record', description: 'Archive a record' }),
    ]
    expect(await firstWithAndWithout(documents, 'delete the record', { synonyms: 0 })).toEqual([
      'erase_record',
      'archive_record',
    ])
  })

  it('synonyms of the user, and none but those', async () => {
    const documents = [sketchDocument({ name: 'grommet' }), sketchDocument({ name: 'erase' })]
    const searcher = searcherOf(documents, { synonyms: ['widget > grommet'], builtInSynonyms: false })
    expect(await ids(searcher, 'widget')).toEqual(['grommet'])
    expect(await ids(searcher, 'delete')).toEqual([])
    expect(await ids(searcherOf(documents), 'delete')).toEqual(['erase'])
  })

  it('a word that no tool holds is taken apart into two that are held', async () => {
    const documents = [
      sketchDocument({ name: 'create_pull_request' }),
      sketchDocument({ name: 'b', description: 'Something else' }),
    ]
    expect(await ids(searcherOf(documents), 'pullrequest')).toEqual(['create_pull_request'])
    expect(await ids(searcherOf(documents.slice(1)), 'pullrequest')).toEqual([])
  })

  it('misspelt words: only where no tool has them', async () => {
    const documents = [
      sketchDocument({ name: 'a', description: 'Forecast the weather' }),
      sketchDocument({ name: 'b', description: 'Compare wether two lists differ' }),
    ]
    expect(await ids(searcherOf(documents.slice(0, 1)), 'wheather')).toEqual(['a'])
    expect(await ids(searcherOf(documents.slice(0, 1)), 'wether')).toEqual(['a'])
    expect(await ids(searcherOf(documents), 'wether')).toEqual(['b'])
  })

  it('pairs: words side by side', async () => {
    const documents = [
      sketchDocument({ name: 'a', description: 'The request of a lever, then to pull a file' }),
      sketchDocument({
        name: 'b',
        description: 'File the lever, then file a pull request for it, and so on',
      }),
    ]
    expect(await firstWithAndWithout(documents, 'pull request', { pairs: 0 })).toEqual(['b', 'a'])
    expect(await firstWithAndWithout(documents, 'pull every request', { pairs: 0 })).toEqual(['b', 'a'])
  })

  it('intent: the tool that does what is asked, not one that does something else to the same thing', async () => {
    const documents = [
      sketchDocument({ name: 'a_delete_label', description: 'A label' }),
      sketchDocument({ name: 'b_read_label', description: 'A label' }),
    ]
    const none = { intent: 0, synonyms: 0 }
    expect(await firstWithAndWithout(documents, 'which label is it', none)).toEqual([
      'b_read_label',
      'a_delete_label',
    ])
  })

  it('servers: a tool of the server that is named', async () => {
    const documents = [
      sketchDocument({ name: 'cards_of_board', namespace: 'acme' }),
      sketchDocument({ name: 'get_cards', namespace: 'trellix-mcp' }),
    ]
    expect(await firstWithAndWithout(documents, 'cards of the board on Trellix', { servers: 0 })).toEqual([
      'trellix-mcp:get_cards',
      'acme:cards_of_board',
    ])
  })

  it('nameCoverage: all of a name rather than a part', async () => {
    const documents = [
      sketchDocument({ name: 'list_issues_comments_reactions' }),
      sketchDocument({ name: 'list_issues' }),
    ]
    const request = { query: 'list the issues quickly', limit: 2 }
    const [whole, part] = (await searcherOf(documents).search(request)).hits
    const bare = (await searcherOf(documents, { signals: { nameCoverage: 0 } }).search(request)).hits
    expect([whole?.id, bare[0]?.score]).toEqual(['list_issues', bare[1]?.score])
    expect((whole?.score ?? 0) / (part?.score ?? 0)).toBeCloseTo((1 + 0.75) / (1 + 0.75 * (2 / 4)), 9)
  })

  it('subqueries: each phrase finds its tool', async () => {
    const documents = [
      sketchDocument({ name: 'calendar_a', description: 'Check free time in the team calendar of today' }),
      sketchDocument({ name: 'calendar_b', description: 'Check free time in the team calendar' }),
      sketchDocument({ name: 'mailer', description: 'Mail somebody' }),
    ]
    const query = 'Check free time in the team calendar of today and mail Bob'
    const place = async (options: TunedLexicalOptions): Promise<number> =>
      (await ids(searcherOf(documents, options), query)).indexOf('mailer')
    expect(await place({ signals: { subqueries: 0 } })).toBe(2)
    expect(await place({ signals: { subqueries: 2 } })).toBe(1)
  })

  it('prerequisites: who needs an identifier brings who finds it', async () => {
    const documents = [
      {
        ...sketchDocument({ namespace: 'tv', name: 'show_cast', description: 'Cast of an episode' }),
        required: ['episode_id'],
      },
      sketchDocument({ namespace: 'tv', name: 'search_episode' }),
      sketchDocument({ namespace: 'other', name: 'search_episode' }),
    ]
    expect(await ids(searcherOf(documents), 'cast')).toEqual(['tv:show_cast', 'tv:search_episode'])
    expect(await ids(searcherOf(documents, { signals: { prerequisites: 0 } }), 'cast')).toEqual([
      'tv:show_cast',
    ])
  })

  it('out of its range or unknown is a typed error', () => {
    for (const signals of [
      { words: -1 },
      { nearDuplicates: 0 },
      { nearDuplicates: 2 },
      { names: Number.NaN },
      { nams: 1 },
    ]) {
      expect(() => createTunedLexicalSearcher({ signals: signals as RankingOptions })).toThrow(
        /is needed|did you mean/,
      )
    }
  })
})

describe('names', () => {
  const searcher = searcherOf([
    sketchDocument({ namespace: 'github', name: 'create_issue', description: 'Open an issue' }),
    sketchDocument({ namespace: 'gitlab', name: 'create_issue', description: 'Create issue create issue' }),
    sketchDocument({ namespace: 'github', name: 'list_pull_requests', description: 'Pull requests' }),
    sketchDocument({ namespace: 'docs', name: 'issues', description: 'How to create_issue in many ways' }),
  ])

  it.each([
    ['github__create_issue', 'github:create_issue'],
    ['mcp__gitlab__create_issue', 'gitlab:create_issue'],
    ['github.createIssue', 'github:create_issue'],
    ['listPullRequests', 'github:list_pull_requests'],
    ['list_pull_reqeusts', 'github:list_pull_requests'],
    ['listpullrequest', 'github:list_pull_requests'],
  ])('%s finds %s first', async (query, id) => {
    expect((await ids(searcher, query))[0]).toBe(id)
  })

  it.each([
    'please, create an issue',
    'Hi, create an issue, thanks',
    'Hello! Can you help? Create an issue.',
    'No, create an issue instead',
  ])('%s is about the issue, whatever tools are called', async (query) => {
    const evil = ['hi', 'hello', 'please', 'thanks', 'no', 'help', 'can_you_help'].map((name) =>
      sketchDocument({ namespace: 'evil', name, description: 'z' }),
    )
    const good = sketchDocument({ namespace: 'good', name: 'create_issue', description: 'Create an issue' })
    expect((await ids(searcherOf([...evil, good]), query))[0]).toBe('good:create_issue')
  })

  it('two in one query both come first', async () => {
    const found = await ids(searcher, 'create_issue and list_pull_requests', 2)
    expect(found.map((id) => id.split(':')[1]).sort()).toEqual(['create_issue', 'list_pull_requests'])
  })
})

describe('what is asked and what is there', () => {
  it('words that are gone lead nowhere, whatever was there before', async () => {
    const beta = sketchDocument({ name: 'beta', description: 'issues of others' })
    const alpha = sketchDocument({ name: 'alpha', description: 'issuing things' })
    const changed = searcherOf([alpha, beta])
    changed.apply({ upserts: [], removals: ['beta'] })
    for (const query of ['issuez', 'issue', 'othrs', 'thinks']) {
      const request = { query, limit: 5 }
      expect(await changed.search(request)).toEqual(await searcherOf([alpha]).search(request))
    }
  })

  it('a step by step index finds misspelt words as a rebuilt one does', async () => {
    const words = ['alpha', 'alpine', 'issue', 'issues', 'issuing', 'report', 'reports', 'resort']
    const steps = fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'c'), words: fc.subarray(words, { maxLength: 3 }) }),
      { maxLength: 8 },
    )
    const typo = fc.tuple(fc.constantFrom(...words), fc.nat(7), fc.constantFrom('x', 's', ''))
    await fc.assert(
      fc.asyncProperty(steps, typo, async (all, [word, at, letter]) => {
        const query = word.slice(0, at) + letter + word.slice(at + 1)
        const stepwise = createTunedLexicalSearcher()
        const left = new Map<string, SearchDocument>()
        for (const { name, words: text } of all) {
          const document = sketchDocument({ name, description: text.join(' ') })
          if (text.length === 0) left.delete(document.id)
          else left.set(document.id, document)
          stepwise.apply(
            text.length === 0
              ? { upserts: [], removals: [document.id] }
              : { upserts: [document], removals: [] },
          )
        }
        const request = { query, limit: 5 }
        expect(await stepwise.search(request)).toEqual(await searcherOf([...left.values()]).search(request))
      }),
    )
  })

  it('a filter decides who takes part before anything is weighed', async () => {
    const weather = (namespace: string, name: string, hints: object = {}): SearchDocument => {
      const document = sketchDocument({ namespace, name, description: 'weather forecast' })
      return { ...document, summary: { ...document.summary, annotations: hints } }
    }
    const readOnly = { readOnlyHint: true }
    const documents = [
      ...['w_1', 'w_2', 'w_3', 'w_4'].map((name) => weather('a', name)),
      weather('a', 'weather_now', readOnly),
      weather('b', 'misc', readOnly),
    ]
    const others = ['c', 'd', 'e'].map((namespace) => weather(namespace, 'weather'))
    const request = { query: 'weather forecast', limit: 5, filter: { readOnly: true } }
    for (const catalog of [documents, [...documents, ...others]]) {
      const { hits } = await searcherOf(catalog).search(request)
      expect(hits.map(({ id }) => id)).toEqual(['a:weather_now', 'b:misc'])
    }
  })

  it('of tools that a filter refuses nothing is read but what it looks at', async () => {
    const named: string[] = []
    const documents = Array.from({ length: 40 }, (_, i) => {
      const document = sketchDocument({
        name: `create_invoice_${i}`,
        namespace: i % 2 === 0 ? 'shop' : 'bank',
      })
      const summary = Object.defineProperty({ ...document.summary }, 'name', {
        get: () => named[named.push(document.id) - 1] && document.summary.name,
      })
      return { ...document, summary }
    })
    const searcher = searcherOf(documents)
    named.length = 0
    const ask = (namespace: string) =>
      searcher.search({ query: 'create an invoice', limit: 5, filter: { namespaces: [namespace] } })
    expect((await ask('none')).hits).toEqual([])
    expect(named).toEqual([])
    expect((await ask('bank')).hits).toHaveLength(5)
    expect(named.filter((id) => id.startsWith('shop'))).toEqual([])
  })

  it('more than 256 different words are reported, repeats and stop words are not counted', async () => {
    const searcher = searcherOf([sketchDocument({ name: 'get_weather', description: 'Weather forecast' })])
    const padded = await searcher.search({ query: `${'please the of '.repeat(400)}weather`, limit: 5 })
    expect([padded.hits.length, padded.degraded]).toEqual([1, undefined])
    const long = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ')
    expect((await searcher.search({ query: long, limit: 5 })).degraded?.[0]?.part).toBe('lexical')
  })
})

it('a query of stop words finds nothing, and lists nothing as unmatched', async () => {
  const searcher = searcherOf([sketchDocument({ name: 'a', description: 'what is it for' })])
  expect(await searcher.search({ query: 'what is it for?', limit: 5 })).toEqual({
    hits: [],
    unmatchedTerms: [],
    verdict: { level: 'none', confidence: 0, nearMisses: [] },
  })
})
