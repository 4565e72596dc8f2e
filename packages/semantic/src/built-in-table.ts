import { messageOf, nodeModule, warn } from '@toolscout/model/internal'
import { decodeTable, InvalidTableError, type TokenTable } from './built-in/token-table.ts'
import { TableMissingError } from './errors.ts'

/** The model of the table that comes with the package; known without reading it. */
export const BUILT_IN_MODEL: string = 'toolscout-tokens-1-c7e48167'
/** Numbers a vector of it. */
export const BUILT_IN_DIMENSIONS: number = 128

let table: TokenTable | undefined
let hasWarned = false

/**
 * The table that comes with the package, read on first use, once for all embedders. One that cannot be read is a process
 * warning, once: tools are found by their words alone then.
 *
 * @throws TableMissingError `EMBEDDING_TABLE_MISSING`.
 */
export function builtInTable(): TokenTable {
  if (table !== undefined) return table
  try {
    table = decodeTable(readTable(), true)
    return table
  } catch (error) {
    if (!hasWarned) warn(messageOf(error), 'TOOLSCOUT_TABLE_MISSING')
    hasWarned = true
    throw error
  }
}

/**
 * Hands over the table that comes with this package, where a bundler leaves no files beside the code: the bytes of
 * `data/tokens.bin`, or what `inlineTable` of `@toolscout/semantic/inline` gives. For this process, before the first tool is
 * registered. A table of your own training is an option of `createTokenEmbedder`.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` for any other bytes.
 */
export function provideTable(bytes: Uint8Array): void {
  const given = decodeTable(bytes)
  if (given.model !== BUILT_IN_MODEL)
    throw new InvalidTableError(`The table is ${given.model}; ${BUILT_IN_MODEL} is needed.`, bytes.length)
  table = given
}

/** The bytes of the table. @throws TableMissingError `EMBEDDING_TABLE_MISSING`. */
export function readTable(): Uint8Array {
  try {
    const files = nodeModule('node:fs')
    if (files === undefined) throw new TypeError('no files are read on this platform')
    // In this form bundlers find what belongs to a module.
    return files.readFileSync(new URL('../data/tokens.bin', import.meta.url))
  } catch (cause) {
    throw new TableMissingError(cause)
  }
}
