import type { Searcher, ToolSummary } from '@toolscout/model'
import type { QueryVectors } from '@toolscout/semantic'
import { createHybridSearcher, type Fusion, type HybridRetriever } from '@toolscout/semantic'
import type { FoundTools, PostgresSearchRequest } from '../search.ts'
import type { NearTool } from './nearest-tools.ts'

/** What both rankings are made by. */
export interface HybridParts {
  readonly words: (request: PostgresSearchRequest) => Promise<FoundTools>
  readonly vectors: QueryVectors
  readonly nearest: (request: PostgresSearchRequest, query: Float32Array) => Promise<readonly NearTool[]>
  readonly fusion: Fusion | undefined
  readonly arm: Omit<HybridRetriever, 'searcher'> | undefined
}

/** A search by words and by meaning. What fails of meaning is told, and the words stand as they are. */
export function createHybridSearch({
  words,
  vectors,
  nearest,
  fusion,
  arm,
}: HybridParts): (request: PostgresSearchRequest) => Promise<FoundTools> {
  return async (request) => {
    /** What the words found: its revision and summaries are those of the answer. */
    let lead: FoundTools | undefined
    const known = new Map<string, ToolSummary>()
    const byWords: Searcher = {
      name: 'words',
      apply: () => {},
      search: async ({ limit }) => {
        lead = await words({ ...request, limit })
        for (const tool of lead.tools) known.set(tool.id, tool)
        return lead.answer
      },
    }
    const byMeaning: Searcher = {
      name: 'meaning',
      apply: () => {},
      search: async ({ query, limit, explain }) => {
        const found = await vectors.vectorOf(query, request.signal)
        if ('reason' in found) return { hits: [], degraded: [{ part: 'meaning', reason: found.reason }] }
        const near = await nearest({ ...request, limit }, found.vector)
        for (const { tool } of near) known.set(tool.id, tool)
        const hits = near.map(({ hit }) => ({
          ...hit,
          ...(explain === true ? { explanation: { label: 'cosine similarity', value: hit.score } } : {}),
        }))
        return { hits }
      },
    }
    const hybrid = createHybridSearcher({
      searchers: [byWords, { ...arm, searcher: byMeaning }],
      fusion,
    })
    const { hits, degraded } = await hybrid.search(request)
    // Without the words there is no revision to answer for; they may fail once more.
    if (lead === undefined) return words(request)
    return {
      tools: hits.flatMap(({ id }) => known.get(id) ?? []),
      answer: {
        ...lead.answer,
        hits,
        // How near other vectors are is not known.
        exact: false,
        ...(degraded === undefined ? {} : { degraded }),
      },
    }
  }
}
