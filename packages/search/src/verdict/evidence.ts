import { rootsOf, type Word } from '../analysis/tokens.ts'
import { inverseDocumentFrequency } from '../kernel/bm25f.ts'
import type { QueryTerms } from '../ranking/query-terms.ts'

/** What judging an answer needs to know of the catalog. */
export interface JudgedCatalog {
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Tools in the catalog. */
  readonly size: () => number
  readonly idOf: (docId: number) => string
}

/** An answer as it is judged. */
export interface JudgedAnswer {
  readonly query: QueryTerms
  /** The best hits, whatever was asked for: all there are, or {@link JUDGED_HITS}. */
  readonly docIds: readonly number[]
  readonly scores: readonly number[]
  /** Which terms of the query a hit holds, by its place. */
  readonly heldBy: (place: number) => ReadonlySet<string>
  /** The words of the name of a hit, by its place. */
  readonly nameOf: (place: number) => readonly Word[]
  /** Whether the query names a hit. */
  readonly isNamed: (docId: number) => boolean
}

const NONE: readonly string[] = []

/** Hits that the verdict looks at: the first screen. */
export const JUDGED_HITS = 5

/**
 * What speaks for the best hit and against it. All are in units of the weight of a word that only one tool holds
 * (its inverse document frequency), so that they mean the same in a catalog of fifty tools and in one of fifty thousand.
 */
export interface Evidence {
  /** Its score. */
  readonly score: number
  /** How far it is ahead of the fifth hit. */
  readonly lead: number
  /** Its name's words that were not asked for. */
  readonly unasked: number
  /** The rarest word of the query that it lacks and some tool holds. */
  readonly rarestLacked: number
  /** Words of the query that it lacks and that another of the best hits holds. */
  readonly heldElsewhere: number
  /** Share of the words of the query that any tool holds by their weight, from 0 to 1: those that it holds itself. */
  readonly covered: number
  /** Whether the query names it. */
  readonly isNamed: boolean
}

/** Reads the evidence out of an answer that has hits. */
export function readEvidence(
  { docIds, scores, query, heldBy, nameOf, isNamed }: JudgedAnswer,
  { frequencyOf, size }: JudgedCatalog,
): Evidence {
  const tools = size()
  const unit = inverseDocumentFrequency(tools, 1)
  const held = heldBy(0)
  let rarestLacked = 0
  let heldElsewhere = 0
  let covered = 0
  let coverable = 0
  for (const [root, share] of query.roots) {
    const frequency = frequencyOf(root)
    const weight = share * inverseDocumentFrequency(tools, frequency)
    const isHeld = isMatched(held, root, query)
    if (isHeld || frequency > 0) coverable += weight
    if (isHeld) {
      covered += weight
      continue
    }
    if (frequency > 0) rarestLacked = Math.max(rarestLacked, weight)
    for (let place = 1; place < docIds.length; place += 1) {
      if (!isMatched(heldBy(place), root, query)) continue
      heldElsewhere += weight
      break
    }
  }
  let unasked = 0
  const nameRoots = rootsOf(nameOf(0))
  for (let i = 0; i < nameRoots.length; i += 1) {
    const root = nameRoots[i] as string
    if (held.has(root) || nameRoots.indexOf(root) < i) continue
    unasked += inverseDocumentFrequency(tools, frequencyOf(root))
  }
  const [score, fifth] = [scores[0] as number, scores[JUDGED_HITS - 1] ?? 0]
  return {
    score: score / unit,
    lead: (score - fifth) / unit,
    unasked: unasked / unit,
    rarestLacked: rarestLacked / unit,
    heldElsewhere: heldElsewhere / unit,
    covered: coverable === 0 ? 0 : covered / coverable,
    isNamed: isNamed(docIds[0] as number),
  }
}

/** Whether these terms hold a word of the query or one of its expansions. */
export function isMatched(
  held: ReadonlySet<string>,
  root: string,
  { expansions }: Pick<QueryTerms, 'expansions'>,
): boolean {
  if (held.has(root)) return true
  const others = expansions.get(root) ?? NONE
  for (let i = 0; i < others.length; i += 1) if (held.has(others[i] as string)) return true
  return false
}
