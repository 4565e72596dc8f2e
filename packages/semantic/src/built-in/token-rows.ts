const LINE_END = 0x0a
const HASH_START = 0x2f0b4c47
/** Tokens that are looked for in lines not read yet, before all are: each takes as long as reading some thousands. */
const MAX_SEARCHES = 16

/**
 * Tokens found by a hash table of their numbers: no text is made of any of them. Lines are read up to the one that is
 * asked for: the words of requests are among the most common, which stand first, and the first answer waits for this. Of
 * two that are the same the first counts.
 */
export class TokenRows {
  readonly #text: string
  readonly #starts: Uint32Array
  /** At most half full: numbers plus 1, or 0 where free. */
  readonly #slots: Uint32Array
  /** Lines that are in the table, and how often one was looked for behind them. */
  #count = 0
  #searches = 0

  /** @param text a token a line; no more than `most` are taken. */
  constructor(text: string, most: number) {
    this.#text = `\n${text}\n`
    this.#starts = new Uint32Array(most + 1)
    this.#starts[0] = 1
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 1)))
  }

  /** Lines, or one more than are taken. */
  get count(): number {
    this.#readTo(this.#text.length)
    const rest = this.#starts[this.#count] as number
    return this.#count + (rest < this.#text.length ? 1 : 0)
  }

  rowOf(token: string): number {
    const found = this.#find(token)
    if (found >= 0 || this.#searches > MAX_SEARCHES) return found
    this.#searches += 1
    const rest = this.#starts[this.#count] as number
    if (this.#searches > MAX_SEARCHES) this.#readTo(this.#text.length)
    else {
      const at = this.#text.indexOf(`\n${token}\n`, rest - 1)
      if (at < 0) return -1
      this.#readTo(at + token.length + 2)
    }
    return this.#find(token)
  }

  /** Reads the lines that end before `end`. */
  #readTo(end: number): void {
    const most = this.#starts.length - 1
    const mask = this.#slots.length - 1
    let hash = HASH_START
    for (let at = this.#starts[this.#count] as number; at < end && this.#count < most; at += 1) {
      const unit = this.#text.charCodeAt(at)
      if (unit !== LINE_END) {
        hash = mixed(hash, unit)
        continue
      }
      let slot = hash & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#count += 1
      this.#slots[slot] = this.#count
      this.#starts[this.#count] = at + 1
      hash = HASH_START
    }
  }

  #find(token: string): number {
    let hash = HASH_START
    for (let i = 0; i < token.length; i += 1) hash = mixed(hash, token.charCodeAt(i))
    const mask = this.#slots.length - 1
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

function mixed(hash: number, unit: number): number {
  const sum = Math.imul(hash ^ unit, 0x5bd1e995)
  return sum ^ (sum >>> 15)
}
