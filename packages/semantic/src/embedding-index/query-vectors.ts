import type { Clock, Embedder } from '@toolscout/model'
import { formatDuration, messageOf, quote, raceSignal, withTimeLimit } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { spaceOf, type VectorSpace } from '../vectors/vector-kernel.ts'
import { Attempts } from './attempts.ts'
import { askEmbedder } from './embed-texts.ts'
import { Recent } from './embedding-cache.ts'

/** What vectors of queries are made by. */
export interface QueryVectorsOptions {
  readonly embedder: Embedder
  readonly clock: Clock
  readonly random: () => number
  /** How long a search waits, in milliseconds. Legal: integers 1 to 2,147,483,647. */
  readonly queryTimeoutMs: number
}

/** What comes later than a search waits still serves the next search for the same words. */
const CALL_MS = 10_000
/** More calls at a time would only queue up at a server that hangs. */
const MOST_CALLS = 8
/** A search pays its whole deadline for each of these. */
const FAILURES_BEFORE_REST = 3
const REST_MS = 30_000
/** How many vectors are kept. */
const MAX_QUERIES = 1_000

/** The vector of a query, with the space it belongs to. */
export interface QueryVector {
  readonly vector: Float32Array
  readonly space: VectorSpace
}

/** Embeds queries: each text once at a time, remembered, and not at all while the embedder keeps failing. */
export class QueryVectors {
  readonly #options: QueryVectorsOptions
  readonly #attempts: Attempts
  readonly #known = new Recent<Float32Array>(MAX_QUERIES)
  readonly #calls = new Map<string, Promise<Float32Array>>()

  constructor(options: QueryVectorsOptions) {
    this.#options = options
    this.#attempts = new Attempts({ ...options, maxFailures: FAILURES_BEFORE_REST, restMs: REST_MS })
  }

  /** Rejects with the reason why there is no vector. */
  async vectorOf(text: string, signal: AbortSignal | undefined): Promise<QueryVector> {
    const { embedder, clock, queryTimeoutMs: timeoutMs } = this.#options
    const space = spaceOf(embedder)
    const { model } = space
    const key = `${space.dimensions} ${model}\u0000${text}`
    const known = this.#known.get(key)
    if (known !== undefined) return { vector: known, space }
    const fail = (why: string, reason: 'failed' | 'timeout'): EmbedderFailedError =>
      new EmbedderFailedError(why, { model, reason })
    if (this.#attempts.isResting) {
      const { failures, lastError } = this.#attempts
      throw fail(`The embedder is left alone after ${failures} failures: ${messageOf(lastError)}`, 'failed')
    }
    const running = this.#calls.get(key)
    if (running === undefined && this.#calls.size >= MOST_CALLS) {
      throw fail(`The embedder has not answered ${this.#calls.size} earlier queries yet.`, 'failed')
    }
    const asked = running ?? this.#ask(key, text, space)
    const onTimeout = (): EmbedderFailedError =>
      fail(`${quote(model)} gave no vector of the query within ${formatDuration(timeoutMs)}.`, 'timeout')
    const waited = withTimeLimit(() => asked, { clock, timeoutMs, signal, onTimeout })
    return { vector: await (signal === undefined ? waited : raceSignal(waited, signal)), space }
  }

  #ask(key: string, text: string, space: VectorSpace): Promise<Float32Array> {
    const { embedder, clock } = this.#options
    const ask = async (): Promise<Float32Array> => {
      try {
        const options = { space, purpose: 'query', clock, timeoutMs: CALL_MS } as const
        const [vector] = await askEmbedder(embedder, [text], options)
        this.#attempts.succeed()
        this.#known.set(key, vector as Float32Array)
        return vector as Float32Array
      } catch (error) {
        this.#attempts.fail(error)
        throw error
      } finally {
        this.#calls.delete(key)
      }
    }
    const call = ask()
    this.#calls.set(key, call)
    return call
  }
}
