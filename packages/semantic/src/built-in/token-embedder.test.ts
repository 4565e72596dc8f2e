import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { embedderObligations } from '@toolscout/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeTable } from './fixtures/encode-table.ts'
import { createTokenEmbedder } from './token-embedder.ts'

const embedder = createTokenEmbedder()

const fieldsOf = (fields: Partial<SearchDocument['fields']>): SearchDocument['fields'] =>
  ({
    ...Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])),
    ...fields,
  }) as SearchDocument['fields']

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)

describe.each([
  ['the table of the package', () => createTokenEmbedder()],
  [
    'a table of two words',
    () =>
      createTokenEmbedder({
        table: encodeTable({
          tokens: ['list*', 'issu*'],
          rows: [
            [1, 0],
            [0, 1],
          ],
          bits: 4,
        }),
      }),
  ],
])('the contract, with %s', (_, create) => {
  it.each(embedderObligations().map(({ name, check }) => [name, check] as const))(
    '%s',
    async (_name, check) => {
      await check(create)
    },
  )
})

describe('createTokenEmbedder', () => {
  it.each([
    ['send an email to a colleague', { name: 'mail_send' }, { name: 'table_drop' }],
    [
      'will I need an umbrella tomorrow',
      { description: 'Weather forecast for a city' },
      { description: 'Lists open issues' },
    ],
    ['book a table for dinner', { name: 'restaurant_reservation' }, { name: 'drop_database' }],
    ['remove a file', { name: 'delete_document' }, { name: 'list_cities' }],
  ])('finds what means the same: %s', (query, right, wrong) => {
    const asked = embedder.embedQuery(query)
    const [near, far] = [right, wrong].map((fields) =>
      cosine(asked, embedder.embedDocument(fieldsOf(fields))),
    )
    expect(near).toBeGreaterThan((far as number) + 0.1)
  })

  it('gives words it does not know a direction of their own', () => {
    const tool = embedder.embedDocument(fieldsOf({ name: 'zorblaxify' }))
    expect(cosine(embedder.embedQuery('zorblaxify'), tool)).toBeCloseTo(1, 5)
    expect(Math.abs(cosine(embedder.embedQuery('quuxmeister'), tool))).toBeLessThan(0.4)
  })

  it('gives what has no word the same direction, whatever it is made of', () => {
    const nothing = embedder.embedQuery('')
    for (const text of ['\u200b\u200d\u2060', '\u{e0041}\u{e0042}', ' \n', '!?', '\ud800']) {
      expect(embedder.embedQuery(text)).toEqual(nothing)
    }
    expect(embedder.embedDocument(fieldsOf({}))).toEqual(nothing)
  })

  it('reads the beginning of a text of ten million characters', () => {
    const long = 'list the open issues '.repeat(500_000)
    expect(cosine(embedder.embedQuery(long), embedder.embedQuery(long.slice(0, 4_000)))).toBeCloseTo(1, 5)
    const { length } = embedder.embedDocument(
      fieldsOf({ description: long, parameters: '天'.repeat(1_000_000) }),
    )
    expect(length).toBe(embedder.dimensions)
  })

  it('gives one vector for one text, whatever stands beside it', async () => {
    const other = createTokenEmbedder()
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom('query' as const, 'document' as const),
        async (all, purpose) => {
          const together = await embedder.embed(all, { purpose })
          for (const [i, text] of all.entries()) {
            const [alone] = await other.embed([text], { purpose })
            expect(alone).toEqual(together[i])
            expect(Math.abs(cosine(alone as Float32Array, alone as Float32Array) - 1)).toBeLessThan(1e-5)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('lets nobody drown the name of a tool in its description', () => {
    const asked = embedder.embedQuery('send email')
    const plain = embedder.embedDocument(fieldsOf({ name: 'send_email' }))
    const stuffed = embedder.embedDocument(
      fieldsOf({ name: 'drop_table', description: 'send email '.repeat(1_000) }),
    )
    expect(cosine(asked, plain)).toBeGreaterThan(cosine(asked, stuffed))
  })

  it('forgets what it was given when a field is no text', () => {
    const before = embedder.embedDocument(fieldsOf({ name: 'send_email' }))
    const broken = { ...fieldsOf({ name: 'drop_table' }), description: undefined } as never
    expect(() => embedder.embedDocument(broken)).toThrow(TypeError)
    expect(embedder.embedDocument(fieldsOf({ name: 'send_email' }))).toEqual(before)
  })

  it('refuses options it does not know', () => {
    expect(() => createTokenEmbedder({ tabel: new Uint8Array() } as never)).toThrow(TypeError)
  })
})
