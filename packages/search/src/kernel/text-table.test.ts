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

  it('finds the texts that stand inside code units', () => {
    const anyText = fc.string({ unit: fc.constantFrom(...'ab'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.uniqueArray(anyText), anyText, fc.nat(12), fc.nat(12), (texts, asked, one, other) => {
        const table = new TextTable()
        for (const text of texts) table.add(text)
        const [start = 0, end = 0] = [one, other]
          .map((at) => Math.min(at, asked.length))
          .sort((a, b) => a - b)
        const units = Uint16Array.from(asked, (letter) => letter.charCodeAt(0))
        const number = table.findIn(units, start, end - start)
        expect(number).toBe(table.find(asked.slice(start, end)))
        expect(number >= 0).toBe(texts.includes(asked.slice(start, end)))
      }),
    )
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
