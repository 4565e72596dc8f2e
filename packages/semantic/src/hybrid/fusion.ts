import type { Hit } from '@toolscout/model'

/** What one arm of a search found, and how far it may speak. */
export interface ArmRanking {
  /** Names the arm in explanations. */
  readonly arm: string
  /** What the arm counts beside the others; above 0. */
  readonly weight: number
  /** Whether somebody measured that the arm helps, so that it need not agree with others to be heard. Default false. */
  readonly trusted?: boolean | undefined
  /** What a tool that no other arm found must score here at least, in scores of this arm. Default 0. */
  readonly minScoreAlone?: number | undefined
  /** Best first, at most the window of the fusion. */
  readonly hits: readonly Hit[]
  /** How sure the arm is of its best hit, from 0 to 1; absent when it cannot tell. */
  readonly confidence?: number | undefined
}

/** What an arm adds to the score of a tool. */
export interface FusedPart {
  readonly arm: string
  /** How the value comes about. */
  readonly label: string
  readonly value: number
}

/** A tool with the score that all arms together give it. */
export interface FusedHit {
  readonly id: string
  /** The sum of its parts; above 0. */
  readonly score: number
  /** In the order of the arms, without those that say nothing of the tool. */
  readonly parts: readonly FusedPart[]
}

/**
 * Makes one ranking of several. What an implementation owes:
 *
 * - The hits are tools that an arm found, each once, in the one order of hits.
 * - The same rankings give the same hits; nothing is remembered.
 * - The order of the arms matters only where the implementation says so.
 */
export interface Fusion {
  /** Names it in explanations and reports. */
  readonly name: string
  /** How many hits of every arm are looked at. */
  readonly window: number
  /** How many hits of the first arm are looked at, where those are others. */
  readonly leadWindow?: number | undefined
  readonly fuse: (rankings: readonly ArmRanking[]) => readonly FusedHit[]
}

/** Hits of every arm that are looked at when nobody says how many. */
export const DEFAULT_WINDOW = 100
/** Most hits of every arm that can be looked at. */
export const MAX_WINDOW = 1_000

/** How many hits of an arm are looked at; the first arm is number 0. */
export function windowOf({ window, leadWindow = window }: Fusion, arm: number): number {
  return arm === 0 ? leadWindow : window
}
