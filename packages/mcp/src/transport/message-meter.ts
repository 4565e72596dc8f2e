/** Values of one message, whatever its bytes: 6 MB of tool definitions have as many, and reading them takes tens of milliseconds. */
const MAX_VALUES = 262_144
/** Messages of more bytes than the default may have more values, one for each of as many bytes. */
const BYTES_PER_VALUE = 40
/** Different names of members in one message. Each is a new entry in a table of the engine, which costs as much as twenty values. */
const MAX_NAMES = 32_768
/** Messages of one batch (MCP 2025-03-26). */
const MAX_BATCH = 100

const LEAST_SLOTS = 128
/** Multiplier of FNV-1a with 32 bits (Fowler, Noll, Vo). */
const FNV_PRIME = 0x01_00_01_93

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts what a JSON text costs to read beside its bytes: nine megabytes of `[],` hold the process up for half a second, and
 * as many of text for a few milliseconds. Looks at each byte once, however the text is cut, and needs no valid JSON.
 */
export class MessageMeter {
  readonly #maxBytes: number
  readonly #maxValues: number
  readonly #names = new NameTable()
  #bytes = 0
  #values = 0
  #batch = 0
  #depth = 0
  #isBatch = false
  #isText = false
  #isEscaped = false
  #hash = 0

  /** `maxBytes` is the longest message. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#maxValues = Math.max(MAX_VALUES, Math.floor(maxBytes / BYTES_PER_VALUE))
  }

  /** Takes the next bytes of a message. Gives the limit that it exceeds, such as `32768 names of members`. */
  push(bytes: Uint8Array): string | undefined {
    const { length } = bytes
    this.#bytes += length
    if (this.#bytes > this.#maxBytes) return `${this.#maxBytes} bytes`
    for (let at = 0; at < length; at += 1) {
      if (this.#isText) at = this.#skipText(bytes, at)
      else this.#take(bytes[at] as number)
    }
    if (this.#values > this.#maxValues) return `${this.#maxValues} values`
    if (this.#names.count > MAX_NAMES) return `${MAX_NAMES} names of members`
    return this.#batch < MAX_BATCH ? undefined : `${MAX_BATCH} messages in a batch`
  }

  /** Begins another message. */
  reset(): void {
    this.#bytes = 0
    this.#values = 0
    this.#batch = 0
    this.#depth = 0
    this.#isBatch = false
    this.#isText = false
    this.#isEscaped = false
    this.#names.clear()
  }

  #take(byte: number): void {
    if (byte === QUOTE) {
      this.#isText = true
      this.#hash = this.#names.seed
    } else if (byte === COMMA) {
      this.#values += 1
      if (this.#isBatch && this.#depth === 1) this.#batch += 1
    } else if (byte === COLON) this.#names.add(this.#hash)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (this.#depth === 0) this.#isBatch = byte === OPEN_LIST
      this.#values += 1
      this.#depth += 1
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1
  }

  /** Goes to the end of a text, and gives the place of its last byte. */
  #skipText(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    let hash = this.#hash
    let isEscaped = this.#isEscaped
    let at = start
    for (; at < length; at += 1) {
      const byte = bytes[at] as number
      // A text of JSON has no line breaks; what stands before this line may be no JSON.
      const isEnd = (byte === QUOTE && !isEscaped) || byte === NEWLINE || byte === CARRIAGE_RETURN
      if (isEnd) {
        this.#isText = false
        isEscaped = false
        break
      }
      isEscaped = byte === BACKSLASH && !isEscaped
      hash = Math.imul(hash ^ byte, FNV_PRIME)
    }
    this.#hash = hash
    this.#isEscaped = isEscaped
    return at
  }
}

/** Counts different hashes by open addressing. The seed keeps others from choosing names that fall together. */
class NameTable {
  readonly seed = crypto.getRandomValues(new Int32Array(1))[0] as number
  count = 0
  #slots = new Int32Array(LEAST_SLOTS)

  add(hash: number): void {
    // Full enough to say no.
    if (this.count > MAX_NAMES) return
    // Zero is an empty slot.
    const wanted = hash === 0 ? 1 : hash
    const mask = this.#slots.length - 1
    let slot = wanted & mask
    for (let found = this.#slots[slot]; found !== 0; found = this.#slots[slot]) {
      if (found === wanted) return
      slot = (slot + 1) & mask
    }
    this.#slots[slot] = wanted
    this.count += 1
    if (this.count * 2 > this.#slots.length) this.#grow()
  }

  clear(): void {
    if (this.#slots.length > LEAST_SLOTS) this.#slots = new Int32Array(LEAST_SLOTS)
    else if (this.count > 0) this.#slots.fill(0)
    this.count = 0
  }

  #grow(): void {
    const hashes = this.#slots
    this.#slots = new Int32Array(hashes.length * 2)
    this.count = 0
    for (const hash of hashes) if (hash !== 0) this.add(hash)
  }
}
