import type { Token } from './word.ts'

/** Whoever gives terms numbers. */
export interface TermNumbering {
  /** One of {@link nextKey}. */
  readonly key: number
  readonly numberOf: (term: string) => number
}

let lastKey = 0

/** A number nobody else was given. */
export function nextKey(): number {
  lastKey += 1
  return lastKey
}

/**
 * A token that stands in many texts. Remembers the number it was given last and who met it last, so that counting it
 * again costs no look-up of its term.
 */
export class KnownToken implements Token {
  readonly term: string
  readonly surface: boolean
  readonly root: boolean
  #key = 0
  #number = -1
  #metBy = 0

  constructor({ term, surface, root }: Token) {
    this.term = term
    this.surface = surface
    this.root = root
  }

  /** The number of a token, any token, in a numbering. */
  static numberIn(token: Token, numbering: TermNumbering): number {
    if (!(token instanceof KnownToken)) return numbering.numberOf(token.term)
    if (token.#key !== numbering.key) {
      token.#key = numbering.key
      token.#number = numbering.numberOf(token.term)
    }
    return token.#number
  }

  /** Whether who has this key was the last to meet a token; meets it. Says false of tokens that remember nothing. */
  static isMet(token: Token, key: number): boolean {
    if (!(token instanceof KnownToken)) return false
    if (token.#metBy === key) return true
    token.#metBy = key
    return false
  }
}
