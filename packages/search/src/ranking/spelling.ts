import type { Analyzer } from '../analysis/analyzer.ts'
import { foldWord, isAscii } from '../analysis/split-words.ts'
import { pairTerm, rootsOf, type Word } from '../analysis/tokens.ts'
import { type EditDistanceIndex, isVocable } from './edit-distance-index.ts'
import { nearKeys } from './edits.ts'

/** What may be meant by a word: rows of words. */
export type Corrections = readonly (readonly string[])[]

/** Shorter parts are found in any word. */
const MIN_PART = 3

/**
 * What may be meant by a word that no tool holds: the two it is made of (`pullrequest`), or else any of those at
 * edit distance 1 (`wheather`), in ascending order. Each correction is a row of words that tools hold.
 */
export function findCorrections(word: string, words: EditDistanceIndex): Corrections {
  if (!isVocable(word)) return []
  for (let i = MIN_PART; i <= word.length - MIN_PART; i += 1) {
    const parts = [word.slice(0, i), word.slice(i)]
    if (parts.every((part) => words.isAlive(part))) return [parts]
  }
  return nearKeys(words, word).map((near) => [near])
}

/** Words that no tool holds, of which sense is made. */
const MAX_UNKNOWN = 16
/** What one of them may mean, at most. */
const MAX_CORRECTIONS = 16

/** What is meant by words, not parts of them, that no tool holds in any form; by the word as it is written. */
export function correctUnknownWords(
  unknown: readonly Word[],
  { analyzer, correctionsOf }: Correcting,
): ReadonlyMap<string, readonly (readonly Word[])[]> {
  const meant = new Map<string, readonly (readonly Word[])[]>()
  const different = new Map(unknown.map((word) => [word.text, word]))
  for (const [text, { tokens }] of [...different].slice(0, MAX_UNKNOWN)) {
    const parts = tokens.filter(({ surface }) => surface)
    const corrected = parts.flatMap(({ term }) => correctionsOf(term)).slice(0, MAX_CORRECTIONS)
    const rows = corrected.map((row) => row.flatMap((word) => analyzer.analyze(word)))
    if (rows.length > 0) meant.set(text, rows)
  }
  return meant
}

/** What words are corrected with. */
export interface Correcting {
  readonly analyzer: Analyzer
  readonly correctionsOf: (word: string) => Corrections
}

/** What compounds are taken apart with. */
export interface Splitting {
  readonly analyzer: Analyzer
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
}

/** A word in one piece that tools write as two (`cosmosdb`, `Cosmos DB`): its root term, and the pair it is found by. */
export interface Compound {
  readonly root: string
  readonly pair: string
}

/** Words that are taken apart, and the shortest part, as in `db`. */
const COMPOUND = /^[a-z]{6,128}$/
const MIN_COMPOUND_PART = 2

/** What a word is as a compound; `undefined` when tools do not have its parts side by side. */
export function compoundOf(word: Word, reading: Splitting): Compound | undefined {
  const text = word.text.toLowerCase()
  const [root, part] = rootsOf([word])
  if (root === undefined || part !== undefined || !COMPOUND.test(text)) return undefined
  for (let i = MIN_COMPOUND_PART; i <= text.length - MIN_COMPOUND_PART; i += 1) {
    const parts = [text.slice(0, i), text.slice(i)]
    if (!parts.every((part) => reading.frequencyOf(part) > 0)) continue
    const [one, other, ...more] = rootsOf(reading.analyzer.analyze(parts.join(' ')))
    if (one === undefined || other === undefined || more.length > 0) continue
    const pair = pairTerm(one, other)
    if (reading.frequencyOf(pair) > 0) return { root, pair }
  }
  return undefined
}

/** What values look like, and the words of tools that take such values. */
const VALUES: readonly (readonly [looks: RegExp, says: readonly string[]])[] = [
  [/\bhttps?:\/\/|\bwww\.\w/i, ['url']],
  [/\w@\w[\w-]*\.\w/, ['email']],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/, ['ip']],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i, ['id']],
  [/\b\d{4}-\d{2}-\d{2}\b/, ['date']],
  [/(?<!\S)\+\d[\d ().-]{6,}\d|\b\d{3}-\d{3}-\d{4}\b/, ['phone']],
  [/-?\b\d{1,3}\.\d{2,}, ?-?\d{1,3}\.\d{2,}/, ['latitude', 'longitude']],
  [/(?<!\S)\$[A-Z]{2,5}\b/, ['stock', 'ticker']],
  [/(?<!\S)(?:~|\.{1,2}|[a-z]:)?[/\\][^\s{}/\\]+[/\\.]/i, ['path', 'file']],
  [
    /\w\.(?:pdf|docx?|odt|rtf|txt|md|csv|tsv|xlsx?|pptx?|png|jpe?g|gif|webp|svg|mp3|wav|mp4|mov|zip|json|ya?ml|xml|html?|log)\b/i,
    ['file'],
  ],
]
/** What most values hold: most texts have none. */
const VALUE_SIGN = /[@/\\$]|\d[-.]\d|\w\.\w|\+\d/
const NO_WORDS: readonly string[] = []

/** Words that the values in a text stand for: who gives an address wants a tool that takes one. */
export function wordsOfValues(text: string): readonly string[] {
  if (!VALUE_SIGN.test(text)) return NO_WORDS
  return VALUES.flatMap(([looks, says]) => (looks.test(text) ? says : NO_WORDS))
}

/** Words, repeated and stop words included, whose neighbours are tried as one. */
const MAX_FUSED = 512
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORDS = /[a-z0-9]+/g

/** Dashes, quotes and dots of the block General Punctuation, which occur in English texts. */
const PUNCTUATION = /[\u2010-\u2027]/g
/** Particles that are written apart from their verb and together with it: log in, login; sign me up, signup. */
const PARTICLES = new Set(['in', 'out', 'up', 'off', 'on', 'down', 'over', 'back', 'away'])

/** Neighbours that tools write as one word. */
export function fuseWords(
  text: string,
  reading: { readonly holdsFused: (one: string, other: string) => boolean },
): readonly string[] {
  const words = writtenWords(text)
  const fused: string[] = []
  const tryAsOne = (one: string, other: string): void => {
    if (one.length + other.length < 4 || !reading.holdsFused(one, other)) return
    const word = one + other
    if (!fused.includes(word)) fused.push(word)
  }
  for (let i = 1; i < words.length; i += 1) {
    const [word, next] = [words[i - 1] as string, words[i] as string]
    const afterNext = words[i + 1] ?? ''
    tryAsOne(word, next)
    if (next.length <= 4 && PARTICLES.has(afterNext)) tryAsOne(word, afterNext)
  }
  return fused
}

/** The first words of a text as they are compared, stop words included. */
function writtenWords(text: string): readonly string[] {
  const isAsciiAsIs = isAscii(text)
  const plain = isAsciiAsIs ? text : text.replace(PUNCTUATION, ' ')
  const isPlain = isAsciiAsIs || isAscii(plain)
  const words = (isPlain ? plain.toLowerCase().match(ASCII_WORDS) : plain.match(WORDS)) ?? []
  const first = words.length > MAX_FUSED ? words.slice(0, MAX_FUSED) : words
  return isPlain ? first : first.map(foldWord)
}
