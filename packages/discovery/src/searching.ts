import type { SearchAnswer, SearchPage, SearchQuery, ToolIndex } from '@toolscout/index'
import { SEARCH_PAGE_OPTIONS, type SearchPageOptions } from '@toolscout/index/internal'
import type {
  Degradation,
  Embedder,
  ObservedOperation,
  ObservedOutcome,
  Observer,
  Searcher,
  SearcherAnswer,
} from '@toolscout/model'
import { checkOptions, isLocalEmbedder, type OptionKind, observe } from '@toolscout/model/internal'
import type { Discovery } from './discovery.ts'
import type { CallerOptions, HostHit } from './tool-host.ts'

/** What a search of a facade is made of. */
interface SearchingDeps {
  readonly index: ToolIndex
  readonly observer: Observer | undefined
  /** Why every call of a tool fails, by id. */
  readonly refused: ReadonlyMap<string, string>
  /** What is missing of the catalog at the moment. */
  readonly problems?: (() => readonly Degradation[]) | undefined
}

const OPTIONS: { readonly [Option in keyof (SearchPageOptions & CallerOptions)]-?: OptionKind } = {
  ...SEARCH_PAGE_OPTIONS,
  principal: 'string',
}

/** Creates `search` of a facade: ranks, observes, and adds what the catalog has to say. */
export function createSearching({
  index,
  observer,
  refused,
  problems = () => [],
}: SearchingDeps): Discovery['search'] {
  return async (query, given: SearchPageOptions & CallerOptions = {}) => {
    checkOptions('the options of search', given, OPTIONS)
    const { principal: _, ...options } = given
    // What is missing when the search begins is missing in its answer.
    const more = problems()
    const work = (): Promise<SearchPage> => ask(index, query, options)
    const begin = (): ObservedOperation => ({
      kind: 'search',
      query: typeof query === 'string' ? query : query.join('\n'),
      limit: options.limit,
      mode: options.mode,
    })
    const answer = await (observer === undefined ? work() : observe(observer, begin, work, outcomeOf))
    const hits = refused.size === 0 ? answer.hits : answer.hits.map((hit) => withReadiness(hit, refused))
    if (more.length === 0 && hits === answer.hits) return answer
    const degraded = Object.freeze([...answer.degraded, ...more])
    return Object.freeze({ ...answer, hits: Object.freeze(hits), degraded })
  }
}

function ask(
  index: ToolIndex,
  query: SearchQuery,
  { cursor, ...options }: SearchPageOptions,
): Promise<SearchPage> {
  if (cursor === undefined) return index.search(query, options)
  return index.searchPage(query, cursor === '' ? options : { ...options, cursor })
}

function withReadiness(hit: HostHit, refused: ReadonlyMap<string, string>): HostHit {
  const hint = refused.get(hit.id)
  if (hint === undefined) return hit
  return Object.freeze({ ...hit, readiness: Object.freeze({ state: 'unavailable', hint }) })
}

function outcomeOf({ hits, verdict, degraded }: SearchAnswer): ObservedOutcome {
  return {
    found: hits.length,
    ids: hits.map(({ id }) => id),
    verdict: verdict?.level,
    ...(degraded.length === 0 ? {} : { degraded: degraded.map(({ part }) => part) }),
  }
}

/** Watches an embedder that is asked over a network or in another way that takes time. */
export function observeEmbedder(embedder: Embedder, observer: Observer | undefined): Embedder {
  // One that answers in this process, without waiting, is asked through other members.
  if (observer === undefined || isLocalEmbedder(embedder)) return embedder
  return {
    get model() {
      return embedder.model
    },
    get dimensions() {
      return embedder.dimensions
    },
    get maxBatch() {
      return embedder.maxBatch
    },
    embed: (texts, options) =>
      observe(
        observer,
        () => ({ kind: 'embed', model: embedder.model, texts: texts.length }),
        () => embedder.embed(texts, options),
        () => ({}),
      ),
  }
}

type Languages = typeof import('@toolscout/languages')
type Translation = NonNullable<ReturnType<Languages['translateRequest']>>

let languages: Promise<Languages | undefined> | undefined

/** The optional package, loaded by the first search. */
async function loadLanguages(): Promise<Languages | undefined> {
  try {
    return await import('@toolscout/languages')
  } catch {
    return undefined
  }
}

/**
 * A foreign request for searchers by words: those of the request stay, because some tools are described in its language;
 * names it keeps have capitals in the English text.
 */
export function toEnglishWords({ text, others }: Translation, query: string): string {
  return `${text}\n${others.join(' ')}\n${query.toLowerCase()}`
}

/** A foreign request for searchers by meaning. */
export function toEnglishText({ text, others }: Translation): string {
  return `${text} ${others.join(' ')}`
}

const UNKNOWN_WORDS: Degradation = Object.freeze({
  part: 'languages',
  reason: 'Most words of the request are not known in English. Ask again in English.',
})

const NOT_READ: Degradation = Object.freeze({
  part: 'languages',
  reason:
    'The data of @toolscout/languages cannot be read, so requests are asked as they are. Install it again, or ship its data folder.',
})

/** A searcher that is asked in English what is asked in another language, where the package that knows it is installed. */
export function inEnglish(
  searcher: Searcher,
  toQuery: (translation: Translation, query: string) => string,
): Searcher {
  return Object.freeze({
    ...searcher,
    search: async (request) => {
      languages ??= loadLanguages()
      const translation = translated(await languages, request.query)
      if (translation === 'failed') {
        const asIs = await searcher.search(request)
        // One of the searchers says so for all: the one that gives the verdict.
        return asIs.verdict === undefined ? asIs : withDegraded(asIs, NOT_READ)
      }
      if (translation === undefined) {
        const asIs = await searcher.search(request)
        return isForeign(request.query, asIs) ? withDegraded(asIs, UNKNOWN_WORDS) : asIs
      }
      const answer = await searcher.search({ ...request, query: toQuery(translation, request.query) })
      const isUnsure = answer.verdict !== undefined && answer.verdict.level !== 'strong'
      if (!isUnsure || 2 * translation.unknown <= translation.words) return answer
      return withDegraded(answer, UNKNOWN_WORDS)
    },
  } satisfies Searcher)
}

const FOREIGN_LETTER = /(?=\P{ASCII})\p{L}/u
const WORDS = /[\p{L}\p{M}\p{N}]+/gu

/** Whether most words of a request have letters that English has not, and no tool holds them. */
function isForeign(query: string, { verdict, unmatchedTerms = [] }: SearcherAnswer): boolean {
  if (verdict === undefined || verdict.level === 'strong') return false
  const foreign = unmatchedTerms.filter((term) => FOREIGN_LETTER.test(term))
  return foreign.length > 0 && 2 * foreign.length > (query.match(WORDS)?.length ?? 0)
}

/** The last request, since the retrievers of a ranking ask for the same one by turns. */
let last: { readonly query: string; readonly translation: Translation | undefined } | undefined

/** Its data may be missing, as in a bundle that left it out; a search is asked as it is then, and says so. */
function translated(from: Languages | undefined, query: string): Translation | undefined | 'failed' {
  try {
    if (last?.query !== query) last = { query, translation: from?.translateRequest(query) }
    return last.translation
  } catch {
    return 'failed'
  }
}

function withDegraded(answer: SearcherAnswer, why: Degradation): SearcherAnswer {
  return { ...answer, degraded: [...(answer.degraded ?? []), why] }
}
