import { readTable } from './built-in-table.ts'

/** The table in base64, which the bundle of this package has in this place. */
interface Packed {
  readonly TOOLSCOUT_TOKENS?: string
}

/**
 * The bytes of `data/tokens.bin` out of code, for `provideTable`, where a bundler leaves no files beside it: seven megabytes,
 * five compressed. Import it dynamically.
 *
 * @throws TableMissingError `EMBEDDING_TABLE_MISSING` where the package was not packed and the file is not there.
 */
export function inlineTable(): Uint8Array {
  const packed = (globalThis as Packed).TOOLSCOUT_TOKENS
  if (packed === undefined) return readTable()
  const text = atob(packed)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i)
  return bytes
}
