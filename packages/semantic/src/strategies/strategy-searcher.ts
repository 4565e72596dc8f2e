import { compareHits, compileFilter, type Hit, type Searcher, type ToolSummary } from '@toolscout/model'
import { checkChanges, checkOption, checkRequest, quote, type ToolPredicate } from '@toolscout/model/internal'
import type { ScoringStrategy } from './scoring-strategy.ts'
import { type SemanticDocument, toSemanticDocument } from './semantic-document.ts'

/** Documents that are scored at the same time; a strategy may wait for an embedder. */
const AT_ONCE = 32

/**
 * A searcher by a strategy of one's own: every search scores every tool that passes the filter. Good for hundreds of
 * tools and for trying ideas; an arm of a hybrid like any other.
 *
 * Rejects with what the strategy throws, and with a TypeError when a score is no finite number.
 *
 * @throws TypeError for what is no strategy.
 */
export function createStrategySearcher(strategy: ScoringStrategy): Searcher {
  checkOption('strategy', strategy, { functions: ['score'] })
  checkOption('name of the strategy', strategy.name, 'string')
  const documents = new Map<string, { readonly document: SemanticDocument; readonly summary: ToolSummary }>()

  const listPassing = (passes: ToolPredicate): readonly SemanticDocument[] =>
    [...documents.values()].flatMap(({ document, summary }) => (passes(summary) ? [document] : []))
  return Object.freeze({
    name: strategy.name,
    deterministic: strategy.deterministic !== false,
    apply: ({ upserts, removals }) => {
      checkChanges({ upserts, removals })
      for (const id of removals) documents.delete(id)
      for (const given of upserts) {
        documents.set(given.id, { document: toSemanticDocument(given), summary: given.summary })
      }
    },
    search: async (request) => {
      checkRequest(request)
      const { query, limit, filter, explain, signal } = request
      signal?.throwIfAborted()
      if (!/[\p{L}\p{N}]/u.test(query)) return { hits: [] }
      const passing = listPassing(compileFilter(filter))
      const hits: Hit[] = []
      for (let from = 0; from < passing.length; from += AT_ONCE) {
        const batch = passing.slice(from, from + AT_ONCE)
        const scores = await Promise.all(
          batch.map(async (document) => strategy.score(query, document, { signal })),
        )
        signal?.throwIfAborted()
        for (const [i, { id }] of batch.entries()) {
          const score = requireScore(scores[i], strategy)
          if (score > 0) hits.push(explain === true ? explained(id, score, strategy) : { id, score })
        }
      }
      return { hits: hits.sort(compareHits).slice(0, limit) }
    },
  } satisfies Searcher)
}

function requireScore(score: unknown, { name }: ScoringStrategy): number {
  if (typeof score === 'number' && Number.isFinite(score)) return score
  throw new TypeError(`The strategy ${quote(name)} gave ${quote(score)}; a finite number is needed.`)
}

function explained(id: string, score: number, { name }: ScoringStrategy): Hit {
  return { id, score, explanation: { label: `score of the strategy ${name}`, value: score } }
}
