import { splitClauses } from '@toolscout/search'
import { createSemanticSearcher, type SemanticSearcher } from '../embedding-index/semantic-searcher.ts'
import { createTokenEmbedder, type TokenEmbedderOptions } from './token-embedder.ts'

/** Token vectors as an arm of a hybrid searcher behind one by words. */
export interface TokenArm {
  readonly searcher: SemanticSearcher
  /** What they add at most, in scores of the best hit by words. */
  readonly weight: number
  /** They are measured, so they need not agree with words to be heard. */
  readonly trusted: true
  /** Cosine that a tool must have whose words say nothing of what is asked for. */
  readonly minScoreAlone: number
}

/** Half or a third more of it brings about as much; `docs/ranking.md` has what. */
const WEIGHT = 1.2
/** Words that nobody knows come to .35 by chance, in a catalog of thousands. */
const MIN_SCORE_ALONE = 0.4

/**
 * The token embedder in the way in which it was measured to help: a request and each of its clauses of two words and
 * more are embedded, see `clausesOf` of `createSemanticSearcher`.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the table is none.
 * @throws TypeError when there is an unknown member.
 */
export function createTokenArm(options: TokenEmbedderOptions = {}): TokenArm {
  return Object.freeze({
    searcher: createSemanticSearcher({ embedder: createTokenEmbedder(options), clausesOf, name: 'meaning' }),
    weight: WEIGHT,
    trusted: true,
    minScoreAlone: MIN_SCORE_ALONE,
  })
}

/** The clauses of a request; a single word says too little about what is meant. */
function clausesOf(query: string): readonly string[] {
  return splitClauses(query).filter((clause) => /\S\s+\S/.test(clause))
}
