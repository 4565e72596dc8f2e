import type { CandidateRetriever, Searcher } from '@toolscout/model'
import { checkOption, requireKnownMembers } from '@toolscout/model/internal'
import { expandQuery } from '@toolscout/search/internal'
import { inEnglish, toEnglishText, toEnglishWords } from './searching.ts'

/** Options of {@link createCandidateRetriever}. */
export interface CandidateRetrieverOptions {
  /** Finds tools by their words, such as `candidates` of a store. */
  readonly engine: CandidateRetriever
  /** Finds tools by meaning, such as the searcher of `createBuiltInRetriever`, which must hold them all. Default: none. */
  readonly meaning?: Searcher | undefined
}

/** Of four candidates one is by meaning. */
const BY_WORDS = 3

/**
 * Asks an engine for candidates as our ranking looks for words: in English what is asked in another language, with
 * words that mean the same. Those that are nearest by meaning stand between the candidates of the engine.
 *
 * @throws TypeError for an unknown option, and for parts that lack their function.
 */
export function createCandidateRetriever(options: CandidateRetrieverOptions): CandidateRetriever {
  requireKnownMembers('the options of createCandidateRetriever', options, ['engine', 'meaning'])
  const { engine, meaning } = options
  checkOption('engine', engine, { functions: ['retrieve'] })
  if (meaning !== undefined) checkOption('meaning', meaning, { functions: ['search'] })
  const byWords = inEnglish(asSearcher(engine), toEnglishWords)
  const byMeaning = meaning === undefined ? undefined : inEnglish(meaning, toEnglishText)
  return Object.freeze({
    name: engine.name,
    retrieve: async (request) => {
      const [words, nearest] = await Promise.all([byWords.search(request), byMeaning?.search(request)])
      const found = new Set<string>()
      for (const [i, { id }] of words.hits.entries()) {
        if (i % BY_WORDS === 0) addTo(found, nearest?.hits[i / BY_WORDS]?.id)
        addTo(found, id)
      }
      for (const { id } of nearest?.hits ?? []) found.add(id)
      return [...found].slice(0, request.limit)
    },
  } satisfies CandidateRetriever)
}

function addTo(found: Set<string>, id: string | undefined): void {
  if (id !== undefined) found.add(id)
}

/** An engine as a searcher, whose scores are those of the places. */
function asSearcher(engine: CandidateRetriever): Searcher {
  return {
    name: engine.name,
    apply: () => undefined,
    search: async ({ query, limit, filter, signal }) => {
      const expansions = await expandQuery(query)
      const ids = await engine.retrieve({ query, expansions, limit, filter, signal })
      return { hits: ids.map((id, place) => ({ id, score: 1 / (1 + place) })) }
    },
  }
}
