import { SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import {
  checkNumber,
  type NumberRange,
  requireKnownMembers,
  type SearchField,
} from '@toolscout/model/internal'
import { ENGLISH_STOP_WORDS, isAscii } from '../analysis/split-words.ts'
import { type DocumentTokens, isSurface } from '../analysis/tokens.ts'
import { type Bm25fParameters, DEFAULT_BM25F } from '../kernel/bm25f.ts'

/**
 * BM25F as the lexical searcher uses it. Names weigh less than in plain BM25F because covering a name counts on
 * its own, servers' names more; length holds back less; a repeated word soon stops adding.
 */
export const LEXICAL_BM25F: Bm25fParameters = Object.freeze({
  ...DEFAULT_BM25F,
  weights: Object.freeze({ ...DEFAULT_BM25F.weights, name: 2, namespace: 2, parameterTexts: 0.4 }),
  overflowWeight: 1 / 32,
  b: 0.4,
  maxTermFrequency: 3,
})

/** What each signal of the ranking counts; 0 turns it off. */
export interface RankingSignals {
  /** A word of the query as it is written. Default 0.7. Legal: 0 to 100. */
  readonly words: number
  /** Its stem. Default 1. Legal: 0 to 100. */
  readonly stems: number
  /** Two words side by side, by their stems, in either order; half of it across a word. Default 0.6. Legal: 0 to 100. */
  readonly pairs: number
  /** The words that mean the same or more generally the same, see `readSynonyms`; many share it. Default 1. Legal: 0 to 100. */
  readonly synonyms: number
  /** What covering a whole name adds, as a share of the score. Default 0.75. Legal: 0 to 100. */
  readonly nameCoverage: number
  /** What a tool loses at most that does another thing than the request asks for, as a share of its score. Default 0.58. Legal: 0 to 0.9. */
  readonly intent: number
  /** What tools of other servers lose where the request names a server, as a share of their score. Default 0.4. Legal: 0 to 0.9. */
  readonly servers: number
  /** What being best for one subquery of the query adds, as a share of the best score. Default 0.4. Legal: 0 to 100. */
  readonly subqueries: number
  /** What a tool named in the query is boosted by for each step of certainty, as a share of the best score. Default 1. Legal: 0 to 100. */
  readonly names: number
  /** What a tool is boosted by that finds what one of the best five needs, as a share of that one's score. Default 0.5. Legal: 0 to 100. */
  readonly prerequisites: number
  /**
   * What a hit keeps of its score that says the same as three above it; its square with more. Default 0.25; 1 turns
   * it off. Legal: above 0, at most 1.
   */
  readonly nearDuplicates: number
}

/** The defaults, which were measured together; `docs/ranking.md` says what each brings. */
export const DEFAULT_SIGNALS: RankingSignals = Object.freeze({
  words: 0.7,
  stems: 1,
  pairs: 0.6,
  synonyms: 1,
  nameCoverage: 0.75,
  intent: 0.58,
  servers: 0.4,
  subqueries: 0.4,
  names: 1,
  prerequisites: 0.5,
  nearDuplicates: 0.25,
})

/** Signals as callers give them: what is absent takes its default. */
export type RankingOptions = { readonly [signal in keyof RankingSignals]?: number | undefined }

/** Least and highest legal values; 0 and 100 for the others. What is met by `nearDuplicates` keeps a share, never nothing. */
const RANGES: { readonly [signal in keyof RankingSignals]?: NumberRange } = {
  intent: { least: 0, most: 0.9 },
  servers: { least: 0, most: 0.9 },
  nearDuplicates: { least: Number.MIN_VALUE, most: 1 },
}

/**
 * Fills in defaults and checks ranges.
 *
 * @throws RangeError when a number is outside its legal range. @throws TypeError for a signal that is unknown.
 */
export function resolveSignals(options: RankingOptions = {}): RankingSignals {
  const names = Object.keys(DEFAULT_SIGNALS) as (keyof RankingSignals)[]
  requireKnownMembers('the option signals', options, names)
  const resolved = names.map((name) => [
    name,
    checkNumber(name, options[name] ?? DEFAULT_SIGNALS[name], RANGES[name] ?? { least: 0, most: 100 }),
  ])
  return Object.freeze(Object.fromEntries(resolved)) as RankingSignals
}

/**
 * Words of each field that count in full: as many as honest tools have, or nearly so. Later ones count little and are
 * still found.
 */
const BOUNDS: { readonly [field in SearchField]: number } = {
  name: 8,
  title: 10,
  namespace: 8,
  description: 128,
  parameters: 64,
  parameterTexts: 256,
  values: 128,
  output: 128,
  tags: 12,
  notes: 128,
}
const BOUND_OF: readonly number[] = SEARCH_FIELDS.map((field) => BOUNDS[field])

/**
 * Moves what a field has beyond its bound into one more field after all others, which weighs little. Of a document that
 * is stuffed everything but the name goes there, and the name counts as description. Changes the document.
 */
export function boundFields(document: DocumentTokens, isStuffed: boolean): void {
  const { codes, ends } = document
  let start = 0
  let isBounded = !isStuffed
  for (let field = 0; field < BOUND_OF.length; field += 1) {
    const end = ends[field] as number
    const bound = BOUND_OF[field] as number
    // Most fields are short; this counts stems too, so it is checked again exactly.
    if (end - start > bound && wordsEnd(codes, start, end, bound) < end) isBounded = false
    start = end
  }
  if (!isBounded) moveOverflow(document, isStuffed)
}

/** Where the first words of a list end; an identifier of many parts is cut inside. */
function wordsEnd(codes: ArrayLike<number>, start: number, end: number, most: number): number {
  let words = 0
  for (let at = start; at < end; at += 1) {
    if (isSurface(codes[at] as number)) words += 1
    if (words > most) return at
  }
  return end
}

function moveOverflow(document: DocumentTokens, isStuffed: boolean): void {
  const { codes, ends, count } = document
  const within: number[] = []
  const beyond: number[] = []
  let start = 0
  for (const [field, bound] of BOUND_OF.entries()) {
    const end = ends[field] as number
    const kept = !isStuffed || field === NAME ? wordsEnd(codes, start, end, bound) : start
    for (let at = start; at < end; at += 1) (at < kept ? within : beyond).push(codes[at] as number)
    ends[field] = isStuffed && field < DESCRIPTION ? 0 : within.length
    start = end
  }
  ends.push(count)
  document.codes = Int32Array.from(within.concat(beyond))
}

const NAME = SEARCH_FIELDS.indexOf('name')
const DESCRIPTION = SEARCH_FIELDS.indexOf('description')

/** Words of lists no honest tool is known to have: names have nine at most, tags six. */
const STUFFED_WORDS = { name: 16, title: 24, tags: 48 } as const
/** Shorter descriptions are too short to tell sentences from lists. */
const TELLING_WORDS = 40
/** Sentences of any language have more: of 8,010 public tools three have fewer. */
const LEAST_FUNCTION_WORDS = 0.08
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Whether a tool is written to be found by anything: lists longer than tools have, or a description that has no sentence. */
export function isStuffed({ name, title, tags, description }: SearchDocument['fields']): boolean {
  const { name: ofName, title: ofTitle, tags: ofTags } = STUFFED_WORDS
  if (hasMoreWords(name, ofName) || hasMoreWords(title, ofTitle) || hasMoreWords(tags, ofTags)) return true
  if (!hasMoreWords(description, TELLING_WORDS) || UNSPACED_LETTER.test(description)) return false
  const words = wordsOf(description)
  // Articles and prepositions of most languages have two letters, or three.
  const longest = isAscii(description) ? 2 : 3
  const count = words.filter((word) => word.length <= longest || ENGLISH_STOP_WORDS.has(word.toLowerCase()))
  return count.length < LEAST_FUNCTION_WORDS * words.length
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function hasMoreWords(text: string, most: number): boolean {
  return text.length > 2 * most && wordsOf(text).length > most
}
