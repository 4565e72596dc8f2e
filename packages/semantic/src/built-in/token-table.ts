import { ToolscoutError } from '@toolscout/model'
import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { normOf } from '../vectors/vector-kernel.ts'

/** What is known of words: a row of small integers each, and what a row counts in a request and in a tool. */
export interface TokenTable {
  readonly model: string
  readonly dimensions: number
  /** Row of a token, from 0; -1 for one that has none. */
  readonly rowOf: (token: string) => number
  /** All rows, one behind the other: a signed integer a byte, or two, the lower half first. */
  readonly rows: Int8Array
  readonly bits: 4 | 8
  /** What a row is multiplied by in a request. */
  readonly queryScales: Float32Array
  /** What a row is multiplied by in a tool. */
  readonly documentScales: Float32Array
  /** Length of the vector of a word that has no row. */
  readonly strayLength: number
}

/** `TSTV`, token vectors of Toolscout. */
const MAGIC = 0x56545354
/** Changes with the layout of the file and with how words and texts become tokens. */
const VERSION = 1
const PREFIX_BYTES = 12
const MAX_DIMENSIONS = 1_024
const MAX_ROWS = 1_000_000

/**
 * Reads a table: magic, version and length of the header as 32-bit integers, the header in JSON, padded to four bytes,
 * then scales in requests, scales in tools (32-bit floats), rows (signed integers of 8 or 4 bits, the lower half of a
 * byte first) and the tokens, a line each, in UTF-8. All little-endian.
 *
 * @param isOwn whether the bytes came with this package: what installed it has checked them, and they are not copied.
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the bytes are none, or changed since.
 */
export function decodeTable(given: Uint8Array, isOwn = false): TokenTable {
  // A Buffer's own slices are no copies.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  const refuse = (why: string): never => {
    throw new InvalidTableError(`The table of token vectors ${why}.`, bytes.length)
  }
  if (bytes.length < PREFIX_BYTES) return refuse('is cut off')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== MAGIC) return refuse('does not begin like one')
  const version = view.getUint32(4, true)
  if (version !== VERSION) return refuse(`has version ${version}, and version ${VERSION} is read`)
  const start = PREFIX_BYTES + view.getUint32(8, true)
  if (start > bytes.length || start % 4 !== 0) return refuse('is cut off')
  const header = readHeader(bytes.subarray(PREFIX_BYTES, start))
  if (header === undefined) return refuse('has no header that can be read')
  const { model, dimensions, rows: count, bits, checksum, strayLength } = header
  const body = bytes.subarray(start)
  const rowBytes = (count * dimensions * bits) / 8
  if (body.length < count * 8 + rowBytes) return refuse('is cut off')
  if (!isOwn && checksumOf(body) !== checksum) return refuse('has another checksum than was written')
  const floats = (at: number): Float32Array => new Float32Array(body.slice(at, at + count * 4).buffer)
  const packed = body.subarray(count * 8, count * 8 + rowBytes)
  const text = new TextDecoder().decode(body.subarray(count * 8 + rowBytes))
  if (!isOwn && text.split('\n').length !== count) return refuse(`has not a token for each of ${count} rows`)
  const tokens = new TokenRows(text, count)
  return Object.freeze({
    model,
    dimensions,
    rowOf: (token: string) => tokens.rowOf(token),
    rows: isOwn ? new Int8Array(packed.buffer, packed.byteOffset, rowBytes) : new Int8Array(packed),
    bits,
    queryScales: floats(0),
    documentScales: floats(count * 4),
    strayLength,
  })
}

type Header = Pick<TokenTable, 'model' | 'dimensions' | 'bits' | 'strayLength'> & {
  readonly rows: number
  readonly checksum: string
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const header = parseJson(new TextDecoder().decode(bytes))
  if (!isJsonObject(header)) return undefined
  const { model, dimensions, rows, bits, checksum, strayLength } = header
  if (typeof model !== 'string' || typeof checksum !== 'string') return undefined
  if (!isCount(dimensions, MAX_DIMENSIONS) || dimensions % 2 !== 0 || !isCount(rows, MAX_ROWS))
    return undefined
  if ((bits !== 4 && bits !== 8) || typeof strayLength !== 'number' || !(strayLength > 0)) return undefined
  return { model, dimensions, rows, bits, checksum, strayLength }
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most
}

/** Tokens that are looked for in lines not read yet, before all are: each takes as long as reading some thousands. */
const MAX_SEARCHES = 16

/**
 * Tokens found by a hash table of their numbers: no text is made of any of them. Lines are read up to the one that is
 * asked for: the words of requests are among the most common, which stand first, and the first answer waits for this. Of
 * two that are the same the first counts.
 */
class TokenRows {
  readonly #text: string
  readonly #starts: Uint32Array
  /** At most half full: numbers plus 1, or 0 where free. */
  readonly #slots: Uint32Array
  #count = 0
  /** Where the first line begins that is not in the table. */
  #end = 1
  #searches = 0

  /** @param text `count` tokens, a line each. */
  constructor(text: string, count: number) {
    this.#text = `\n${text}\n`
    this.#starts = new Uint32Array(count + 1).fill(1, 0, 1)
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  }

  rowOf(token: string): number {
    const found = this.#find(token)
    const { length } = this.#text
    if (found >= 0 || this.#end === length) return found
    this.#searches += 1
    const at = this.#searches > MAX_SEARCHES ? length : this.#text.indexOf(`\n${token}\n`, this.#end - 1)
    if (at < 0) return -1
    this.#readTo(Math.min(length, at + token.length + 2))
    return this.#find(token)
  }

  #readTo(end: number): void {
    const mask = this.#slots.length - 1
    for (let lineEnd = 0; this.#end < end; this.#end = lineEnd + 1) {
      lineEnd = this.#text.indexOf('\n', this.#end)
      let slot = hashOf(this.#text, this.#end, lineEnd) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#count += 1
      this.#slots[slot] = this.#count
      this.#starts[this.#count] = lineEnd + 1
    }
  }

  #find(token: string): number {
    const mask = this.#slots.length - 1
    const hash = hashOf(token, 0, token.length)
    for (let slot = hash & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] as number) - 1
      if (this.#isAt(row, token)) return row
    }
    return -1
  }

  #isAt(row: number, token: string): boolean {
    const start = this.#starts[row] as number
    return (
      (this.#starts[row + 1] as number) - start - 1 === token.length && this.#text.startsWith(token, start)
    )
  }
}

/** FNV-1a (Fowler, Noll and Vo) of 32 bits over the UTF-16 code units of a part of a text. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** FNV-1a of 32 bits, in eight hexadecimal digits; finds slips, not forgeries. */
function checksumOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < bytes.length; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** `INVALID_EMBEDDING_TABLE`: bytes are no table of token vectors, or not the ones that were written. */
export class InvalidTableError extends ToolscoutError<{ readonly bytes: number }> {
  constructor(message: string, bytes: number) {
    super('INVALID_EMBEDDING_TABLE', `${message} Train the table again, or install the package again.`, {
      details: { bytes },
    })
  }
}

/** Stands for what has no word at all, so that it has a direction too. */
const NO_WORD = ''

/** Adds a row of a table, times a factor. */
export function addRow(sums: Float64Array, { rows, bits }: TokenTable, row: number, factor: number): void {
  const { length } = sums
  let at = (row * length * bits) / 8
  if (bits === 8) {
    for (let i = 0; i < length; i += 1, at += 1) sums[i] = (sums[i] as number) + factor * (rows[at] as number)
    return
  }
  // Two signed integers of four bits a byte; dimensions are even.
  for (let i = 0; i < length; i += 2, at += 1) {
    const byte = rows[at] as number
    sums[i] = (sums[i] as number) + factor * ((byte << 28) >> 28)
    sums[i + 1] = (sums[i + 1] as number) + factor * (byte >> 4)
  }
}

/**
 * Adds the vector of a word that the table does not know: a direction of its own, drawn from the word, so that names of
 * products and people match themselves and, but for chance, nothing else.
 */
export function addStrayWord(sums: Float64Array, word: string, length: number): void {
  const step = length / Math.sqrt(sums.length)
  // Never 0, from which the generator would not get away.
  let state = hashOf(word, 0, word.length) || 1
  for (let i = 0; i < sums.length; i += 1) {
    // Marsaglia 2003, "Xorshift RNGs", with the triple 13, 17, 5.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    sums[i] = (sums[i] as number) + (state < 0 ? -step : step)
  }
}

/** A sum of nothing, or one that came to nothing, has no direction and is given one. */
export function toUnitLength(sums: Float64Array): Float32Array {
  let length = normOf(sums)
  if (!(length > 1e-6)) {
    sums.fill(0)
    addStrayWord(sums, NO_WORD, 1)
    length = normOf(sums)
  }
  const vector = new Float32Array(sums.length)
  for (let i = 0; i < vector.length; i += 1) vector[i] = (sums[i] as number) / length
  return vector
}
