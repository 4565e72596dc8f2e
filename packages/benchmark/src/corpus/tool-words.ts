import type { Random } from './random.ts'
import { FUNCTION_WORDS } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The words one tool is written in; what was said once is said again, as in real descriptions. */
export interface ToolWords {
  /** A content word. */
  readonly content: () => string
  /** A sentence of the given number of words, including function words. */
  readonly sentence: (words: number) => string
  /** A content word that is not among the others yet. */
  readonly contentBut: (others: readonly string[]) => string
}

/** Chances by which words are drawn. */
const CHANCE_OF_REPEATING = 0.42
const CHANCE_OF_SERVER_WORD = 0.2
const CHANCE_OF_FUNCTION_WORD = 0.38
/** A word is looked for so often before a repetition is taken. */
const ATTEMPTS = 8

/** Words for one tool of a server with its own vocabulary. */
export function createToolWords(
  vocabulary: Vocabulary,
  serverWords: readonly string[],
  random: Random,
): ToolWords {
  const said: string[] = []
  const fresh = (): string => {
    const word =
      random.next() < CHANCE_OF_SERVER_WORD ? random.pick(serverWords) : vocabulary.drawFrequent(random)
    said.push(word)
    return word
  }
  const content = (): string =>
    said.length > 0 && random.next() < CHANCE_OF_REPEATING ? random.pick(said) : fresh()
  const contentBut = (others: readonly string[]): string => {
    let word = fresh()
    for (let i = 0; i < ATTEMPTS && others.includes(word); i += 1) word = fresh()
    return word
  }
  const sentence = (words: number): string => {
    let text = ''
    let isFunctionNext = false
    for (let i = 0; i < words; i += 1) {
      const word = isFunctionNext ? random.pick(FUNCTION_WORDS) : content()
      text += i === 0 ? capitalize(word) : ` ${word}`
      // Function words stand alone between content words, and a sentence does not end with one.
      const chance = CHANCE_OF_FUNCTION_WORD / (1 - CHANCE_OF_FUNCTION_WORD)
      isFunctionNext = !isFunctionNext && i < words - 2 && random.next() < chance
    }
    return words === 0 ? '' : `${text}.`
  }
  return { content, contentBut, sentence }
}

/** A word with a capital letter. */
export function capitalize(word: string): string {
  return `${(word[0] as string).toUpperCase()}${word.slice(1)}`
}
