import type { Clock, SearchDocument } from '@toolscout/model'
import { waitBefore } from '../embedders/retry.ts'
import { EmbedderFailedError } from '../errors.ts'

/** A server is believed when it wants to be left alone for some minutes, and no longer. */
const LONGEST_WISH_MS = 300_000

/** When something that fails may be tried. */
export interface Attempts {
  /** How many in a row have failed. */
  readonly failures: () => number
  /** Whether it may be tried now. Once a rest is over, this says so to one caller after another until the next failure. */
  readonly mayTry: () => boolean
  /** Whether attempts are paused after too many failures. */
  readonly isResting: () => boolean
  /** Why the last one failed; `undefined` after a success. */
  readonly lastError: () => unknown
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
  /** Forgets all failures. */
  readonly reset: () => void
  /** Milliseconds until it may be tried. */
  readonly waitMs: () => number
}

/** What attempts are counted by. */
export interface AttemptLimits {
  readonly clock: Clock
  readonly random: () => number
  /** This many failures in a row start a pause. */
  readonly maxFailures: number
  readonly restMs: number
}

/**
 * Counts failures in a row: after each there is a wait, twice as long as the one before, and after the last one a
 * rest. After a rest one failure is enough for the next.
 */
export function createAttempts({ clock, random, maxFailures, restMs }: AttemptLimits): Attempts {
  let failures = 0
  let notBefore = 0
  let lastError: unknown
  const reset = (): void => {
    failures = 0
    notBefore = 0
    lastError = undefined
  }
  const waitMs = (): number => Math.max(0, notBefore - clock.now())
  return {
    failures: () => failures,
    mayTry: () => waitMs() === 0,
    isResting: () => failures >= maxFailures && waitMs() > 0,
    lastError: () => lastError,
    succeed: reset,
    fail: (error) => {
      failures += 1
      lastError = error
      const wish = error instanceof EmbedderFailedError ? (error.details.retryAfterMs ?? 0) : 0
      const wait = failures >= maxFailures ? restMs : waitBefore(failures - 1, random)
      notBefore = Math.max(notBefore, clock.now() + Math.max(wait, Math.min(wish, LONGEST_WISH_MS)))
    },
    reset,
    waitMs,
  }
}

/** A document as the index of embeddings knows it. */
export interface Entry {
  readonly id: string
  /** Absent once a local embedder has seen them: its model stays, and the texts of all tools are not kept for nothing. */
  readonly fields: SearchDocument['fields'] | undefined
  /** What the vector depends on, or a hash of it: where it is the same, so is the vector. */
  readonly content: string
  /** How often it was in a batch that failed. */
  readonly failures: number
}

/** Documents that wait for a vector, in the order in which their turn comes. */
export interface Pending {
  readonly size: () => number
  readonly add: (entry: Entry) => void
  readonly remove: (entry: Entry) => void
  readonly clear: () => void
  /** Takes the next ones: at most `most` different contents, with all documents that have them. */
  readonly take: (most: number) => readonly Entry[]
}

/**
 * Keeps documents in line. One that was in a batch that failed stands at the end and comes in a batch half as large,
 * so that one text that an embedder cannot take ends up alone, and the others get their vectors.
 */
export function createPending(): Pending {
  const line = new Set<Entry>()
  return {
    size: () => line.size,
    add: (entry) => line.add(entry),
    remove: (entry) => line.delete(entry),
    clear: () => line.clear(),
    take: (most) => {
      const taken: Entry[] = []
      const contents = new Set<string>()
      let limit = most
      for (const entry of line) {
        limit = Math.min(limit, Math.max(1, Math.floor(most / 2 ** entry.failures)))
        if (contents.size >= limit && !contents.has(entry.content)) break
        contents.add(entry.content)
        taken.push(entry)
      }
      for (const entry of taken) line.delete(entry)
      return taken
    },
  }
}
