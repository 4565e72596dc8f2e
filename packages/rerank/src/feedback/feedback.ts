import { InvalidToolIdError } from '@toolscout/model'
import { isToolId, quote, requireKnownMembers } from '@toolscout/model/internal'
import { queryWords } from './query-words.ts'
import { readSavedFeedback, type SavedFeedback, saveFeedback } from './saved-feedback.ts'
import { createUseMemory } from './use-memory.ts'

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

/** Default limits of the memory. */
const DEFAULT_FEEDBACK: {
  /** Thirty days: a habit of this month counts, one of last year does not. */
  readonly halfLifeMs: 2_592_000_000
  /** Some thousand requests of some words each. */
  readonly maxPairs: 20_000
} = Object.freeze({ halfLifeMs: 2_592_000_000, maxPairs: 20_000 })

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

/** Uses beside those of tools that every word is taken to have: one call is no habit. */
const SMOOTHING = 3
/** Most that a pair weighs, so that what was used a thousand times can be unlearned in weeks. */
const MAX_WEIGHT = 50
const MAX_PAIRS = 1_000_000

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
  requireKnownMembers('the options of createFeedback', options, ['halfLifeMs', 'maxPairs', 'saved', 'now'])
  const {
    halfLifeMs = DEFAULT_FEEDBACK.halfLifeMs,
    maxPairs = DEFAULT_FEEDBACK.maxPairs,
    now = Date.now,
  } = options
  if (!(Number.isFinite(halfLifeMs) && halfLifeMs > 0)) {
    throw new RangeError(`halfLifeMs is ${quote(halfLifeMs)}; a number of milliseconds above 0 is needed.`)
  }
  if (!Number.isInteger(maxPairs) || maxPairs < 0 || maxPairs > MAX_PAIRS) {
    throw new RangeError(`maxPairs is ${quote(maxPairs)}; a whole number from 0 to ${MAX_PAIRS} is needed.`)
  }
  const memory = createUseMemory(maxPairs)
  if (options.saved !== undefined) readSavedFeedback(options.saved, MAX_WEIGHT).forEach(memory.put)
  // A clock that goes back makes nothing weigh more than it did.
  const decay = (atMs: number, nowMs: number): number => 0.5 ** (Math.max(0, nowMs - atMs) / halfLifeMs)

  return Object.freeze({
    get size() {
      return memory.size
    },
    record: (query: string, toolId: string) => {
      if (typeof query !== 'string') throw new TypeError(`A query is a text, not ${quote(query)}.`)
      if (!isToolId(toolId))
        throw new InvalidToolIdError(`${quote(toolId)} is the id of no tool.`, String(toolId))
      const nowMs = now()
      for (const word of queryWords(query)) {
        const known = memory.get(word, toolId)
        const former = known === undefined ? 0 : known.weight * decay(known.atMs, nowMs)
        const atMs = Math.max(nowMs, known?.atMs ?? nowMs)
        memory.put({ word, toolId, weight: Math.min(former + 1, MAX_WEIGHT), atMs })
      }
    },
    priorsOf: (query: string) => {
      const nowMs = now()
      const words = queryWords(query)
      const shares = new Map<string, { word: string; share: number }[]>()
      for (const word of words) {
        const uses = memory
          .of(word)
          .map(({ toolId, weight, atMs }) => ({ toolId, uses: weight * decay(atMs, nowMs) }))
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
    },
    toJSON: () => saveFeedback(memory.list()),
  } satisfies Feedback)
}
