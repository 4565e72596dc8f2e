import { SEARCH_FIELDS } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { toDocumentTokens } from '../analysis/tokens.ts'
import { createDiversification, NearDuplicates } from './diversification.ts'
import { Servers } from './names.ts'
import { DEFAULT_SIGNALS } from './signals.ts'

const analyzer = createAnalyzer()
const nearDuplicates = new NearDuplicates()
for (let docId = 0; docId < 40; docId += 1)
  nearDuplicates.place(docId, toDocumentTokens(SEARCH_FIELDS.map(() => [])))

/** DocIds that are demoted by their server, of tools of these servers from the best to the worst. */
const loweredOf = (
  tools: readonly { readonly docId: number; readonly server: string }[],
  {
    gone = [],
    query = '',
    beyondServerLimit = 0.5,
  }: { gone?: readonly number[]; query?: string; beyondServerLimit?: number } = {},
): readonly number[] => {
  const servers = new Servers(analyzer)
  for (const { docId, server } of tools) {
    servers.place(docId, 'x')
    servers.place(docId, server)
  }
  for (const docId of gone) servers.remove(docId)
  const judge = createDiversification({
    servers,
    tools:
      tools.length -
      gone.filter((docId, i) => gone.indexOf(docId) === i && tools.some((tool) => tool.docId === docId))
        .length,
    nearDuplicates,
    signals: { ...DEFAULT_SIGNALS, beyondServerLimit },
    roots: new Map(analyzer.analyze(query).flatMap(({ tokens }) => tokens.map(({ term }) => [term, 1]))),
    isNamed: () => false,
  })
  const left = tools.filter(({ docId }) => !gone.includes(docId))
  return left.flatMap(({ docId }) => (judge(docId).byServer ? [docId] : []))
}

describe('thinning', () => {
  it('lowers all but the first four hits of each server, where there are four servers', () => {
    const servers = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 40 })
    fc.assert(
      fc.property(servers, fc.array(fc.nat(39)), (all, gone) => {
        const tools = all.map((server, docId) => ({ server, docId }))
        const left = tools.filter(({ docId }) => !gone.includes(docId))
        const used = new Set(left.map(({ server }) => server).filter((server) => server !== ''))
        const serverless = left.filter(({ server }) => server === '').length
        const expected = [...used].flatMap((name) => left.filter(({ server }) => server === name).slice(4))
        const docIds = used.size + serverless < 4 ? [] : expected.map(({ docId }) => docId)
        expect(loweredOf(tools, { gone }).toSorted((a, b) => a - b)).toEqual(docIds.toSorted((a, b) => a - b))
      }),
    )
  })

  it('spares the server that the query names, and everybody when it is off', () => {
    const tools = [
      ...Array.from({ length: 6 }, (_, docId) => ({ docId, server: 'weather' })),
      ...['b', 'c', 'd'].map((server, i) => ({ docId: 6 + i, server })),
    ]
    expect(loweredOf(tools)).toEqual([4, 5])
    expect(loweredOf(tools, { query: 'ask the weather server' })).toEqual([])
    expect(loweredOf(tools, { beyondServerLimit: 1 })).toEqual([])
  })
})
