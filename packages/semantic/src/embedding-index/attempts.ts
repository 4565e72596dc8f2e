import type { Clock, SearchDocument } from '@toolscout/model'
import { waitBefore } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'

/** A server is believed when it wants to be left alone for some minutes, and no longer. */
const LONGEST_WAIT_MS = 300_000

/** What attempts are counted by. */
interface AttemptLimits {
  readonly clock: Clock
  /** Numbers of 0 to 1 that waits are varied by. */
  readonly random: () => number
  /** This many failures in a row start a rest. */
  readonly maxFailures: number
  readonly restMs: number
}

/**
 * Counts failures in a row: after each there is a wait, twice as long as the one before, and after the last one a
 * rest. After a rest one failure is enough for the next.
 */
export class Attempts {
  /** How many in a row have failed. */
  failures = 0
  /** Why the last one failed; `undefined` after a success. */
  lastError: unknown = undefined
  readonly #limits: AttemptLimits
  #notBefore = 0

  constructor(limits: AttemptLimits) {
    this.#limits = limits
  }

  /** Milliseconds until the next attempt; 0 when there may be one now. */
  get waitMs(): number {
    return Math.max(0, this.#notBefore - this.#limits.clock.now())
  }

  /** Whether attempts are paused after too many failures. */
  get isResting(): boolean {
    return this.failures >= this.#limits.maxFailures && this.waitMs > 0
  }

  succeed(): void {
    this.failures = 0
    this.lastError = undefined
    this.#notBefore = 0
  }

  fail(error: unknown): void {
    const { clock, random, maxFailures, restMs } = this.#limits
    this.failures += 1
    this.lastError = error
    const askedFor = error instanceof EmbedderFailedError ? (error.details.retryAfterMs ?? 0) : 0
    const wait = this.failures >= maxFailures ? restMs : waitBefore(this.failures - 1, random)
    this.#notBefore = Math.max(
      this.#notBefore,
      clock.now() + Math.max(wait, Math.min(askedFor, LONGEST_WAIT_MS)),
    )
  }
}

/** A document as the index of embeddings knows it. */
export interface Entry {
  readonly id: string
  readonly fields: SearchDocument['fields']
  /** A hash of what the vector depends on, above 0: where it is the same, so is the vector. */
  readonly content: number
  /** How often it was in a batch that failed. */
  readonly failures: number
}

/**
 * Takes the next entries out of a line: at most `most` different contents, with all entries that have them. One that was
 * in a batch that failed comes in a batch half as large, so that one text that an embedder cannot take ends up alone,
 * and the others get their vectors.
 */
export function takeBatch(line: Set<Entry>, most: number): readonly Entry[] {
  const taken: Entry[] = []
  const contents = new Set<number>()
  let limit = most
  for (const entry of line) {
    limit = Math.min(limit, Math.max(1, Math.floor(most / 2 ** entry.failures)))
    if (contents.size >= limit && !contents.has(entry.content)) break
    contents.add(entry.content)
    taken.push(entry)
  }
  for (const entry of taken) line.delete(entry)
  return taken
}
