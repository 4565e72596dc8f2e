import { describe, expect, it } from 'vitest'
import { fitSections, noteLines } from './search-text.ts'

describe('notes say', () => {
  const reason = 'Ask again in English.'
  const hit = (id: string, state: 'starting' | 'stale' | 'ready', hint?: string) =>
    ({ id, readiness: { state, hint } }) as never
  const notes = (degraded: readonly object[], hits: readonly never[]) =>
    noteLines([{ degraded }, { degraded }] as never, hits, (id) => id)

  it('once that the request should be in English', () => {
    const degraded = [{ part: 'languages', reason }]
    expect(notes(degraded, [])).toEqual([reason])
    expect(noteLines([{ degraded, verdict: { level: 'strong' } }] as never, [], (id) => id)).toEqual([])
  })

  it('which tools cannot be called, not those that a call waits for', () => {
    const hits = [hit('a:x', 'starting', '"a" is on its way.'), hit('b:y', 'stale', '"b" is down.')]
    expect(notes([], [...hits, hit('c:z', 'ready')])).toEqual(['Not ready: b:y: "b" is down.'])
  })
})

describe('answers within a budget', () => {
  const line = (id: string) => ({ ids: [id], name: id, full: `${id} ${'words '.repeat(20)}` })
  const sections = [
    { head: () => ['One:'], lines: ['a', 'b', 'c'].map(line) },
    { head: () => ['Two:'], lines: ['d', 'e'].map(line) },
  ]

  it('lose the last lines, then notes, then names', () => {
    const shown = [500, 100, 50, 20, 8].map((budget) => fitSections(sections, ['note'], budget).text)
    expect(shown.map((text) => text.split('\n').map((row) => row.slice(0, 4)))).toMatchInlineSnapshot(`
      [
        [
          "One:",
          "a wo",
          "b wo",
          "c wo",
          "Two:",
          "d wo",
          "e wo",
          "note",
        ],
        [
          "One:",
          "a wo",
          "b wo",
          "c",
          "Two:",
          "d wo",
          "e wo",
          "note",
        ],
        [
          "One:",
          "a wo",
          "b",
          "c",
          "Two:",
          "d",
          "e",
          "note",
        ],
        [
          "One:",
          "a",
          "Two:",
        ],
        [
          "One:",
          "a",
          "Two:",
        ],
      ]
    `)
  })

  it('name in their headline the tools there is room for', () => {
    const named = [
      {
        head: (names: readonly string[]) => [`No. ${names.join(', ')}`],
        isNamed: true,
        lines: sections[0]?.lines ?? [],
      },
    ]
    expect(fitSections(named, [], 500)).toEqual({ text: 'No. a, b, c', ids: ['a', 'b', 'c'] })
    expect(fitSections(named, [], 5)).toEqual({ text: 'No. a, b', ids: ['a', 'b'] })
  })

  it('name exactly the tools they show', () => {
    expect(fitSections(sections, [], 500).ids).toEqual(['a', 'd', 'b', 'e', 'c'])
    expect(fitSections(sections, [], 8).ids.length).toBeLessThan(5)
    expect(fitSections(sections, [], 1)).toEqual({ text: 'One:\nTwo:', ids: [] })
  })
})
