/** A term that stands for a word in the inverted index. */
export interface Token {
  readonly term: string
  /**
   * Whether the term stands in the text itself. Stems and whole identifiers stand beside it: they are found,
   * but do not make the document longer.
   */
  readonly surface: boolean
  /** Whether the term is what all inflections of the word share: its stem, or itself when it has none. */
  readonly root: boolean
}

/** A word of a text, and the tokens it is found by. */
export interface Word {
  /** The word as it is written. */
  readonly text: string
  /** Empty for a stop word. */
  readonly tokens: readonly Token[]
}
