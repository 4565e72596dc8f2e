import type { SearchDocument, Verdict } from '@toolscout/model'
import { sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createLexicalSearcher, type LexicalSearcherOptions } from '../lexical-searcher.ts'
import { probabilitiesOf } from './judge.ts'
import { DEFAULT_THRESHOLDS, judgmentOf, type VerdictOptions } from './judgment.ts'

const OFFICE = [
  sketchDocument({ name: 'send_mail', description: 'Send an e-mail to somebody' }),
  sketchDocument({ name: 'search_mail', description: 'Search the mailbox for letters' }),
  sketchDocument({ name: 'list_events', description: 'List the events of a calendar' }),
  sketchDocument({ name: 'create_event', description: 'Create an event in a calendar' }),
  sketchDocument({ name: 'get_weather_forecast', description: 'Forecast of the weather for a city' }),
  sketchDocument({ name: 'convert_currency', description: 'Convert an amount between currencies' }),
]

const judge = async (
  query: string,
  documents: readonly SearchDocument[] = OFFICE,
  options: LexicalSearcherOptions = {},
): Promise<Verdict> => {
  const searcher = createLexicalSearcher(options)
  searcher.apply({ upserts: documents, removals: [] })
  return (await searcher.search({ query, limit: 3 })).verdict as Verdict
}

describe('the verdict', () => {
  it('is none without hits, whatever keeps them away', async () => {
    const nothing = { level: 'none', confidence: 0, nearMisses: [] }
    expect(await judge('zzz qqq')).toEqual(nothing)
    expect(await judge('the of and')).toEqual(nothing)
    expect(await judge('send mail', [])).toEqual(nothing)
  })

  it('is strong where the best hit has what was asked for', async () => {
    for (const query of ['weather forecast for Paris', 'create a calendar event', 'convert currency']) {
      expect(await judge(query)).toMatchObject({ level: 'strong', nearMisses: [] })
    }
  })

  it('is strong for a tool that is named, however its name is written', async () => {
    for (const query of ['send_mail', 'sendMail', 'sendmail', 'please call list_events', 'list_evnets']) {
      expect((await judge(query)).level).toBe('strong')
    }
  })

  it('loses confidence when the tool that fits is gone', async () => {
    const without = (name: string): readonly SearchDocument[] => OFFICE.filter(({ id }) => id !== name)
    for (const [query, name] of [
      ['send a mail to Bob', 'send_mail'],
      ['what is the weather forecast', 'get_weather_forecast'],
      ['create an event', 'create_event'],
    ] as const) {
      expect((await judge(query)).confidence).toBeGreaterThan((await judge(query, without(name))).confidence)
    }
  })

  it('says what the nearest tools lack, and what was not asked for', async () => {
    const { level, nearMisses } = await judge('archive the letters of my bank')
    expect(level).not.toBe('strong')
    expect(nearMisses[0]).toEqual({
      id: 'search_mail',
      lacks: ['archive', 'bank'],
      unasked: ['search'],
      reason:
        'Not a clear match: nothing in it stands for archive, bank; its name says search, which was not asked for.',
    })
    expect(nearMisses.length).toBeLessThanOrEqual(3)
  })

  it('says it part by part, in names and in scripts without spaces', async () => {
    const [invoices] = (await judge('list_invoices')).nearMisses
    expect(invoices).toMatchObject({ id: 'list_events', lacks: ['invoices'], unasked: ['events'] })
    const chinese = [sketchDocument({ name: '创建日历事件' }), sketchDocument({ name: '查询天气' })]
    const [calendar] = (await judge('删除日历', chinese)).nearMisses
    expect(calendar).toMatchObject({ lacks: ['删除'], unasked: ['创建', '事件'] })
  })

  it('tells little of a long query, and cuts long words', async () => {
    const words = Array.from({ length: 60 }, (_, i) => `absent${String.fromCharCode(97 + (i % 26))}${i}`)
    const { nearMisses } = await judge(`letters ${'x'.repeat(90)} ${words.join(' ')}`)
    const [first] = nearMisses
    expect(first?.lacks).toHaveLength(8)
    expect(first?.lacks[0]).toBe('x'.repeat(40))
  })

  it('is not strong for a long text of which any tool has a few words', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      sketchDocument({
        name: `tool_${i}`,
        description: `Handle thing${i} with part${i} for item${i} and piece${i}`,
      }),
    )
    const own = ['thing', 'part', 'item', 'piece'].flatMap((word) => [7, 8, 9].map((i) => `${word}${i}`))
    const all = [...many, sketchDocument({ name: 'thing7_part8', description: own.join(' ') })]
    expect((await judge(own.join(' '), all)).level).toBe('strong')
    const words = many.map((_, i) => `thing${i} part${i} item${i}`).join(' ')
    expect((await judge(words, all)).level).toBe('weak')
    expect((await judge(`${words} tool_7`, all)).level).toBe('strong')
  })

  it('has borders that can be moved', async () => {
    const query = 'archive the letters of my bank'
    const { certainty = 0 } = await judge(query)
    const levelWith = async (none: number, strong: number): Promise<string> =>
      (await judge(query, OFFICE, { verdict: { none, strong } })).level
    expect(await levelWith(0, certainty)).toBe('strong')
    expect(await levelWith(0, 1)).toBe('weak')
    expect(await levelWith(1, 1)).toBe('none')
    for (const verdict of [
      { none: -0.1 },
      { strong: 1.1 },
      { none: 0.7, strong: 0.6 },
      { none: Number.NaN },
      { none: '0.1' as unknown as number },
    ]) {
      expect(() => createLexicalSearcher({ verdict })).toThrow(RangeError)
    }
    for (const verdict of [{ nome: 0.1 }, null, 0.5] as VerdictOptions[])
      expect(() => createLexicalSearcher({ verdict })).toThrow(TypeError)
    expect(createLexicalSearcher({ verdict: DEFAULT_THRESHOLDS }).name).toBe('lexical')
  })

  it('means the same in a catalog of any size', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) =>
      sketchDocument({ name: `device_${i}`, description: `Device number ${i}` }),
    )
    for (const query of ['weather forecast for Paris', 'archive the letters of my bank']) {
      const [small, large] = [await judge(query), await judge(query, [...OFFICE, ...many])]
      expect(large.level).toBe(small.level)
    }
  })
})

describe('missing names', () => {
  const servers = [
    sketchDocument({ name: 'send_message', namespace: 'slack', description: 'Send a message to a channel' }),
    sketchDocument({ name: 'produce', namespace: 'events', description: 'Send an event (e.g. to Kafka)' }),
    sketchDocument({
      name: 'create_pull_request',
      namespace: 'github-mcp',
      description: 'Open a pull request',
    }),
  ]
  const missingIn = async (query: string): Promise<readonly string[] | undefined> =>
    (await judge(query, servers)).missing

  it('are products that no server, name or first line has, though an example names them', async () => {
    expect(await missingIn('send a message in Kafka')).toEqual(['Kafka'])
    expect(await missingIn('send it on kafka and tell PagerDuty')).toEqual(['kafka', 'PagerDuty'])
    expect(await missingIn('send a message on slack')).toBeUndefined()
    expect(await missingIn('open a pull request on GitHub')).toBeUndefined()
  })

  it('are no values: ids, amounts, quotes, files, people, places, codes, ordinary words', async () => {
    for (const query of [
      'send 250 EUR to the loud channel',
      'send "Zyzzyva Quux" to Anna in Paris',
      'send report.docx from https://acme.example/Quux',
      'message bob@quux.io on Monday',
      'send a message with enthusiasm',
    ]) {
      expect(await missingIn(query)).toBeUndefined()
    }
  })

  it('are known products wherever they stand, those that are ordinary words where they are capital', async () => {
    expect(await missingIn('whatsapp Anna the message')).toEqual(['whatsapp'])
    expect(await missingIn('send my Notion page')).toEqual(['Notion'])
    expect(await missingIn('send it, I have no notion how')).toBeUndefined()
    expect(await missingIn('send a telegram message')).toEqual(['telegram'])
    expect(await missingIn('enviar el mensaje mañana netflix')).toEqual(['netflix'])
  })

  it('are named without any hit, and lower the confidence', async () => {
    expect(await judge('quux in Kafka', [servers[0] as SearchDocument])).toMatchObject({
      level: 'none',
      missing: ['Kafka'],
    })
    const [plain, named] = [
      await judge('send a message', servers),
      await judge('send a message in Kafka', servers),
    ]
    expect(named.confidence).toBeLessThan(plain.confidence / 2)
    // In tools of one server, names are mostly values.
    const own = servers.slice(0, 1)
    const [one, other] = [await judge('send a message', own), await judge('send a message in Zyzzy', own)]
    expect(other.confidence).toBeGreaterThan(one.confidence / 2)
  })

  it('a server that is named and has the tool raises the confidence', async () => {
    const plain = await judge('open a pull request', servers)
    expect((await judge('open a pull request on github', servers)).confidence).toBeGreaterThan(
      plain.confidence,
    )
  })
})

describe('the verdict with vectors', () => {
  it('is judged again by similarity, on the hits that are listed', async () => {
    const verdict = await judge('archive the letters of my bank')
    const hits = [...verdict.nearMisses].reverse().map(({ id }, i) => ({ id, score: 9 - i }))
    const [near, far] = [0.9, 0.1].map((first) =>
      judgmentOf(verdict)?.withMeaning({ hits, first, nearest: first, agreement: 0.4 }),
    )
    expect(near?.confidence).toBeGreaterThan(far?.confidence ?? 1)
    expect(far?.nearMisses.map(({ id }) => id)).toEqual(hits.map(({ id }) => id))
    expect(judgmentOf(verdict)?.evidence).not.toHaveProperty('meaning')
    const other = { level: 'weak', confidence: 0.5, nearMisses: [] } as const
    expect(judgmentOf(other)).toBeUndefined()
  })
})

describe('confidence and certainty', () => {
  const evidence = {
    score: 2,
    ahead: 0.2,
    aheadOfFifth: 0.4,
    unasked: 0.5,
    heldElsewhere: 0.5,
    covered: 0.5,
    held: 0.5,
    missing: 0,
    isOfNamedServer: false,
    isNamed: false,
    small: 0,
  }
  it('rise with what speaks for the best hit, and fall with what speaks against it', () => {
    for (const meaning of [undefined, { first: 0.5, nearest: 0.5, agreement: 0.5 }]) {
      const given = { ...evidence, meaning }
      for (const more of [{ score: 3 }, { isNamed: true }, { isOfNamedServer: true }]) {
        expect(probabilitiesOf({ ...given, ...more }).confidence).toBeGreaterThan(
          probabilitiesOf(given).confidence,
        )
        expect(probabilitiesOf({ ...given, ...more }).certainty).toBeGreaterThan(
          probabilitiesOf(given).certainty,
        )
      }
      for (const more of [{ unasked: 1 }, { heldElsewhere: 1 }, { missing: 1 }]) {
        expect(probabilitiesOf({ ...given, ...more }).confidence).toBeLessThan(
          probabilitiesOf(given).confidence,
        )
      }
      for (const more of [{ ahead: 0.4 }, { aheadOfFifth: 0.8 }]) {
        expect(probabilitiesOf({ ...given, ...more }).certainty).toBeGreaterThan(
          probabilitiesOf(given).certainty,
        )
      }
    }
    const meaningOf = (agreement: number) => ({
      ...evidence,
      meaning: { first: 0.5, nearest: 0.5, agreement },
    })
    expect(probabilitiesOf(meaningOf(1)).confidence).toBeLessThan(probabilitiesOf(meaningOf(0.2)).confidence)
  })
})
