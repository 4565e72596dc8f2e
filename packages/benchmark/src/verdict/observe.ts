import type { SearcherChain } from '@toolscout/discovery'
import { createCatalogSearch, type Judgments } from '@toolscout/evaluation'
import type { JudgedQuery } from '@toolscout/evaluation/internal'
import type { Searcher, Verdict } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { type Evidence, type FEATURES, judgmentOf } from '@toolscout/search/internal'

/** What a verdict is made of: words alone, or vectors too. */
export type Variant = keyof typeof FEATURES

/** What one question tells. */
export interface Observation {
  readonly set: string
  /** 0 for the whole catalog, below 0 for other kinds of questions or catalogs, else the number of what was taken out. */
  readonly draw: number
  readonly isAnswerable: boolean
  readonly evidence: { readonly [variant in Variant]?: Evidence | undefined }
  readonly isFirstRight: { readonly [variant in Variant]: boolean }
  /** Score of the best hit, 0 without any: what can be had without a verdict. */
  readonly bestScore: { readonly [variant in Variant]: number }
}

/** Puts questions to a catalog, by words, and by words and vectors as the facade asks them. */
export async function observe(
  tools: Judgments['tools'],
  queries: readonly JudgedQuery[],
  { set, draw }: Pick<Observation, 'set' | 'draw'>,
): Promise<readonly Observation[]> {
  const there = new Set(tools.map(({ id }) => id))
  const askers = { words: createAsker(tools, () => createLexicalSearcher()), meaning: createAsker(tools) }
  const observations: Observation[] = []
  for (const { text, relevance } of queries) {
    const [words, meaning] = [await askers.words(text), await askers.meaning(text)]
    const isRight = ({ first }: Asked): boolean => first !== undefined && (relevance.get(first) ?? 0) > 0
    observations.push({
      set,
      draw,
      isAnswerable: [...relevance.keys()].some((id) => there.has(id)),
      evidence: { words: words.evidence, meaning: meaning.evidence },
      isFirstRight: { words: isRight(words), meaning: isRight(meaning) },
      bestScore: { words: words.score, meaning: meaning.score },
    })
  }
  return observations
}

interface Asked {
  readonly first: string | undefined
  readonly score: number
  readonly evidence: Evidence | undefined
}

/** Asks the facade, and looks at the verdict before it is cut to what users see. */
function createAsker(
  tools: Judgments['tools'],
  chain: SearcherChain = (own) => own,
): (text: string) => Promise<Asked> {
  let verdict: Verdict | undefined
  const watch: SearcherChain = (own) => {
    const searcher = chain(own)
    const search: Searcher['search'] = async (request) => {
      const answer = await searcher.search(request)
      verdict = answer.verdict
      return answer
    }
    return { ...searcher, search }
  }
  const { search } = createCatalogSearch(tools, { searcher: watch })
  return async (text) => {
    const { hits } = await search(text, { limit: 5 })
    return { first: hits[0]?.id, score: hits[0]?.score ?? 0, evidence: judgmentOf(verdict)?.evidence }
  }
}
