import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { InvalidTableError } from './built-in/token-table.ts'
import { provideTable } from './built-in-table.ts'
import { inlineTable } from './inline.ts'

const bytes = readFileSync(new URL('../data/tokens.bin', import.meta.url))

it('can be handed over, out of a file or out of code', () => {
  expect(Buffer.compare(inlineTable(), bytes)).toBe(0)
  provideTable(inlineTable())
})

it('is no other table', () => {
  const other = Uint8Array.from(bytes)
  other[30] = 'x'.charCodeAt(0)
  expect(() => provideTable(other)).toThrow(InvalidTableError)
  expect(() => provideTable(new Uint8Array(8))).toThrow(InvalidTableError)
})
