import type { SearchDocument } from '@toolscout/model'
import { sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import { createBm25Searcher } from '../bm25-searcher.ts'
import { bareSummary, refusalOf, SEARCHERS, type SharedOptions, TOOLS } from './fixtures/searchers.ts'
import { checkInSlices } from './sections.ts'

describe.each(SEARCHERS)('a snapshot of $name is refused', ({ create }) => {
  const bytesOf = (options: SharedOptions = {}, revision?: string): Uint8Array => {
    const searcher = create(options)
    searcher.apply({ upserts: TOOLS, removals: [] })
    return searcher.snapshot(revision)
  }
  const bytes = bytesOf()
  const restore = (given: Uint8Array): unknown => create({ saved: { bytes: given, summaryOf: bareSummary } })
  const open = (options: SharedOptions, revision?: string, given = bytes): unknown =>
    refusalOf(() => create({ ...options, saved: { bytes: given, revision, summaryOf: bareSummary } }))

  it('when any of its bytes is another', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const damaged = bytes.slice()
        damaged[at] = (damaged[at] as number) ^ bits
        expect(refusalOf(() => restore(damaged))).toMatch(/^(?:corrupt|format)$/)
      }),
      { numRuns: 300 },
    )
  })

  it('when it was cut or goes on', () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(refusalOf(() => restore(bytes.slice(0, length)))).toBe('corrupt')
    }
    for (const more of [1, 8, 16, 4_096]) {
      const longer = new Uint8Array(bytes.length + more)
      longer.set(bytes)
      expect(refusalOf(() => restore(longer))).toBe('corrupt')
      expect(refusalOf(() => restore(new Uint8Array(more)))).toBe('corrupt')
    }
  })

  it('when options or analysis are others; not when they are the same', () => {
    expect(open({})).toBe('taken')
    expect(open({ weights: {}, analyzer: createAnalyzer() })).toBe('taken')
    expect(open({ k1: 1 })).toBe('options')
    expect(open({ weights: { title: 7 } })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ wholeIdentifiers: false }) })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ stopWords: new Set(['the']) }) })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ stem: null }) })).toBe('options')
  })

  it('when a platform reads any of its letters in another way; not when it only knows others', () => {
    const letters = sketchDocument({ name: 'suche', description: 'Sucht Ähnliches, 天気 und สวัสดี' })
    const fold = createAnalyzer()
    const dropping = (letter: string): Analyzer => ({
      fingerprint: 'mine',
      analyze: (text) => fold.analyze(text.replaceAll(letter, ' ')),
    })
    const saved = (text: Partial<SearchDocument['fields']>): Uint8Array => {
      const searcher = create({ analyzer: dropping('ø') })
      const fields = { ...letters.fields, ...text }
      searcher.apply({ upserts: [{ ...letters, fields }], removals: [] })
      return searcher.snapshot()
    }
    const [without, thai] = [saved({ description: 'Sucht Ähnliches, 天気' }), saved({})]
    const openHere = (letter: string, given: Uint8Array): unknown =>
      open({ analyzer: dropping(letter) }, undefined, given)
    expect(openHere('ø', thai)).toBe('taken')
    onTestFinished(() => void vi.unstubAllGlobals())
    const upgrade = (icu: string): unknown =>
      vi.stubGlobal('process', Object.create(process, { versions: { value: { icu, unicode: '99.0' } } }))
    upgrade('99.1')
    expect(openHere('ø', without)).toBe('taken')
    expect(openHere('å', without)).toBe('taken')
    expect(openHere('Ä', without)).toBe('options')
    expect(openHere('天', without)).toBe('options')
    // Its words are told by a dictionary, which may know others.
    expect(openHere('ø', thai)).toBe('options')
    // What was taken over is named by the next snapshot as well.
    const again = create({ analyzer: dropping('ø'), saved: { bytes: without, summaryOf: bareSummary } })
    const next = again.snapshot()
    upgrade('99.2')
    expect(openHere('ø', next)).toBe('taken')
    expect(openHere('Ä', next)).toBe('options')
  })

  it('when it is of another revision', () => {
    const first = bytesOf({}, '1')
    expect([open({}, '1', first), open({}, '2', first), open({}, undefined, first)]).toEqual([
      'taken',
      'revision',
      'revision',
    ])
  })

  it('when another searcher made it', () => {
    for (const other of SEARCHERS) {
      const snapshot = other.create().snapshot()
      expect(refusalOf(() => restore(snapshot))).toBe(other.create === create ? 'taken' : 'options')
    }
  })

  it('by a typed error that says what to do', () => {
    expect(() => restore(bytes.slice(8))).toThrow(
      expect.objectContaining({
        code: 'SNAPSHOT_REFUSED',
        message: expect.stringContaining('save it again'),
      }),
    )
  })

  it('without an analyzer that says what it is', () => {
    const plain = createAnalyzer({ stem: (word) => word.slice(0, 3) })
    expect(() => bytesOf({ analyzer: plain })).toThrow(TypeError)
    const named = { ...plain, fingerprint: 'three letters' }
    const saved = bytesOf({ analyzer: named })
    expect(open({ analyzer: named }, undefined, saved)).toBe('taken')
    expect(open({ analyzer: { ...named, fingerprint: 'four' } }, undefined, saved)).toBe('options')
  })
})

it('what a searcher begins with is changed in place, so that memory holds it once', () => {
  for (const { create } of SEARCHERS) {
    const original = create()
    original.apply({ upserts: TOOLS, removals: [] })
    const bytes = original.snapshot()
    const copy = bytes.slice()
    const restored = create({ saved: { bytes, summaryOf: bareSummary } })
    expect(bytes).toEqual(copy)
    restored.apply({ upserts: [], removals: TOOLS.map(({ id }) => id) })
    expect(bytes).not.toEqual(copy)
  }
})

it('what was checked in slices is opened as it is, and refused when it is damaged', async () => {
  const original = createBm25Searcher()
  original.apply({ upserts: TOOLS, removals: [] })
  const bytes = original.snapshot()
  const open = (given: Uint8Array): unknown =>
    refusalOf(() => createBm25Searcher({ saved: { bytes: given, summaryOf: bareSummary } }))
  const turns = vi.fn(async () => {})
  const slices = { isOver: () => true, next: turns, check: () => {} }
  await checkInSlices(bytes, slices)
  expect(turns).toHaveBeenCalled()
  const changed = bytes.slice()
  changed[changed.length - 20] = 1 + (changed[changed.length - 20] as number)
  await checkInSlices(changed, slices)
  expect([open(changed), open(bytes)]).toEqual(['corrupt', 'taken'])
  // Once only: what it began with is its own.
  bytes[bytes.length - 20] = 1 + (bytes[bytes.length - 20] as number)
  expect(open(bytes)).toBe('corrupt')
})
