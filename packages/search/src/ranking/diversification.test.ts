import { SEARCH_FIELDS } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { toDocumentTokens } from '../analysis/tokens.ts'
import { createCopies, createThinning } from './diversification.ts'
import { createServers } from './servers.ts'
import { DEFAULT_SIGNALS } from './signals.ts'

const analyzer = createAnalyzer()
const copies = createCopies()
for (let handle = 0; handle < 40; handle += 1)
  copies.place(handle, toDocumentTokens(SEARCH_FIELDS.map(() => [])))

/** Handles that are lowered by their server, of tools of these servers from the best to the worst. */
const loweredOf = (
  tools: readonly { readonly handle: number; readonly server: string }[],
  {
    gone = [],
    query = '',
    crowding = 0.5,
  }: { gone?: readonly number[]; query?: string; crowding?: number } = {},
): readonly number[] => {
  const servers = createServers(analyzer)
  for (const { handle, server } of tools) {
    servers.place(handle, 'x')
    servers.place(handle, server)
  }
  for (const handle of gone) servers.remove(handle)
  const judge = createThinning({
    servers,
    copies,
    signals: { ...DEFAULT_SIGNALS, crowding },
    roots: new Map(analyzer.analyze(query).flatMap(({ tokens }) => tokens.map(({ term }) => [term, 1]))),
    isNamed: () => false,
  })
  const left = tools.filter(({ handle }) => !gone.includes(handle))
  return left.flatMap(({ handle }) => (judge(handle).byServer ? [handle] : []))
}

describe('thinning', () => {
  it('lowers all but the first four hits of each server, where there are four servers', () => {
    const servers = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 40 })
    fc.assert(
      fc.property(servers, fc.array(fc.nat(39)), (all, gone) => {
        const tools = all.map((server, handle) => ({ server, handle }))
        const left = tools.filter(({ handle }) => !gone.includes(handle))
        const used = new Set(left.map(({ server }) => server).filter((server) => server !== ''))
        const lonely = left.filter(({ server }) => server === '').length
        const expected = [...used].flatMap((name) => left.filter(({ server }) => server === name).slice(4))
        const handles = used.size + lonely < 4 ? [] : expected.map(({ handle }) => handle)
        expect(loweredOf(tools, { gone }).toSorted((a, b) => a - b)).toEqual(
          handles.toSorted((a, b) => a - b),
        )
      }),
    )
  })

  it('spares the server that the query names, and everybody when it is off', () => {
    const tools = [
      ...Array.from({ length: 6 }, (_, handle) => ({ handle, server: 'weather' })),
      ...['b', 'c', 'd'].map((server, i) => ({ handle: 6 + i, server })),
    ]
    expect(loweredOf(tools)).toEqual([4, 5])
    expect(loweredOf(tools, { query: 'ask the weather server' })).toEqual([])
    expect(loweredOf(tools, { crowding: 1 })).toEqual([])
  })
})
