import { setImmediate } from 'node:timers/promises'
import { toRanking } from '../runs/run.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import type { Probe, ProbeArm } from './probe.ts'

/** What {@link evaluateProbes} may be told. */
export interface EvaluateProbesOptions {
  /** Misses of each arm that are kept as examples. Default 0. Legal: integers of 0 or more. */
  readonly misses?: number | undefined
  /** Hears how many probes are answered, after each. */
  readonly onProgress?: ((answered: number) => void) | undefined
  /** Ends the evaluation when it aborts. */
  readonly signal?: AbortSignal | undefined
}

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
  /** How many hits were looked at. */
  readonly within: number
  readonly probes: number
  readonly hits: number
  /** Hits by probes; 0 when there are no probes. */
  readonly rate: number
  /** The first misses, as many as were asked for. */
  readonly misses: readonly ProbeMiss[]
}

/** Probes between two turns of the event loop, so that signals and timers get through. */
const PROBES_A_TURN = 64

/**
 * Puts probes to a search, which answers in the ids of the catalog they were made of.
 *
 * Rejects with what the search rejects with, and with the signal's reason.
 */
export async function evaluateProbes(
  arms: readonly ProbeArm[],
  search: SearchFunction,
  { misses: mostMisses = 0, onProgress, signal }: EvaluateProbesOptions = {},
): Promise<readonly ArmEvaluation[]> {
  const evaluations: ArmEvaluation[] = []
  let answered = 0
  for (const { name, within, probes } of arms) {
    const misses: ProbeMiss[] = []
    let hits = 0
    for (const probe of probes) {
      signal?.throwIfAborted()
      const answer = await search(probe.text, { limit: within, signal })
      const found = toRanking(answer.hits)
        .slice(0, within)
        .map(({ id }) => id)
      if (isFound(probe, found)) hits += 1
      else if (misses.length < mostMisses) misses.push(toMiss(probe, found))
      answered += 1
      onProgress?.(answered)
      if (answered % PROBES_A_TURN === 0) await setImmediate()
    }
    const rate = probes.length === 0 ? 0 : hits / probes.length
    evaluations.push({ arm: name, within, probes: probes.length, hits, rate, misses })
  }
  return evaluations
}

function isFound({ expected }: Probe, found: readonly string[]): boolean {
  return expected.every((ids) => found.some((id) => ids.has(id)))
}

function toMiss({ text, expected }: Probe, found: readonly string[]): ProbeMiss {
  return { text, expected: expected.flatMap(([first]) => first ?? []), found }
}
