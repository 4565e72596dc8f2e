import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSectionWriter } from '../snapshot/sections.ts'
import { TextTable } from './text-table.ts'

const anyKey = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 3 }),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 0, max: 9_000 }).map((length) => 'long'.repeat(length)),
)

describe('a text table', () => {
  it('is a set of texts, each under one number as long as it is there', () => {
    const anySteps = fc.array(fc.record({ key: anyKey, isAdded: fc.boolean() }), { maxLength: 60 })
    fc.assert(
      fc.property(anySteps, (steps) => {
        const table = new TextTable()
        const expected = new Map<string, number>()
        for (const { key, isAdded } of steps) {
          const known = expected.get(key)
          if (isAdded && known === undefined) expected.set(key, table.add(key))
          if (!isAdded && known !== undefined) {
            table.remove(known)
            expected.delete(key)
          }
          expect(table.find(key)).toBe(expected.get(key) ?? -1)
        }
        expect(table.size).toBe(expected.size)
        expect(new Set(expected.values()).size).toBe(expected.size)
        for (const [key, number] of expected) {
          expect([table.find(key), table.textOf(number)]).toEqual([number, key])
        }
      }),
    )
  })

  it('takes a byte for a letter, one more for a text, and no text for another that it begins', () => {
    const texts = Array.from({ length: 1_000 }, (_, i) => `server${i}:tool_${i}`)
    const table = new TextTable()
    for (const text of texts) table.add(text)
    for (const text of ['', '\0', 'a\0', '\0a', 'é', '日本語', '\ud83d', '\ud83d\udd0e']) {
      const number = table.add(text)
      expect([table.find(text), table.textOf(number)]).toEqual([number, text])
    }
    expect(table.find('server1:tool')).toBe(-1)
    expect(table.size).toBe(texts.length + 8)
    const saved: number[] = []
    table.save({ ...createSectionWriter(), add: (array) => void saved.push(array.byteLength) })
    const letters = texts.reduce((sum, { length }) => sum + length + 1, 0)
    // Where each begins, and at most four places of which it has one.
    expect(saved.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(letters + 20 * texts.length + 200)
  })

  it('takes no more room for texts that came and went', () => {
    const table = new TextTable()
    for (let i = 0; i < 100_000; i += 1) table.remove(table.add(`a text that comes and goes: ${i}`))
    expect(table.size).toBe(0)
    const saved: number[] = []
    table.save({ ...createSectionWriter(), add: (array) => void saved.push(array.byteLength) })
    expect(Math.max(...saved)).toBeLessThan(40_000)
    expect(table.add('one')).toBe(0)
  })

  it('takes over texts of other tables without repetition', () => {
    const anyKeys = fc.uniqueArray(anyKey, { maxLength: 40 })
    fc.assert(
      fc.property(anyKeys, anyKeys, (one, other) => {
        const union = new TextTable()
        for (const keys of [one, other]) {
          const table = new TextTable()
          const numbers = keys.map((key) => table.add(key))
          expect(numbers.map((number) => union.textOf(union.addFrom(table, number)))).toEqual(keys)
        }
        const all = [...new Set([...one, ...other])]
        expect([union.size, all.map((key) => union.find(key))]).toEqual([all.length, [...all.keys()]])
      }),
    )
  })
})
