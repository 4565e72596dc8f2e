import { splitSubqueries } from '@toolscout/search/internal'
import { createSemanticSearcher, type SemanticSearcher } from '../embedding-index/semantic-searcher.ts'
import type { HybridRetriever } from '../hybrid/hybrid-searcher.ts'
import { createTokenEmbedder, type TokenEmbedderOptions } from './token-embedder.ts'

/** Token vectors as a retriever of a hybrid searcher, after one for words. */
export interface BuiltInRetriever extends HybridRetriever {
  readonly searcher: SemanticSearcher
  readonly weight: number
}

/** Half or a third more of it brings about as much; `docs/ranking.md` has the figures. */
const WEIGHT = 1.2
/** Random words reach a cosine of .35 by chance, in a catalog of thousands. */
const MIN_SCORE_ALONE = 0.4

/**
 * The token embedder as it was measured to help: `createHybridSearcher({ searchers: [createLexicalSearcher(),
 * createBuiltInRetriever()] })` is the default ranking. A request and each of its clauses of two words or more are
 * embedded, see `clausesOf` of `createSemanticSearcher`.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the table is none.
 * @throws TypeError for an unknown option.
 */
export function createBuiltInRetriever(options: TokenEmbedderOptions = {}): BuiltInRetriever {
  return Object.freeze({
    searcher: createSemanticSearcher({ embedder: createTokenEmbedder(options), clausesOf }),
    weight: WEIGHT,
    ungated: true,
    minScoreAlone: MIN_SCORE_ALONE,
  })
}

/** The clauses of a request; a single word says too little about what is meant. */
function clausesOf(query: string): readonly string[] {
  return splitSubqueries(query).filter((clause) => /\S\s+\S/.test(clause))
}
