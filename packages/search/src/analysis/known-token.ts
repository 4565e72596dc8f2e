import type { Token } from './word.ts'

/** Whoever gives terms numbers. */
export interface TermNumbering {
  /** Tells numberings apart; no two have the same. */
  readonly key: number
  readonly numberOf: (term: string) => number
}

/**
 * A token that stands in many texts. Remembers the number it was given last, so that counting it again costs no
 * look-up of its term.
 */
export class KnownToken implements Token {
  readonly term: string
  readonly surface: boolean
  readonly root: boolean
  #key = -1
  #number = -1

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
}
