import type { Clock, Embedder } from '@toolscout/model'
import {
  isLocalEmbedder,
  messageOf,
  quote,
  raceSignal,
  takeCodePoints,
  withTimeLimit,
} from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { createAttempts } from './attempts.ts'
import { askEmbedder, MAX_SEMANTIC_TEXT, requireVector, type VectorSpace } from './embed-texts.ts'
import { createRecent } from './recent.ts'

/** The vector of a query, or a sentence that says why there is none. */
export type QueryVector =
  | { readonly vector: Float32Array; readonly space: VectorSpace }
  | { readonly reason: string }

/** Vectors of queries. */
export interface QueryVectors {
  /** Never rejects but with the signal's reason. */
  readonly vectorOf: (query: string, signal: AbortSignal | undefined) => Promise<QueryVector>
}

/** What vectors of queries are made by. */
export interface QueryVectorsOptions {
  /** Makes them. */
  readonly embedder: Embedder
  /** Measures the time it takes. */
  readonly clock: Clock
  /** Numbers from 0 up to 1, for pauses between attempts. */
  readonly random: () => number
  /** How long a search waits, in milliseconds. Legal: integers 1 to 2,147,483,647. */
  readonly queryTimeoutMs: number
  /** How many vectors are kept. Legal: integers from 0. */
  readonly maxQueries: number
}

/** What comes later than a search waits still serves the next search for the same words. */
const CALL_MS = 10_000
/** More calls at a time would only queue up at a server that hangs. */
const MOST_CALLS = 8
/** A search pays its whole deadline for each of these. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 30_000

/** Embeds queries: each text once at a time, remembered, and not at all while the embedder keeps failing. */
export function createQueryVectors(options: QueryVectorsOptions): QueryVectors {
  const { embedder, clock, random, queryTimeoutMs, maxQueries } = options
  const local = isLocalEmbedder(embedder) ? embedder : undefined
  const known = createRecent<Float32Array>(maxQueries)
  const calls = new Map<string, Promise<Float32Array>>()
  const attempts = createAttempts({ clock, random, maxFailures: FAILURES_BEFORE_REST, restMs: REST_MS })

  const call = (key: string, text: string, space: VectorSpace): Promise<Float32Array> => {
    const asked = askEmbedder(embedder, [text], { space, purpose: 'query', clock, timeoutMs: CALL_MS })
    const vector = asked.then(
      ([first]) => {
        attempts.succeed()
        known.set(key, first as Float32Array)
        return first as Float32Array
      },
      (error: unknown) => {
        attempts.fail(error)
        throw error
      },
    )
    calls.set(key, vector)
    const done = (): void => void calls.delete(key)
    vector.then(done, done)
    return vector
  }

  const ask = async (query: string, signal: AbortSignal | undefined): Promise<QueryVector> => {
    const space = { model: embedder.model, dimensions: embedder.dimensions }
    const text = takeCodePoints(query, MAX_SEMANTIC_TEXT)
    if (local !== undefined) return { vector: requireVector(local.embedQuery(text), space), space }
    const key = `${space.dimensions} ${space.model}\u0000${text}`
    const vector = known.get(key)
    if (vector !== undefined) return { vector, space }
    if (attempts.isResting()) {
      return {
        reason: `The embedder is left alone after ${attempts.failures()} failures: ${messageOf(attempts.lastError())}`,
      }
    }
    const running = calls.get(key)
    if (running === undefined && calls.size >= MOST_CALLS) {
      return { reason: `The embedder has not answered ${calls.size} earlier queries yet.` }
    }
    const asked = running ?? call(key, text, space)
    const waited = withTimeLimit(() => asked, {
      clock,
      timeoutMs: queryTimeoutMs,
      signal,
      onTimeout: () => {
        const message = `${quote(space.model)} gave no vector of the query within ${queryTimeoutMs} ms.`
        return new EmbedderFailedError(message, { model: space.model, reason: 'timeout' })
      },
    })
    return { vector: await (signal === undefined ? waited : raceSignal(waited, signal)), space }
  }

  return {
    vectorOf: async (query, signal) => {
      try {
        return await ask(query, signal)
      } catch (error) {
        signal?.throwIfAborted()
        return { reason: messageOf(error) }
      }
    },
  }
}
