import type { RerankCandidate, RerankVerdict, SearcherAnswer, SearchRequest } from '@toolscout/model'
import {
  type AssistantOptions,
  cleanText,
  formatDuration,
  isJsonObject,
  quote,
  raceSignal,
  sha256,
  takeCodePoints,
} from '@toolscout/model/internal'
import { LanguageModelError } from '../errors.ts'
import { readTerms } from '../model-expander.ts'
import { MAX_REASON_LENGTH } from '../model-reranker.ts'
import { withDeadline } from '../reply/ask-model.ts'
import type { RerankedSearcherSettings } from '../reranked-searcher-options.ts'
import type { SearchRun } from './search-run.ts'

/** By id of the tool. */
type Verdicts = ReadonlyMap<string, RerankVerdict>

/** The stages of an assisted search; each gives `undefined` when it could not do its work, which the run then says. */
export class AssistStages {
  readonly #settings: RerankedSearcherSettings
  readonly #expansions: StageMemory<readonly string[]>
  readonly #opinions: StageMemory<Verdicts>

  constructor(settings: RerankedSearcherSettings) {
    this.#settings = settings
    this.#expansions = new StageMemory(settings.cacheSize)
    this.#opinions = new StageMemory(settings.cacheSize)
  }

  async expand(run: SearchRun, query: string): Promise<readonly string[] | undefined> {
    const { expander, expandTimeoutMs: timeoutMs } = this.#settings
    if (expander === undefined) {
      run.degrade('expand', 'There is no query expander.')
      return undefined
    }
    const { name } = expander
    return run.attempt('expand', (options) => {
      const question = [name, query, options.taskContext]
      return recall(this.#expansions, question, options, { name, timeoutMs }, async (own) =>
        readTerms(listOf(await expander.expand(query, own), name), query),
      )
    })
  }

  /** The answer to the query together with the terms it was expanded by. */
  widen(
    run: SearchRun,
    request: SearchRequest,
    terms: readonly string[],
  ): Promise<SearcherAnswer | undefined> {
    const { searcher, expandTimeoutMs: timeoutMs } = this.#settings
    const query = [request.query, ...terms].join(' ')
    return run.attempt('expand', async ({ signal }) => {
      const deadline = { timeoutMs, signal, late: () => lateFailure(searcher.name, timeoutMs) }
      const answer = await withDeadline(deadline, (own) =>
        searcher.search({ ...request, query, signal: own }),
      )
      if (hasHits(answer)) return answer
      throw new TypeError(`The searcher ${quote(searcher.name)} answered no list of hits.`)
    })
  }

  async rerank(
    run: SearchRun,
    query: string,
    candidates: readonly RerankCandidate[],
  ): Promise<Verdicts | undefined> {
    const { reranker, rerankTimeoutMs: timeoutMs } = this.#settings
    if (reranker === undefined) return undefined
    const { name } = reranker
    return run.attempt('rerank', (options) => {
      const question = [name, query, options.taskContext, candidates.map(({ id, text }) => [id, text])]
      return recall(this.#opinions, question, options, { name, timeoutMs }, async (own) =>
        readVerdicts(listOf(await reranker.rerank(query, candidates, own), name), candidates, name),
      )
    })
  }
}

/** Gives what is remembered of a question, else has it worked out within its time, once for all who ask it now. */
function recall<T>(
  memory: StageMemory<T>,
  question: readonly unknown[],
  { taskContext, onUsage, signal }: AssistantOptions,
  { name, timeoutMs }: { readonly name: string; readonly timeoutMs: number },
  work: (options: AssistantOptions) => Promise<T>,
): Promise<T> {
  return memory.recall(sha256(JSON.stringify(question)), signal, (flight) =>
    withDeadline({ timeoutMs, signal: flight, late: () => lateFailure(name, timeoutMs) }, (own) =>
      work({ taskContext, onUsage, signal: own }),
    ),
  )
}

function lateFailure(model: string, timeoutMs: number): LanguageModelError {
  const message = `${quote(model)} took longer than ${formatDuration(timeoutMs)}.`
  return new LanguageModelError(message, { model, reason: 'timeout' })
}

function listOf(value: unknown, model: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  const message = `${quote(model)} gave ${quote(value)}; a list is needed.`
  throw new LanguageModelError(message, { model, reason: 'reply' })
}

/** Whether an answer of any searcher can be reranked; otherwise it is returned unchanged. */
export function hasHits(answer: unknown): boolean {
  const hits: unknown = isJsonObject(answer) ? answer.hits : undefined
  return Array.isArray(hits) && hits.every((hit) => isJsonObject(hit) && typeof hit.id === 'string')
}

/** Verdicts of any reranker as they are counted: on candidates alone, each once, from 0 to 1, reasons cleaned and cut. */
function readVerdicts(
  given: readonly unknown[],
  candidates: readonly RerankCandidate[],
  model: string,
): Verdicts {
  const asked = new Set(candidates.map(({ id }) => id))
  const verdicts = new Map<string, RerankVerdict>()
  for (const value of given) {
    const { id, score, reason } = isJsonObject(value) ? value : {}
    if (typeof id !== 'string' || !asked.has(id) || verdicts.has(id)) continue
    if (typeof score !== 'number' || !(score >= 0 && score <= 1)) continue
    const text = typeof reason === 'string' ? cleanText(takeCodePoints(reason, MAX_REASON_LENGTH)) : ''
    verdicts.set(id, Object.freeze({ id, score, ...(text === '' ? {} : { reason: text }) }))
  }
  if (verdicts.size > 0) return verdicts
  const message = `${quote(model)} rated none of the ${candidates.length} candidates.`
  throw new LanguageModelError(message, { model, reason: 'reply' })
}

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/**
 * Remembers what stages found out, at most `size` results of which the one that was asked for least recently goes first,
 * and has one work serve all who ask the same at the same time.
 */
export class StageMemory<T> {
  readonly #size: number
  readonly #results = new Map<string, { readonly value: T }>()
  readonly #flights = new Map<string, Flight<T>>()

  constructor(size: number) {
    this.#size = size
  }

  /**
   * What is remembered under a key, else what the work gives. The work stops when no caller waits for it any more;
   * one that fails is not remembered.
   */
  async recall(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const known = this.#results.get(key)
    if (known !== undefined) return this.#remember(key, known.value)
    const flight = this.#flights.get(key) ?? this.#start(key, work)
    flight.waiting += 1
    try {
      return await (signal === undefined ? flight.result : raceSignal(flight.result, signal))
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key)
        flight.controller.abort(new DOMException('Nobody waits for it any more.', 'AbortError'))
      }
    }
  }

  #remember(key: string, value: T): T {
    this.#results.delete(key)
    this.#results.set(key, { value })
    const [oldest] = this.#results.keys()
    if (this.#results.size > this.#size && oldest !== undefined) this.#results.delete(oldest)
    return value
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const result = work(controller.signal)
    const flight = { result, controller, waiting: 0 }
    this.#flights.set(key, flight)
    const land = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    result.then((value) => {
      land()
      this.#remember(key, value)
    }, land)
    return flight
  }
}
