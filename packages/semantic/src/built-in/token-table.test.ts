import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_DIMENSIONS, BUILT_IN_MODEL, builtInTable } from '../built-in-table.ts'
import { encodeTable } from './fixtures/encode-table.ts'
import { decodeTable, InvalidTableError } from './token-table.ts'

const bytes = encodeTable({
  tokens: ['mail*', 'send*'],
  rows: [
    [1, -0.5, 0.25, 0],
    [0.1, 0.1, -0.1, 0.03],
  ],
  bits: 8,
})

const changed = (at: number, to: number): Uint8Array => {
  const copy = bytes.slice()
  copy[at] = to
  return copy
}

describe('decodeTable', () => {
  it.each([4, 8] as const)('is off by half a step at most with %i bits', (bits) => {
    const value = fc.double({ min: -2, max: 2, noNaN: true })
    const row = fc
      .array(value, { minLength: 6, maxLength: 6 })
      .filter((row) => row.some((x) => Math.abs(x) > 1e-3))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const tokens = rows.map((_, i) => `token${i}`)
        const table = decodeTable(encodeTable({ tokens, rows, bits }))
        rows.forEach((values, i) => {
          const step = table.queryScales[i] as number
          expect(step).toBeCloseTo(Math.max(...values.map(Math.abs)) / (bits === 8 ? 127 : 7), 6)
          values.forEach((value, j) => {
            const at = i * 6 + j
            const byte = table.rows[bits === 8 ? at : at >> 1] as number
            const read = (bits === 8 ? byte : j % 2 === 0 ? (byte << 28) >> 28 : byte >> 4) * step
            expect(Math.abs(read - value)).toBeLessThanOrEqual(step * 0.501)
          })
        })
      }),
    )
  })

  it('reads bytes from any place in a buffer', () => {
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    const plain = (given: Uint8Array): unknown => {
      const { rowOf, ...table } = decodeTable(given)
      return { ...table, found: ['mail*', 'send*', 'send', 'mail*\nsend*', ''].map(rowOf) }
    }
    expect(plain(bytes)).toMatchObject({ found: [0, 1, -1, -1, -1] })
    expect(plain(shifted.subarray(3))).toEqual(plain(bytes))
    expect(plain(Buffer.from(shifted).subarray(3))).toEqual(plain(bytes))
  })

  it('finds a token the same whatever was asked for before it', () => {
    const tokens = Array.from({ length: 60 }, (_, i) => `t${(i * 7) % 50}*`)
    const encoded = encodeTable({ tokens, rows: tokens.map((_, i) => [i + 1, 1]), bits: 8 })
    const asked = fc.array(fc.constantFrom('', 't*', 't1', '*\nt7*', ...tokens, 'unknown*'), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(asked, (asked) => {
        const { rowOf } = decodeTable(encoded, true)
        expect(asked.map(rowOf)).toEqual(asked.map((token) => tokens.indexOf(token)))
      }),
    )
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['something else', changed(0, 1)],
    ['another version', changed(4, 2)],
    ['a header that is too long', changed(10, 1)],
    ['a header that is no JSON', changed(13, 0)],
    ['a changed token', changed(bytes.length - 1, 1)],
    ['half of it', bytes.subarray(0, bytes.length - 20)],
  ])('refuses %s', (_, given) => {
    expect(() => decodeTable(given)).toThrow(InvalidTableError)
  })
})

describe('the table of the package', () => {
  it('is the one the code knows, and small', () => {
    expect(builtInTable().model).toBe(BUILT_IN_MODEL)
    expect(builtInTable().dimensions).toBe(BUILT_IN_DIMENSIONS)
    expect(readFileSync(new URL('../../data/tokens.bin', import.meta.url)).length).toBeLessThan(6_000_000)
  })

  it('has not changed since it was made, and finds each of its tokens', () => {
    const file = readFileSync(new URL('../../data/tokens.bin', import.meta.url))
    // Its checksum is looked at here, and not wherever it is used.
    const { queryScales, rowOf } = decodeTable(file)
    expect(builtInTable().queryScales.length).toBe(queryScales.length)
    const lines = file.subarray(-60_000).toString().split('\n')
    const first = queryScales.length - lines.length
    expect(lines.filter((token, i) => i > 0 && rowOf(token) !== first + i)).toEqual([])
  })

  it('is read once', () => {
    expect(builtInTable()).toBe(builtInTable())
  })
})
