import { InvalidToolIdError } from '@toolscout/model'
import {
  checkOptions,
  checkWhole,
  isToolId,
  type OptionKind,
  quote,
  takeCodePoints,
} from '@toolscout/model/internal'
import { readSavedFeedback, type SavedFeedback, saveFeedback, type UsePair } from './saved-feedback.ts'

/** Options of `createFeedback`. */
export interface FeedbackOptions {
  /** Milliseconds after which a use counts half. Default 30 days. Legal: above 0. */
  readonly halfLifeMs?: number | undefined
  /** Pairs of a word and a tool that are remembered. Default 20,000, about 3 MB. Legal: integers 0 to 1,000,000. */
  readonly maxPairs?: number | undefined
  /** What `toJSON` gave, to go on with; of more than `maxPairs` the latest. Default: nothing was learned yet. */
  readonly saved?: unknown
  /** The time in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** How much use speaks for a tool. */
export interface Prior {
  /** From 0 to below 1: the mean of the shares over all words of the query. */
  readonly value: number
  /** Of each word that speaks for the tool, the share of its uses that were of this tool. */
  readonly shares: readonly { readonly word: string; readonly share: number }[]
}

/** What use has taught: which tools were called after which words. */
export interface Feedback {
  /**
   * Learns that a tool was the right one for a query, such as after a call that went well.
   * @throws InvalidToolIdError `INVALID_TOOL_ID`.
   */
  readonly record: (query: string, toolId: string) => void
  /** What use says of a query, by id of the tool; tools that were never used for any of its words are not in it. */
  readonly priorsOf: (query: string) => ReadonlyMap<string, Prior>
  /** Pairs of a word and a tool that are remembered. */
  readonly size: number
  /** All that was learned, as JSON, to go on with by the option `saved`. */
  readonly toJSON: () => SavedFeedback
}

/** Thirty days: a habit of this month counts, one of last year does not. */
const DEFAULT_HALF_LIFE_MS = 2_592_000_000
/** Some thousand requests of some words each. */
const DEFAULT_MAX_PAIRS = 20_000
const MAX_PAIRS = 1_000_000
/** Uses beside those of tools that every word is taken to have: one call is no habit. */
const SMOOTHING = 3
/** Most that a pair weighs, so that what was used a thousand times can be unlearned in weeks. */
const MAX_WEIGHT = 50

const KINDS = {
  halfLifeMs: 'anything',
  maxPairs: 'anything',
  saved: 'anything',
  now: 'function',
} satisfies { [Option in keyof FeedbackOptions]-?: OptionKind }

/**
 * Creates a memory of use. For a query `q` of words `w` the prior of a tool `t` is the mean over `w` of
 * `n(w, t) / (3 + sum over all tools of n(w, t'))`, where `n` counts uses, each by `0.5 ^ (age / half-life)`. Words that
 * every tool is called by hold little for any of them.
 *
 * @throws TypeError for an unknown option.
 * @throws RangeError for a number outside its legal range.
 * @throws InvalidFeedbackError `INVALID_FEEDBACK` for what is no saved feedback.
 */
export function createFeedback(options: FeedbackOptions = {}): Feedback {
  checkOptions('the options of createFeedback', options, KINDS)
  return Object.freeze(new UseMemory(options))
}

class UseMemory implements Feedback {
  readonly #halfLifeMs: number
  readonly #maxPairs: number
  readonly #now: () => number
  /** By word and tool, the one that was put least recently first. */
  readonly #pairs = new Map<string, UsePair>()
  readonly #byWord = new Map<string, Map<string, UsePair>>()

  constructor(options: FeedbackOptions) {
    const { halfLifeMs = DEFAULT_HALF_LIFE_MS, maxPairs = DEFAULT_MAX_PAIRS, saved, now } = options
    if (!(Number.isFinite(halfLifeMs) && halfLifeMs > 0)) {
      throw new RangeError(`halfLifeMs is ${quote(halfLifeMs)}; a number of milliseconds above 0 is needed.`)
    }
    this.#halfLifeMs = halfLifeMs
    this.#maxPairs = checkWhole('maxPairs', maxPairs, 0, MAX_PAIRS)
    this.#now = now ?? Date.now
    if (saved !== undefined) for (const pair of readSavedFeedback(saved, MAX_WEIGHT)) this.#put(pair)
  }

  get size(): number {
    return this.#pairs.size
  }

  readonly record: Feedback['record'] = (query, toolId) => {
    if (typeof query !== 'string') throw new TypeError(`A query is a text, not ${quote(query)}.`)
    if (!isToolId(toolId))
      throw new InvalidToolIdError(`${quote(toolId)} is the id of no tool.`, String(toolId))
    const nowMs = this.#now()
    for (const word of queryWords(query)) {
      const known = this.#pairs.get(keyOf(word, toolId))
      const former = known === undefined ? 0 : this.#weightAt(known, nowMs)
      const atMs = Math.max(nowMs, known?.atMs ?? nowMs)
      this.#put({ word, toolId, weight: Math.min(former + 1, MAX_WEIGHT), atMs })
    }
  }

  readonly priorsOf: Feedback['priorsOf'] = (query) => {
    const nowMs = this.#now()
    const words = queryWords(query)
    const shares = new Map<string, { word: string; share: number }[]>()
    for (const word of words) {
      const pairs = [...(this.#byWord.get(word)?.values() ?? [])]
      const uses = pairs.map((pair) => ({ toolId: pair.toolId, uses: this.#weightAt(pair, nowMs) }))
      const total = uses.reduce((sum, { uses: own }) => sum + own, SMOOTHING)
      for (const { toolId, uses: own } of uses) {
        const list = shares.get(toolId) ?? []
        list.push(Object.freeze({ word, share: own / total }))
        shares.set(toolId, list)
      }
    }
    return new Map(
      [...shares].map(([toolId, list]) => {
        const value = list.reduce((sum, { share }) => sum + share, 0) / words.length
        return [toolId, Object.freeze({ value, shares: Object.freeze(list) })]
      }),
    )
  }

  readonly toJSON = (): SavedFeedback => saveFeedback([...this.#pairs.values()])

  /** A clock that goes back makes nothing weigh more than it did. */
  #weightAt({ weight, atMs }: UsePair, nowMs: number): number {
    return weight * 0.5 ** (Math.max(0, nowMs - atMs) / this.#halfLifeMs)
  }

  #put(pair: UsePair): void {
    const { word, toolId } = pair
    const key = keyOf(word, toolId)
    this.#pairs.delete(key)
    this.#pairs.set(key, pair)
    const tools = this.#byWord.get(word) ?? new Map<string, UsePair>()
    this.#byWord.set(word, tools.set(toolId, pair))
    const [oldest] = this.#pairs
    if (this.#pairs.size > this.#maxPairs && oldest !== undefined) this.#drop(...oldest)
  }

  #drop(key: string, { word, toolId }: UsePair): void {
    this.#pairs.delete(key)
    const tools = this.#byWord.get(word)
    tools?.delete(toolId)
    if (tools?.size === 0) this.#byWord.delete(word)
  }
}

/** No word holds a space. */
function keyOf(word: string, toolId: string): string {
  return `${word} ${toolId}`
}

/** Most words of a query that count; requests to agents have a third of it. */
const MAX_WORDS = 32
/** Most code points of a word; what is longer is an identifier, known by its beginning. */
const MAX_WORD_LENGTH = 64
/** Most of a query that is read, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 4_096

/** The different words of a query as use is remembered by: NFKC, lower case, letters and digits. */
function queryWords(query: string): readonly string[] {
  const text = query.slice(0, MAX_QUERY_LENGTH).normalize('NFKC').toLowerCase()
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)) {
    if (words.size === MAX_WORDS) break
    words.add(takeCodePoints(word, MAX_WORD_LENGTH))
  }
  return [...words]
}
