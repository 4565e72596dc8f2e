import { compareHits, type Explanation, type Hit, type Searcher } from '@toolscout/model'
import {
  checkNumber,
  checkOption,
  checkRequest,
  checkWhole,
  isJsonObject,
  requireKnownMembers,
} from '@toolscout/model/internal'
import type { Feedback, Prior } from './feedback.ts'

/** Options of `createFeedbackSearcher`. */
export interface FeedbackSearcherOptions {
  /** Finds the tools; belongs to the new searcher alone. */
  readonly searcher: Searcher
  /** What was learned; several searchers may share it. */
  readonly feedback: Feedback
  /** Most that use adds to a score, as a part of that score. Default 0.2. Legal: 0 to 1. */
  readonly maxBoost?: number | undefined
  /** First hits that can be boosted. Default 100. Legal: integers 1 to 1,000. */
  readonly window?: number | undefined
}

/** A fifth: enough among near equals, too little against a clearly better match. */
const DEFAULT_MAX_BOOST = 0.2
/** What is further behind scores too little to be boosted into sight. */
const DEFAULT_WINDOW = 100
const MAX_WINDOW = 1_000
const OPTIONS: readonly (keyof FeedbackSearcherOptions)[] = ['searcher', 'feedback', 'maxBoost', 'window']

/**
 * Creates a searcher that boosts tools that were used after such words before. A hit's score is that of the inner searcher times
 * `1 + maxBoost * prior`, so a tool comes before another only if it scored at least `1 / (1 + maxBoost)` of it; nothing is
 * found that the inner searcher did not find; and where the verdict is `strong`, the hits stay as they are.
 *
 * Scores must say how much better one hit is than another: wrap the searcher that finds, not one around it that ranks
 * by places.
 *
 * @throws TypeError for an unknown option, and for parts that lack their function.
 * @throws RangeError for a number outside its legal range.
 */
export function createFeedbackSearcher(options: FeedbackSearcherOptions): Searcher {
  requireKnownMembers('the options of createFeedbackSearcher', options, OPTIONS)
  const { searcher, feedback, maxBoost = DEFAULT_MAX_BOOST, window = DEFAULT_WINDOW } = options
  checkOption('searcher', searcher, { functions: ['search'] })
  checkOption('feedback', feedback, { functions: ['priorsOf'] })
  checkNumber('maxBoost', maxBoost, { least: 0, most: 1 })
  checkWhole('window', window, 1, MAX_WINDOW)

  return Object.freeze({
    name: `${searcher.name}, by use`,
    deterministic: false,
    apply: searcher.apply,
    search: async (request) => {
      checkRequest(request)
      const priors = feedback.priorsOf(request.query)
      if (priors.size === 0) return searcher.search(request)
      // However few hits are wanted, the same ones may rise, so that a smaller limit is the head of a larger one.
      const answer = await searcher.search({ ...request, limit: Math.max(request.limit, window) })
      if (!hasHits(answer)) return answer
      const { hits, verdict } = answer
      if (verdict?.level === 'strong') return { ...answer, hits: hits.slice(0, request.limit) }
      const boosted = hits.map((hit, i) => {
        const prior = i < window ? priors.get(hit.id) : undefined
        return prior === undefined ? hit : boost(hit, prior, maxBoost)
      })
      return { ...answer, hits: boosted.sort(compareHits).slice(0, request.limit) }
    },
  } satisfies Searcher)
}

function boost({ id, score: former, explanation }: Hit, prior: Prior, maxBoost: number): Hit {
  const factor = 1 + maxBoost * prior.value
  const score = Math.min(former * factor, Number.MAX_VALUE)
  if (explanation === undefined) return { id, score }
  const shares = prior.shares.map(
    ({ word, share }): Explanation => ({ label: `share of its uses after "${word}"`, value: share }),
  )
  const use = { label: `boost by use, at most ${1 + maxBoost}`, value: factor, children: shares }
  return {
    id,
    score,
    explanation: { label: 'score times boost by use', value: score, children: [explanation, use] },
  }
}

/** Whether a foreign answer can be ranked again; otherwise it is passed on as it is. */
function hasHits(answer: unknown): boolean {
  const hits: unknown = isJsonObject(answer) ? answer.hits : undefined
  return Array.isArray(hits) && hits.every(isJsonObject)
}
