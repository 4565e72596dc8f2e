import { readFileSync } from 'node:fs'
import { decodeTable, type TokenTable } from './built-in/token-table.ts'

/** The model of the table that comes with the package; known without reading it. */
export const BUILT_IN_MODEL: string = 'toolscout-tokens-1-c7e48167'
/** Numbers a vector of it. */
export const BUILT_IN_DIMENSIONS: number = 128

let table: TokenTable | undefined

/** The table that comes with the package, read on first use, once for all embedders. */
export function builtInTable(): TokenTable {
  table ??= decodeTable(readFileSync(new URL('../data/tokens.bin', import.meta.url)))
  return table
}
