import type { LanguageModel, QueryExpander, Reranker, Searcher, SearchMode } from '@toolscout/model'
import {
  checkTimeoutMs,
  isJsonObject,
  quote,
  requireKnownMembers,
  SEARCH_MODES,
} from '@toolscout/model/internal'
import { createModelExpander } from './model-expander.ts'
import { createModelReranker, MAX_CANDIDATES } from './model-reranker.ts'

/** Options of `createRerankedSearcher`. */
export interface RerankedSearcherOptions {
  /** Finds the tools; belongs to the assisted searcher alone. */
  readonly searcher: Searcher
  /** Expands and re-ranks, unless there is a part for it below. Default: none, so that every mode answers as `fast`. */
  readonly model?: LanguageModel | undefined
  /** Finds further words for queries. Default: one by the `model`. */
  readonly expander?: QueryExpander | undefined
  /** Looks again at the first hits. Default: one by the `model`. */
  readonly reranker?: Reranker | undefined
  /**
   * The mode of searches that name none. Default `balanced` with a reranker, since who brings one wants it asked, and
   * `fast` without.
   */
  readonly defaultMode?: SearchMode | undefined
  /** Hits that are looked at again. Default 20. Legal: integers 1 to 50. */
  readonly candidates?: number | undefined
  /** Milliseconds an expansion may take. Default 5,000. Legal: integers 1 to 2,147,483,647. */
  readonly expandTimeoutMs?: number | undefined
  /** Milliseconds a second look may take. Default 10,000. Legal: integers 1 to 2,147,483,647. */
  readonly rerankTimeoutMs?: number | undefined
  /** Expansions that are remembered, and as many second looks. Default 256. Legal: integers 0 to 100,000. */
  readonly cacheSize?: number | undefined
  /** Milliseconds on a clock that never goes back, for how long stages took. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Default limits of a search, chosen for an interactive answer. */
const DEFAULT_ASSISTANCE: {
  /** Twice the hits that are shown by default: what is further behind seldom is what was meant. */
  readonly candidates: 20
  /** Ten short terms take a model a second. */
  readonly expandTimeoutMs: 5_000
  /** Twenty ratings take a model two or three. */
  readonly rerankTimeoutMs: 10_000
  /** A second look is remembered in about 5 KB. */
  readonly cacheSize: 256
} = Object.freeze({ candidates: 20, expandTimeoutMs: 5_000, rerankTimeoutMs: 10_000, cacheSize: 256 })

const OPTIONS: { readonly [option in keyof RerankedSearcherOptions]-?: true } = {
  searcher: true,
  model: true,
  expander: true,
  reranker: true,
  defaultMode: true,
  candidates: true,
  expandTimeoutMs: true,
  rerankTimeoutMs: true,
  cacheSize: true,
  now: true,
}
const MAX_CACHE_SIZE = 100_000

/** The options as they are worked with. */
export interface RerankedSearcherSettings {
  readonly searcher: Searcher
  readonly expander: QueryExpander | undefined
  readonly reranker: Reranker | undefined
  readonly defaultMode: SearchMode
  readonly candidates: number
  readonly expandTimeoutMs: number
  readonly rerankTimeoutMs: number
  readonly cacheSize: number
  readonly now: () => number
}

/**
 * Reads the options.
 *
 * @throws TypeError for an unknown option, and for parts that lack their function.
 * @throws RangeError for a number or a mode outside its legal range.
 */
export function readOptions(options: RerankedSearcherOptions): RerankedSearcherSettings {
  requireKnownMembers('the options of createRerankedSearcher', options, Object.keys(OPTIONS))
  const { searcher, model, now = () => performance.now() } = options
  checkPart('searcher', searcher, 'search')
  if (model !== undefined) checkPart('model', model, 'complete')
  if (options.expander !== undefined) checkPart('expander', options.expander, 'expand')
  if (options.reranker !== undefined) checkPart('reranker', options.reranker, 'rerank')
  const reranker = options.reranker ?? (model === undefined ? undefined : createModelReranker(model))
  const { defaultMode = reranker === undefined ? 'fast' : 'balanced' } = options
  if (!SEARCH_MODES.includes(defaultMode)) {
    throw new RangeError(
      `The defaultMode is ${quote(defaultMode)}; it must be one of ${SEARCH_MODES.join(', ')}.`,
    )
  }
  const { candidates, expandTimeoutMs, rerankTimeoutMs, cacheSize } = {
    ...DEFAULT_ASSISTANCE,
    ...defined(options),
  }
  return {
    searcher,
    expander: options.expander ?? (model === undefined ? undefined : createModelExpander(model)),
    reranker,
    defaultMode,
    candidates: checkInteger('candidates', candidates, 1, MAX_CANDIDATES),
    expandTimeoutMs: checkTimeoutMs('expandTimeoutMs', expandTimeoutMs),
    rerankTimeoutMs: checkTimeoutMs('rerankTimeoutMs', rerankTimeoutMs),
    cacheSize: checkInteger('cacheSize', cacheSize, 0, MAX_CACHE_SIZE),
    now,
  }
}

function defined(options: object): Partial<Record<keyof typeof DEFAULT_ASSISTANCE, number>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function checkPart(name: string, part: unknown, verb: string): void {
  if (isJsonObject(part) && typeof (part as Record<string, unknown>)[verb] === 'function') return
  throw new TypeError(`The ${name} is ${quote(part)}; an object with a function ${verb} is needed.`)
}

function checkInteger(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(`${name} is ${quote(value)}; a whole number from ${least} to ${most} is needed.`)
}
