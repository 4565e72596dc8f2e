import type { Backend, SearchDocument, Searcher, ToolDefinition } from '@toolscout/model'
import { createRegexSearcher } from '@toolscout/search'
import { describe, expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import { InvalidCursorError, NonDeterministicSearcherError, StaleCursorError } from './errors.ts'
import { MAX_HELD_SEQUENCES } from './pages.ts'
import type { ToolIndex } from './tool-index.ts'

const backend: Backend = { kind: 'mcp', server: 'server' }
const inputSchema = { type: 'object' }
const indexOf = (tools: readonly Partial<ToolDefinition>[], searcher?: Searcher): ToolIndex => {
  const index = createToolIndex({ searcher })
  index.registerMany(tools.map((members) => ({ tool: { name: 'x', inputSchema, ...members }, backend })))
  return index
}
const ids = async (index: ToolIndex, query: string, limit = 10): Promise<readonly string[]> =>
  (await index.search(query, { limit })).hits.map((hit) => hit.id)

/** Records what it is given and ranks by id. */
const recorder = (log: SearchDocument[][]): Searcher => {
  const documents = new Map<string, SearchDocument>()
  return {
    name: 'recorder',
    apply: ({ upserts, removals }) => {
      log.push([...upserts])
      for (const id of removals) documents.delete(id)
      for (const document of upserts) documents.set(document.id, document)
    },
    search: async ({ limit }) => ({
      hits: [...documents.keys()]
        .sort()
        .slice(0, limit)
        .map((id) => ({ id, score: 1 })),
    }),
  }
}

const tools = [
  { namespace: 'git', name: 'status', description: 'Show the working tree', tags: ['Version Control'] },
  { namespace: 'git', name: 'commit', description: 'Record changes' },
  { namespace: 'docker', name: 'ps', description: 'List containers', tags: ['  TAG ONE  '] },
]

describe('search', () => {
  it('IDX-070, IDX-071: by name, namespace, description and tag, whatever the case', async () => {
    const index = indexOf(tools)
    expect(await ids(index, 'STATUS')).toEqual(['git:status'])
    expect(new Set(await ids(index, 'git'))).toEqual(new Set(['git:status', 'git:commit']))
    expect(await ids(index, 'containers')).toEqual(['docker:ps'])
    expect(await ids(index, 'version-control')).toEqual(['git:status'])
  })

  it('SRCH-072: a namespace, a word of a name and a tag find their tools through the index', async () => {
    const index = indexOf([
      ...tools,
      { namespace: 'kubectl', name: 'get_pods', tags: ['devops'] },
      { namespace: 'ci', name: 'run', tags: ['DevOps'] },
    ])
    expect((await ids(index, 'git')).every((id) => id.startsWith('git:'))).toBe(true)
    expect(await ids(index, 'pods')).toEqual(['kubectl:get_pods'])
    expect(await ids(index, 'devops')).toEqual(['ci:run', 'kubectl:get_pods'])
  })

  it('IDX-070 changed: words find a name in every spelling', async () => {
    const index = indexOf([{ name: 'create_issue' }, { name: 'closeIssue' }, { name: 'list-pull-requests' }])
    for (const query of ['create issue', 'createIssue', 'create-issue', 'creating issues'])
      expect((await ids(index, query))[0], query).toBe('create_issue')
    expect(await ids(index, 'close issue', 1)).toEqual(['closeIssue'])
    expect(await ids(index, 'listPullRequests', 1)).toEqual(['list-pull-requests'])
  })

  it('IDX-072, IDX-075, IDX-080, SRCH-002, SRCH-032: the limit holds, an empty query lists, a limit of 0 gives nothing', async () => {
    const index = indexOf(tools)
    expect(await ids(index, 'git', 1)).toHaveLength(1)
    expect(await ids(index, ' ', 2)).toEqual(['docker:ps', 'git:commit'])
    expect(await ids(index, 'git', 0)).toEqual([])
    for (const limit of [-1, 1.5, 1_001, Number.NaN])
      await expect(index.search('git', { limit })).rejects.toThrow(RangeError)
  })

  it('IDX-073, IDX-074, IDX-082: names before descriptions, nothing for no match, ties by id', async () => {
    const index = indexOf([
      { name: 'a', description: 'deploy it' },
      { name: 'deploy' },
      { name: 'b', description: 'deploy it' },
    ])
    expect(await ids(index, 'deploy')).toEqual(['deploy', 'a', 'b'])
    expect(await ids(index, 'terraform')).toEqual([])
  })

  it('IDX-076, IDX-077, IDX-078, IDX-079: hits carry a summary without schema; tags are normalised', async () => {
    const index = indexOf([...tools, { name: 'long', description: 'é'.repeat(200) }])
    const [hit] = (await index.search('tag-one')).hits
    expect(hit).toMatchObject({
      id: 'docker:ps',
      summary: { name: 'ps', namespace: 'docker', tags: ['tag-one'] },
    })
    expect(hit?.summary).not.toHaveProperty('inputSchema')
    const long = index.getOrThrow('long').summary.summary
    expect([[...long].length, long.at(-1)]).toEqual([120, '…'])
  })

  it('IDX-081: the same question has the same answer', async () => {
    const index = indexOf(tools)
    expect(await index.search('git', { explain: true })).toEqual(await index.search('git', { explain: true }))
  })

  it('filters before the limit, in search and in lists', async () => {
    const index = indexOf(tools)
    const filter = { namespaces: ['docker'] }
    expect((await index.search('list changes tree', { limit: 1, filter })).hits.map((hit) => hit.id)).toEqual(
      ['docker:ps'],
    )
    expect((await index.search('', { filter })).hits.map((hit) => hit.id)).toEqual(['docker:ps'])
    expect(index.list(filter)).toHaveLength(1)
  })

  it('Q-04: parameters, values, results, titles, modes and examples are found', async () => {
    const index = indexOf([
      {
        name: 'a',
        title: 'Titular',
        inputSchema: {
          type: 'object',
          properties: { branchName: { description: 'where to push', enum: ['upstream'] } },
        },
        outputSchema: { type: 'object', properties: { checksum: { type: 'string' } } },
        outputModes: ['image/png'],
        examples: [{ title: 'Rebase quickly', arguments: {} }],
        category: 'Plumbing',
        _meta: { summary: 'Shortened', securitySchemes: { oauth: {} } },
      },
      { name: 'b' },
    ])
    for (const query of [
      'branch name',
      'push',
      'upstream',
      'checksum',
      'titular',
      'png',
      'rebase',
      'plumbing',
      'shortened',
      'oauth',
    ]) {
      expect(await ids(index, query), query).toEqual(['a'])
    }
  })

  it('notes are searched as long as their tool is there', async () => {
    const index = indexOf(tools)
    const events: unknown[] = []
    index.onChange(({ changes }) => events.push(...changes.map(({ type }) => type)))
    index.setNotes('docker:ps', 'orchestrate')
    index.setNotes('docker:ps', 'orchestrate')
    expect([await ids(index, 'orchestrate'), events]).toEqual([['docker:ps'], ['updated']])
    index.register({ ...tools[2], name: 'ps', inputSchema, description: 'changed' }, backend)
    expect(await ids(index, 'orchestrate')).toEqual(['docker:ps'])
    index.unregister('docker:ps')
    expect(await ids(index, 'orchestrate')).toEqual([])
    expect(() => index.setNotes('docker:ps', 'x')).toThrow(/no tool/)
  })
})

describe('the searcher', () => {
  it('IDX-090, IDX-091, IDX-092: an injected one is used and given ids, texts and summaries', async () => {
    const log: SearchDocument[][] = []
    const index = indexOf(tools, recorder(log))
    expect(await ids(index, 'anything')).toEqual(['docker:ps', 'git:commit', 'git:status'])
    expect(log.flat().map(({ id }) => id)).toEqual(['git:status', 'git:commit', 'docker:ps'])
    expect(log.flat()[0]).toMatchObject({
      fields: { name: 'status', description: 'Show the working tree' },
      summary: { name: 'status' },
    })
  })

  it('IDX-093, IDX-094, IDX-095, IDX-096: is told of changes once, and only of what changed', async () => {
    const log: SearchDocument[][] = []
    const index = indexOf(tools, recorder(log))
    await Promise.all(Array.from({ length: 32 }, () => index.search('git')))
    expect(log).toHaveLength(1)
    index.register({ name: 'new', inputSchema, description: 'MiXeD', tags: ['Fresh'] }, backend)
    index.unregister('git:status')
    index.register({ name: 'new', inputSchema, description: 'MiXeD', tags: ['Fresh'] }, backend)
    expect(log.slice(1).map((documents) => documents.map(({ id }) => id))).toEqual([['new'], []])
    expect(log[1]?.[0]?.fields).toMatchObject({ description: 'MiXeD', tags: 'fresh' })
  })

  it('that fails leaves the index as it was', () => {
    const index = createToolIndex({
      searcher: {
        name: 'broken',
        apply: () => {
          throw new RangeError('full')
        },
        search: async () => ({ hits: [] }),
      },
    })
    const events: unknown[] = []
    index.onChange((event) => events.push(event))
    expect(() => index.register({ name: 'x', inputSchema }, backend)).toThrow('full')
    expect([index.size, index.version, events]).toEqual([0, 0, []])
  })

  it('that names a tool which has gone does not bring it back', async () => {
    const searcher: Searcher = {
      name: 'late',
      apply: () => {},
      search: async () => ({ hits: [{ id: 'gone', score: 1 }] }),
    }
    expect(await ids(indexOf([], searcher), 'x')).toEqual([])
  })

  it('IDX-114: refresh gives it everything anew under a higher version, as an event', () => {
    const log: SearchDocument[][] = []
    const index = indexOf(tools, recorder(log))
    const events: unknown[] = []
    index.onChange((event) => events.push(event))
    expect([index.refresh(), index.refresh()]).toEqual([2, 3])
    expect(log.at(-1)).toHaveLength(3)
    expect(events[0]).toEqual({ version: 2, changes: [{ type: 'refreshed' }] })
  })

  it('of patterns works through the index as well', async () => {
    expect(await ids(indexOf(tools, createRegexSearcher()), '^git:')).toEqual(['git:commit', 'git:status'])
  })
})

describe('pages', () => {
  it('IDX-100: two of three, then one and no cursor', async () => {
    const index = indexOf(tools)
    const first = await index.searchPage('', { limit: 2 })
    expect(first.hits.map((hit) => hit.id)).toEqual(['docker:ps', 'git:commit'])
    const second = await index.searchPage('', { limit: 2, cursor: first.nextCursor })
    expect([second.hits.map((hit) => hit.id), second.nextCursor]).toEqual([['git:status'], undefined])
    const namespaces = index.namespacesPage({ limit: 1 })
    expect([namespaces.items, index.namespacesPage({ limit: 1, cursor: namespaces.nextCursor })]).toEqual([
      ['docker'],
      { items: ['git'] },
    ])
  })

  it('IDX-103 changed (W-15): a cursor goes on where it was, whatever changes meanwhile', async () => {
    const index = indexOf(tools)
    const listed = await index.searchPage('', { limit: 2 })
    const ranked = await index.searchPage('git', { limit: 1 })
    const paged = await index.page({ limit: 2 })
    index.register({ name: 'aaa', inputSchema }, backend)
    index.register({ namespace: 'git', name: 'zzz', inputSchema }, backend)
    index.unregister('git:status')
    expect(
      (await index.searchPage('', { limit: 9, cursor: listed.nextCursor })).hits.map((hit) => hit.id),
    ).toEqual(['git:status'])
    expect(
      (await index.page({ limit: 9, cursor: paged.nextCursor })).items.map(({ tool }) => tool.id),
    ).toEqual(['git:status'])
    const next = await index.searchPage('git', { limit: 9, cursor: ranked.nextCursor })
    expect([...ranked.hits, ...next.hits].map((hit) => hit.id).sort()).toEqual(['git:commit', 'git:status'])
    expect(next.version).toBe(1)
  })

  it.each(['', '!!!', 'bm8gSlNPTg', Buffer.from('[1,2]').toString('base64url'), 'x'.repeat(5_000)])(
    'IDX-101, IDX-102: %j is no cursor',
    async (cursor) => {
      const index = indexOf(tools)
      await expect(index.searchPage('git', { cursor })).rejects.toBeInstanceOf(InvalidCursorError)
      expect(() => index.namespacesPage({ cursor })).toThrow(InvalidCursorError)
      await expect(index.page({ cursor })).rejects.toThrow(InvalidCursorError)
    },
  )

  it('W-15: a cursor answers its own question alone, and no other index', async () => {
    const index = indexOf(tools)
    const { nextCursor: cursor } = await index.searchPage('git', { limit: 1 })
    await expect(index.searchPage('commit', { cursor })).rejects.toBeInstanceOf(InvalidCursorError)
    await expect(index.searchPage('git', { cursor, filter: { tags: ['a'] } })).rejects.toBeInstanceOf(
      InvalidCursorError,
    )
    await expect(index.page({ cursor })).rejects.toThrow(InvalidCursorError)
    await expect(indexOf(tools).searchPage('git', { cursor })).rejects.toBeInstanceOf(StaleCursorError)
  })

  it('a forged cursor reads nobody else’s pages', async () => {
    const index = indexOf(tools)
    const filter = { namespaces: ['docker'] }
    const all = await index.searchPage('git', { limit: 1 })
    const listed = await index.page({ limit: 1 })
    const mine = await index.searchPage('', { limit: 1, filter: { namespaces: ['git'] } })
    const placeOf = (cursor = ''): unknown[] => JSON.parse(decodeURIComponent(atob(cursor))) as unknown[]
    const encode = (place: unknown): string => btoa(encodeURIComponent(JSON.stringify(place)))
    const [instance] = placeOf(mine.nextCursor)
    for (const [, number, position] of [placeOf(all.nextCursor), placeOf(listed.nextCursor)]) {
      const cursor = encode([instance, number, position])
      await expect(index.searchPage('git', { cursor, filter })).rejects.toBeInstanceOf(InvalidCursorError)
    }
    const [, ranked] = placeOf(all.nextCursor)
    for (const position of ['-1', '1.5', '01', ' 1', 'x', '1e2', '']) {
      const cursor = encode([instance, ranked, position])
      await expect(index.searchPage('git', { cursor })).rejects.toBeInstanceOf(InvalidCursorError)
    }
    const beyond = await index.searchPage('git', { cursor: encode([instance, ranked, '999']) })
    expect([beyond.hits, beyond.nextCursor]).toEqual([[], undefined])
  })

  it('a cursor whose pages are no longer held is STALE_CURSOR; one in use is held', async () => {
    const index = indexOf(tools)
    const old = (await index.page({ limit: 1 })).nextCursor
    const used = (await index.page({ limit: 1 })).nextCursor
    for (let i = 0; i < MAX_HELD_SEQUENCES; i += 1) {
      await index.page({ limit: 1 })
      await index.page({ limit: 1, cursor: used })
    }
    await expect(index.page({ limit: 1, cursor: old })).rejects.toThrow(StaleCursorError)
    expect((await index.page({ limit: 1, cursor: used })).items).toHaveLength(1)
  })

  it('IDX-104: determinism can be demanded', async () => {
    const searcher: Searcher = {
      name: 'dice',
      deterministic: false,
      apply: () => {},
      search: async () => ({ hits: [] }),
    }
    await expect(createToolIndex({ searcher }).searchPage('x')).resolves.toMatchObject({ hits: [] })
    const strict = createToolIndex({ searcher, requireDeterministicSearcher: true })
    await expect(strict.searchPage('x')).rejects.toBeInstanceOf(NonDeterministicSearcherError)
  })

  it('a limit of 0 makes no page', async () => {
    await expect(indexOf(tools).searchPage('git', { limit: 0 })).rejects.toThrow(RangeError)
  })
})
