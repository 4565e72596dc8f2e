import { checkOptions, type OptionKind } from '@toolscout/model/internal'
import { toRanking } from '../runs/run.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { inTurns, WATCH_OPTIONS, type WatchOptions } from '../searching/search-function.ts'
import type { Probe, ProbeArm } from './create-probes.ts'

/** Options of {@link evaluateProbes}. */
export interface EvaluateProbesOptions extends WatchOptions {
  /** Misses of each arm that are kept as examples. Default 0. Legal: integers of 0 or more. */
  readonly misses?: number | undefined
}

const OPTIONS = {
  misses: { least: 0, whole: true },
  ...WATCH_OPTIONS,
} satisfies { [Option in keyof EvaluateProbesOptions]-?: OptionKind }

/** A probe that was not found. */
export interface ProbeMiss {
  readonly text: string
  /** One tool id for each that should have been found. */
  readonly expected: readonly string[]
  /** Ids of the hits that were looked at. */
  readonly found: readonly string[]
}

/** How many probes of an arm found what they must. */
export interface ArmEvaluation {
  readonly arm: string
  /** What the rate is called, see {@link ProbeArm.metric}. */
  readonly metric: string
  /** How many hits were looked at. */
  readonly within: number
  readonly probes: number
  readonly hits: number
  /** Hits by probes; 0 when there are no probes. */
  readonly rate: number
  /** The same rate with {@link Probe.literal}; absent for arms whose probes have none. */
  readonly literalRate?: number | undefined
  /** The first misses, as many as were asked for. */
  readonly misses: readonly ProbeMiss[]
}

/**
 * Puts probes to a search, which answers in the ids of the catalog they were made of.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 *
 * @throws TypeError for an unknown option or one of another type, RangeError for a number out of range.
 */
export async function evaluateProbes(
  arms: readonly ProbeArm[],
  search: SearchFunction,
  options: EvaluateProbesOptions = {},
): Promise<readonly ArmEvaluation[]> {
  checkOptions('the options of evaluateProbes', options, OPTIONS)
  const { misses: mostMisses = 0, onProgress, signal } = options
  const results = arms.map((arm) => ({ arm, hits: 0, literalHits: 0, misses: [] as ProbeMiss[] }))
  const all = results.flatMap((result) => result.arm.probes.map((probe) => ({ probe, result })))
  const ask = async ({ probe, result }: (typeof all)[number]): Promise<void> => {
    const { within } = result.arm
    const { hits } = await search(probe.text, { limit: within, signal })
    const found = toRanking(hits)
      .slice(0, within)
      .map(({ id }) => id)
    if (isFound(probe.literal ?? probe.expected, found)) result.literalHits += 1
    if (isFound(probe.expected, found)) result.hits += 1
    else if (result.misses.length < mostMisses) result.misses.push(toMiss(probe, found))
  }
  await inTurns(all, ask, { onProgress, signal })
  return results.map(({ arm: { name, metric, within, probes }, hits, literalHits, misses }) => {
    const rateOf = (count: number): number => (probes.length === 0 ? 0 : count / probes.length)
    const isLiteral = probes.every(({ literal }) => literal === undefined)
    return {
      arm: name,
      metric,
      within,
      probes: probes.length,
      hits,
      rate: rateOf(hits),
      ...(isLiteral ? {} : { literalRate: rateOf(literalHits) }),
      misses,
    }
  })
}

function isFound(expected: Probe['expected'], found: readonly string[]): boolean {
  return expected.every((ids) => found.some((id) => ids.has(id)))
}

function toMiss({ text, expected }: Probe, found: readonly string[]): ProbeMiss {
  return { text, expected: expected.flatMap(([first]) => first ?? []), found }
}
