import type { Explanation, Hit, Searcher, SearcherAnswer, SearchRequest } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { type FusedHit, type Fusion, windowOf } from './fusion.ts'
import { createGatedFusion } from './gated-fusion.ts'
import { checkNumber } from './sum-parts.ts'

/** A searcher of a hybrid, and what it counts. */
export interface HybridArm {
  readonly searcher: Searcher
  /** What the arm counts beside the others. Default 1. Legal: above 0, at most 100. */
  readonly weight?: number | undefined
  /** Whether you measured that the arm helps, so that it need not agree with others to be heard. Default false. */
  readonly trusted?: boolean | undefined
  /** What a tool that no other arm found must score here at least, in scores of the arm. Default 0. Legal: from 0. */
  readonly minScoreAlone?: number | undefined
}

/** What {@link createHybridSearcher} needs. */
export interface HybridSearcherOptions {
  /** One or more, with different names. The first leads: it gives the verdict and the words that nothing holds. */
  readonly searchers: readonly (Searcher | HybridArm)[]
  /** How their rankings become one. Default: {@link createGatedFusion}. */
  readonly fusion?: Fusion | undefined
  /** Default: `hybrid`. */
  readonly name?: string | undefined
}

interface Arm {
  readonly searcher: Searcher
  readonly weight: number
  readonly trusted: boolean
  readonly minScoreAlone: number
}

const MAX_WEIGHT = 100

/**
 * One searcher of several. Every one is asked at once; one that fails, or says that it could not do its work, is told as
 * a degradation, and when none but the first found anything, its answer stands as it is. When all fail, the first error
 * is thrown.
 *
 * @throws RangeError without a searcher, when two have one name, or when a weight is outside its legal range.
 */
export function createHybridSearcher(options: HybridSearcherOptions): Searcher {
  const arms = toArms(options.searchers)
  const fusion = options.fusion ?? createGatedFusion()
  return Object.freeze({
    name: options.name ?? 'hybrid',
    deterministic: arms.every(({ searcher }) => searcher.deterministic !== false),
    inner: arms.map(({ searcher }) => searcher),
    apply: (changes) => {
      const errors: unknown[] = []
      for (const { searcher } of arms) {
        // One that cannot keep up takes nothing from the others.
        try {
          searcher.apply(changes)
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
    search: async (request) => {
      request.signal?.throwIfAborted()
      const answers = await askAll(arms, fusion, request)
      request.signal?.throwIfAborted()
      return fuseAnswers(arms, answers, fusion, request)
    },
  } satisfies Searcher)
}

function toArms(searchers: HybridSearcherOptions['searchers']): readonly Arm[] {
  if (searchers.length === 0) throw new RangeError('A hybrid needs at least one searcher.')
  const arms = searchers.map((given): Arm => {
    if (!('searcher' in given)) return { searcher: given, weight: 1, trusted: false, minScoreAlone: 0 }
    const { searcher, weight = 1, trusted = false, minScoreAlone = 0 } = given
    return {
      searcher,
      weight: checkNumber(`The weight of ${searcher.name}`, weight, Number.MIN_VALUE, MAX_WEIGHT),
      trusted,
      minScoreAlone: checkNumber(`minScoreAlone of ${searcher.name}`, minScoreAlone, 0, Number.MAX_VALUE),
    }
  })
  const names = new Set(arms.map(({ searcher }) => searcher.name))
  if (names.size < arms.length) {
    throw new RangeError(
      'Two searchers have one name; give each a name of its own, so that answers can tell.',
    )
  }
  return arms
}

/** What every arm says, in their order; the answer of one that failed is empty and says so. */
async function askAll(
  arms: readonly Arm[],
  fusion: Fusion,
  request: SearchRequest,
): Promise<readonly SearcherAnswer[]> {
  const settled = await Promise.allSettled(
    arms.map(async ({ searcher }, i) => {
      // What lies behind the windows is taken from the first alone.
      const limit = i === 0 ? Math.max(request.limit, windowOf(fusion, i)) : windowOf(fusion, i)
      return searcher.search({ ...request, limit })
    }),
  )
  request.signal?.throwIfAborted()
  if (settled.every(({ status }) => status === 'rejected')) throw (settled[0] as PromiseRejectedResult).reason
  return settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return outcome.value
    const { name } = (arms[i] as Arm).searcher
    return { hits: [], degraded: [{ part: name, reason: `It failed: ${messageOf(outcome.reason)}` }] }
  })
}

function fuseAnswers(
  arms: readonly Arm[],
  answers: readonly SearcherAnswer[],
  fusion: Fusion,
  { limit, explain }: SearchRequest,
): SearcherAnswer {
  const lead = answers[0] as SearcherAnswer
  const degraded = answers.flatMap((answer) => answer.degraded ?? [])
  const told = degraded.length > 0 ? { degraded } : {}
  if (answers.every((answer, i) => i === 0 || answer.hits.length === 0)) {
    return { ...lead, hits: lead.hits.slice(0, limit), ...told }
  }
  const fused = fusion.fuse(
    answers.map(({ hits, verdict }, i) => {
      const { searcher, ...arm } = arms[i] as Arm
      const seen = hits.slice(0, windowOf(fusion, i))
      return { arm: searcher.name, ...arm, hits: seen, confidence: verdict?.confidence }
    }),
  )
  const hits = fused
    .slice(0, limit)
    .map((hit) => toHit(hit, explain === true ? { fusion, arms, answers } : undefined))
  return { ...lead, hits: [...hits, ...restOf(lead.hits, fused, limit)], ...told }
}

/** What an explanation is made of. */
interface Explaining {
  readonly fusion: Fusion
  readonly arms: readonly Arm[]
  readonly answers: readonly SearcherAnswer[]
}

function toHit({ id, score, parts }: FusedHit, explaining: Explaining | undefined): Hit {
  if (explaining === undefined) return { id, score }
  const { fusion, arms, answers } = explaining
  const children = parts.map(({ arm, label, value }): Explanation => {
    const place = arms.findIndex(({ searcher }) => searcher.name === arm)
    const own = answers[place]?.hits.find((hit) => hit.id === id)?.explanation
    const whole = { label: `${arm}: ${label}`, value }
    return own === undefined ? whole : { ...whole, children: [own] }
  })
  return {
    id,
    score,
    explanation: { label: `${fusion.name}: sum over the searchers`, value: score, children },
  }
}

/**
 * The hits of the first arm behind its window, for who wants more than were fused: in their order, behind all others,
 * with scores that say so.
 */
function restOf(hits: readonly Hit[], fused: readonly FusedHit[], limit: number): readonly Hit[] {
  if (fused.length >= limit) return []
  const known = new Set(fused.map(({ id }) => id))
  const rest = hits.filter(({ id }) => !known.has(id))
  const highest = rest[0]?.score ?? 0
  const factor = Math.min(1, (0.5 * (fused.at(-1)?.score ?? 1)) / highest)
  return rest.slice(0, limit - fused.length).map(({ id, score, explanation }) => {
    const lowered = score * factor
    if (explanation === undefined) return { id, score: lowered }
    const why = { label: 'behind the hits that were fused', value: factor }
    return {
      id,
      score: lowered,
      explanation: { label: 'score × share', value: lowered, children: [explanation, why] },
    }
  })
}
