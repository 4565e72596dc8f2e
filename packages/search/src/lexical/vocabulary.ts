import { createNearKeys } from './one-edit.ts'

/** A word of the catalog that is like a word of the query. */
export interface SimilarWord {
  readonly word: string
  /** Above 0, at most 1. */
  readonly similarity: number
}

/** The words of all tools, to find those that are written like a word of a query. */
export interface Vocabulary {
  /** Adding a word again changes nothing. Words that are not plain letters are not kept. */
  readonly add: (word: string) => void
  /** Forgets words that no tool holds any more. */
  readonly prune: (isAlive: (word: string) => boolean) => void
  readonly size: number
  /** Words that hold most of a word's letters in a row: `transcription` for `transcript`. Best first. */
  readonly containing: (word: string) => readonly SimilarWord[]
  /** Words one slip of a finger away. In ascending order. */
  readonly misspelt: (word: string) => readonly string[]
}

const LETTERS = /^\p{L}{4,}$/u
const GRAM = 4
/** Share of a word's 4-grams that a similar word has to hold. */
const LEAST_SIMILARITY = 0.6
const MAX_SIMILAR = 8
/** What is remembered until the vocabulary grows; when it is full it starts anew. */
const MAX_CACHED = 4_096

/** Creates an empty {@link Vocabulary}. */
export function createVocabulary(): Vocabulary {
  const words: string[] = []
  const known = new Set<string>()
  const byGram = new Map<string, number[]>()
  const nearKeys = createNearKeys()
  const cache = new Map<string, readonly SimilarWord[]>()

  const add = (word: string): void => {
    if (known.has(word) || !LETTERS.test(word)) return
    known.add(word)
    nearKeys.add(word)
    const number = words.push(word) - 1
    for (const gram of gramsOf(word)) {
      const list = byGram.get(gram)
      if (list === undefined) byGram.set(gram, [number])
      else list.push(number)
    }
    cache.clear()
  }
  const containing = (word: string): readonly SimilarWord[] => {
    if (!LETTERS.test(word)) return []
    const grams = gramsOf(word)
    const shared = new Map<number, number>()
    for (const gram of grams) {
      for (const number of byGram.get(gram) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1)
    }
    return [...shared]
      .map(([number, count]) => ({ word: words[number] as string, similarity: count / grams.length }))
      .filter((found) => found.similarity >= LEAST_SIMILARITY && found.word !== word)
      .sort((one, other) => other.similarity - one.similarity || (one.word < other.word ? -1 : 1))
  }
  return {
    add,
    prune: (isAlive) => {
      const alive = words.filter(isAlive)
      for (const word of words) nearKeys.delete(word)
      words.length = 0
      known.clear()
      byGram.clear()
      cache.clear()
      alive.forEach(add)
    },
    get size() {
      return words.length
    },
    containing: (word) => {
      const remembered = cache.get(word)
      if (remembered !== undefined) return remembered
      const found = containing(word)
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(word, found)
      return found
    },
    misspelt: nearKeys.near,
  }
}

/** Different 4-grams of a word with its ends marked. */
function gramsOf(word: string): readonly string[] {
  const marked = `^${word}$`
  const grams = new Set<string>()
  for (let i = 0; i + GRAM <= marked.length; i += 1) grams.add(marked.slice(i, i + GRAM))
  return [...grams]
}

export { MAX_SIMILAR }
