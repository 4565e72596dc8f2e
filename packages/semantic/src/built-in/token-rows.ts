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
export function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
