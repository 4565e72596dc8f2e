import { createCatalogSearch, type Judgments } from '@toolscout/evaluation'
import type { JudgedQuery } from '@toolscout/evaluation/internal'
import type { Searcher, SearcherAnswer, Verdict } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { type Evidence, evidenceOf } from '@toolscout/search/internal'
import { createBuiltInRetriever, createHybridSearcher } from '@toolscout/semantic'

/** What a verdict is made of: words alone, or vectors too. */
export type Variant = 'words' | 'meaning'

/** What one question tells. */
export interface Observation {
  readonly set: string
  /** 0 for the whole catalog, -1 with questions of another set, else the number of what was taken out. */
  readonly draw: number
  readonly isAnswerable: boolean
  readonly evidence: { readonly [variant in Variant]?: Evidence | undefined }
  readonly isFirstRight: { readonly [variant in Variant]: boolean }
}

/** Remembers the last answer of a searcher. */
function watched(searcher: Searcher): { readonly searcher: Searcher; readonly last: () => SearcherAnswer } {
  let last: SearcherAnswer = { hits: [] }
  const search: Searcher['search'] = async (request) => {
    last = await searcher.search(request)
    return last
  }
  return {
    searcher: { ...searcher, name: searcher.name, apply: (changes) => searcher.apply(changes), search },
    last: () => last,
  }
}

/** Puts questions to a catalog, by words and by words and vectors. */
export async function observe(
  tools: Judgments['tools'],
  queries: readonly JudgedQuery[],
  { set, draw }: Pick<Observation, 'set' | 'draw'>,
): Promise<readonly Observation[]> {
  const words = watched(createLexicalSearcher())
  const hybrid = watched(createHybridSearcher({ searchers: [words.searcher, createBuiltInRetriever()] }))
  const { search } = createCatalogSearch(tools, { searcher: hybrid.searcher })
  const there = new Set(tools.map(({ id }) => id))
  const observations: Observation[] = []
  for (const { text, relevance } of queries) {
    const { hits } = await search(text, { limit: 100 })
    const best = words.last().hits[0]?.id
    const bestByWords = hits.find((hit) => Reflect.get(Reflect.get(hit, 'summary') ?? {}, 'id') === best)
    const isRight = (id: string | undefined): boolean => id !== undefined && (relevance.get(id) ?? 0) > 0
    observations.push({
      set,
      draw,
      isAnswerable: [...relevance.keys()].some((id) => there.has(id)),
      evidence: { words: evidenceIn(words.last().verdict), meaning: evidenceIn(hybrid.last().verdict) },
      isFirstRight: { words: isRight(bestByWords?.id), meaning: isRight(hits[0]?.id) },
    })
  }
  return observations
}

function evidenceIn(verdict: Verdict | undefined): Evidence | undefined {
  return verdict === undefined ? undefined : evidenceOf(verdict)
}
