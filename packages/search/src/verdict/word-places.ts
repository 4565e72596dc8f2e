import type { Word } from '../analysis/tokens.ts'

/** What is given to a tool, not a word of the request: paths, addresses, ids, files, handles. */
const VALUE = /[\p{N}@#/\\=_*<>{}]|\p{L}\.\p{L}/u
const QUOTED = /"[^"]*"|“[^”]*”|„[^“]*“|`[^`]*`|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu
const QUOTE = /["'`“„]/
const SENTENCE_END = /[.!?:;\n]/
/** What may stand between the end of a sentence and the first word of the next. */
const BETWEEN_SENTENCES = /[\s"'(*-]/

/** Where the words of a request stand in it, found as they are asked for. */
export class WordPlaces {
  readonly text: string
  readonly words: readonly Word[]
  readonly #starts: number[] = []
  readonly #quotes: readonly (readonly [from: number, to: number])[]

  constructor(text: string, words: readonly Word[]) {
    this.text = text
    this.words = words
    this.#quotes = QUOTE.test(text)
      ? Array.from(text.matchAll(QUOTED), ({ 0: quote, index }) => [index, index + quote.length] as const)
      : NO_QUOTES
  }

  #startOf(place: number): number {
    for (let i = this.#starts.length; i <= place; i += 1) {
      const at = i === 0 ? 0 : this.#endOf(i - 1)
      const found = this.text.indexOf((this.words[i] as Word).text, at)
      this.#starts.push(found < 0 ? at : found)
    }
    return this.#starts[place] as number
  }

  #endOf(place: number): number {
    return (this.#starts[place] as number) + (this.words[place] as Word).text.length
  }

  /** Whether a word stands in quotes, or in what is given to a tool. */
  isValue(place: number): boolean {
    const start = this.#startOf(place)
    const end = this.#endOf(place)
    if (VALUE.test(runAround(this.text, start, end))) return true
    return this.#quotes.some(([from, to]) => from <= start && end <= to)
  }

  /** Whether nothing but signs stands between a word and the end of the sentence before. */
  isSentenceStart(place: number): boolean {
    for (let at = this.#startOf(place) - 1; at >= 0; at -= 1) {
      const character = this.text.charAt(at)
      if (SENTENCE_END.test(character)) return true
      if (!BETWEEN_SENTENCES.test(character)) return false
    }
    return true
  }
}

const NO_QUOTES: readonly (readonly [from: number, to: number])[] = []

/** Characters on either side of a word that are looked at. */
const MOST_AROUND = 100
const SPACE = /\s/

/** The characters between the spaces around a word. */
function runAround(text: string, start: number, end: number): string {
  let from = start
  while (from > 0 && start - from < MOST_AROUND && !isSpace(text, from - 1)) from -= 1
  let to = end
  while (to < text.length && to - end < MOST_AROUND && !isSpace(text, to)) to += 1
  return text.slice(from, to)
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit < 0x80 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : SPACE.test(text.charAt(at))
}
