import type { LanguageModel, QueryExpander, Reranker, Searcher, SearchMode } from '@toolscout/model'
import {
  checkOption,
  checkTimeoutMs,
  checkWhole,
  requireKnownMembers,
  SEARCH_MODES,
} from '@toolscout/model/internal'
import { createModelExpander } from './model-expander.ts'
import { createModelReranker, MAX_CANDIDATES } from './model-reranker.ts'

/** Options of `createRerankedSearcher`. */
export interface RerankedSearcherOptions {
  /** Finds the tools; belongs to the assisted searcher alone. */
  readonly searcher: Searcher
  /**
   * Expands and reranks, unless there is a part for it below: a language model, or a function that is asked with one
   * text and answers with one. Default: none, so that every mode answers as `fast`.
   */
  readonly model?: LanguageModel | AskFunction | undefined
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
  /** Milliseconds a second look may take. Default 5,000. Legal: integers 1 to 2,147,483,647. */
  readonly rerankTimeoutMs?: number | undefined
  /** Expansions that are remembered, and as many second looks. Default 256. Legal: integers 0 to 100,000. */
  readonly cacheSize?: number | undefined
  /** Milliseconds on a clock that never goes back, for how long stages took. Default: `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** The host's own model as a function; the signal ends its work when the time is up or the search was stopped. */
type AskFunction = (
  prompt: string,
  options: { readonly signal: AbortSignal | undefined },
) => PromiseLike<string>

/** Twice the hits that are shown by default: what is further behind seldom is what was meant. */
const DEFAULT_CANDIDATES = 20
/** Ten short terms take a model a second. */
const DEFAULT_EXPAND_MS = 5_000
/** A thousand tokens in and twenty out take a model one or two. */
const DEFAULT_RERANK_MS = 5_000
/** A second look is remembered in about 1 KB. */
const DEFAULT_CACHE_SIZE = 256
const MAX_CACHE_SIZE = 100_000

const OPTIONS: readonly (keyof RerankedSearcherOptions)[] = [
  ...(['searcher', 'model', 'expander', 'reranker', 'defaultMode', 'now'] as const),
  ...(['candidates', 'expandTimeoutMs', 'rerankTimeoutMs', 'cacheSize'] as const),
]

/** The options as they are worked with. */
export interface RerankedSearcherSettings
  extends Required<Omit<RerankedSearcherOptions, 'model' | keyof Numbers>>,
    Numbers {
  readonly defaultMode: SearchMode
  readonly now: () => number
}

interface Numbers {
  readonly candidates: number
  readonly expandTimeoutMs: number
  readonly rerankTimeoutMs: number
  readonly cacheSize: number
}

/**
 * Reads the options.
 *
 * @throws TypeError for an unknown option, and for parts that lack their function.
 * @throws RangeError for a number or a mode outside its legal range.
 */
export function readOptions(options: RerankedSearcherOptions): RerankedSearcherSettings {
  requireKnownMembers('the options of createRerankedSearcher', options, OPTIONS)
  const { searcher, now = () => performance.now() } = options
  checkOption('now', now, 'function')
  checkOption('searcher', searcher, { functions: ['search'] })
  const model = typeof options.model === 'function' ? fromFunction(options.model) : options.model
  if (model !== undefined) checkOption('model', model, { functions: ['complete'] })
  if (options.expander !== undefined) checkOption('expander', options.expander, { functions: ['expand'] })
  if (options.reranker !== undefined) checkOption('reranker', options.reranker, { functions: ['rerank'] })
  const reranker = options.reranker ?? (model === undefined ? undefined : createModelReranker(model))
  const { defaultMode = reranker === undefined ? 'fast' : 'balanced' } = options
  checkOption('defaultMode', defaultMode, { oneOf: SEARCH_MODES })
  return {
    searcher,
    expander: options.expander ?? (model === undefined ? undefined : createModelExpander(model)),
    reranker,
    defaultMode,
    candidates: checkWhole('candidates', options.candidates ?? DEFAULT_CANDIDATES, 1, MAX_CANDIDATES),
    expandTimeoutMs: checkTimeoutMs('expandTimeoutMs', options.expandTimeoutMs ?? DEFAULT_EXPAND_MS),
    rerankTimeoutMs: checkTimeoutMs('rerankTimeoutMs', options.rerankTimeoutMs ?? DEFAULT_RERANK_MS),
    cacheSize: checkWhole('cacheSize', options.cacheSize ?? DEFAULT_CACHE_SIZE, 0, MAX_CACHE_SIZE),
    now,
  }
}

/** A function as a language model; what it answers is checked where every answer is. */
function fromFunction(ask: AskFunction): LanguageModel {
  const name = ask.name === '' || ask.name === 'model' ? 'language model' : ask.name
  return Object.freeze({
    name,
    complete: async ({ system, prompt, signal }) => ({
      text: await ask(`${system}\n\n${prompt}`, { signal }),
    }),
  } satisfies LanguageModel)
}
