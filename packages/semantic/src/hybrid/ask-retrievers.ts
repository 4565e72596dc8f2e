import type { SearchDocument, Searcher, SearcherAnswer, SearchRequest } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'
import { judgmentOf } from '@toolscout/search/internal'
import type { SearchAmong } from '../vectors/nearest-rows.ts'
import { type Fusion, windowOf } from './fusion.ts'

/** A searcher of a hybrid with what it has not taken in. */
export interface Retriever {
  readonly searcher: Searcher
  readonly weight: number
  readonly ungated: boolean
  readonly minScoreAlone: number
  /** Whether the verdict is fitted to its scores, as it is to the cosines of the table in the box. */
  readonly judges: boolean
  /** Changes it failed to take in: the latest document of each tool, `undefined` for one that was removed. */
  readonly pending: Map<string, SearchDocument | undefined>
  /** Why it failed to take them in. */
  failure: string
}

/** The answers of all retrievers, in their order; the answer of one that failed is empty and says so. */
export async function askAll(
  retrievers: readonly Retriever[],
  fusion: Fusion,
  request: SearchRequest,
): Promise<readonly SearcherAnswer[]> {
  let lead: Promise<SearcherAnswer> | undefined
  const settled = await Promise.allSettled(
    retrievers.map(async (retriever, i) => {
      // Hits behind the windows are taken from the first alone.
      const limit = i === 0 ? Math.max(request.limit, windowOf(fusion, i)) : windowOf(fusion, i)
      const among = retriever.judges && { among: await foundBy(lead) }
      const answer = askRetriever(retriever, { ...request, limit, ...among })
      lead ??= answer
      return answer
    }),
  )
  request.signal?.throwIfAborted()
  if (settled.every(({ status }) => status === 'rejected')) throw (settled[0] as PromiseRejectedResult).reason
  return settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return outcome.value
    const { name } = (retrievers[i] as Retriever).searcher
    return { hits: [], degraded: [{ part: name, reason: `It failed: ${messageOf(outcome.reason)}` }] }
  })
}

/** The tools that words found in a large catalog: looking at all others, too, would take longer than anything else. */
async function foundBy(lead: Promise<SearcherAnswer> | undefined): Promise<SearchAmong['among']> {
  try {
    return judgmentOf((await lead)?.verdict)?.found()
  } catch {
    return undefined
  }
}

/** Asks one retriever, and drops what it says about tools whose latest change it has not taken in. */
async function askRetriever(
  { searcher, pending, failure }: Retriever,
  request: SearchAmong,
): Promise<SearcherAnswer> {
  const { size } = pending
  if (size === 0) return searcher.search(request)
  const { limit } = request
  const answer = await searcher.search({ ...request, limit: limit + size })
  const hits = answer.hits.filter(({ id }) => !pending.has(id)).slice(0, limit)
  const degradation = { part: searcher.name, reason: `It has not taken in ${size} changed tools: ${failure}` }
  return { ...answer, hits, degraded: [...(answer.degraded ?? []), degradation] }
}
