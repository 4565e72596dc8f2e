import type { Hit } from '@toolscout/model'
import { rootsOf, type Word } from '../analysis/tokens.ts'
import { holdersOf } from '../analysis/unmatched-terms.ts'
import { inverseDocumentFrequency } from '../kernel/bm25f.ts'
import type { QueryTerms } from '../ranking/query-terms.ts'
import type { RequestNames } from './product-names.ts'

/** What judging needs to know of the catalog. */
export interface JudgedCatalog {
  /** Tools that hold a term. */
  readonly frequencyOf: (term: string) => number
  /** Tools in the catalog. */
  readonly size: number
  /** Servers that they are of. */
  readonly serverCount: number
  readonly idOf: (docId: number) => string
  /** Whether a server, a name, a title or the first line of a description has a word. */
  readonly isInHead: (word: Word) => boolean
}

/** An answer as it is judged. */
export interface JudgedAnswer {
  /** The request as it was written. */
  readonly text: string
  readonly query: QueryTerms
  /** The best hits, whatever was asked for: all there are, or {@link JUDGED_HITS}. */
  readonly docIds: readonly number[]
  readonly scores: readonly number[]
  /** By term of the query: the hits that hold it, a bit each by their place. */
  readonly held: ReadonlyMap<string, number>
  /** The words of the name of a hit, by its place. */
  readonly nameOf: (place: number) => readonly Word[]
  /** The words of the server of a hit, by its place. */
  readonly serverOf: (place: number) => readonly Word[]
  /** Whether the query names a hit. */
  readonly isNamed: (docId: number) => boolean
  /** See `Judgment`. */
  readonly shareKept: (id: string) => number
}

/** What vectors add to an answer that was judged by its words. */
export interface Meaning {
  /** The hits as they are listed, best first. */
  readonly hits: readonly Hit[]
  /** Cosine similarity of the first of them to the request; 0 where it is not among the nearest. */
  readonly first: number
  /** The same of the tool nearest to the request. */
  readonly nearest: number
  /** Share of the nearest five that are among the best five by words, from 0 to 1. */
  readonly agreement: number
}

/** Hits that the verdict looks at: the first screen. */
export const JUDGED_HITS = 5

/**
 * What speaks for the best hit and against it. Scores and words are in units of the weight of a word that only one tool
 * holds (its inverse document frequency), so that they mean the same in a catalog of fifty tools and in one of fifty
 * thousand.
 */
export interface Evidence {
  /** The best score by words. */
  readonly score: number
  /** Share of the best score by which the second hit of the answer is behind, from 0 to 1. */
  readonly ahead: number
  /** The same of the fifth. */
  readonly aheadOfFifth: number
  /** Words of the name of the best hit by words that were not asked for. */
  readonly unasked: number
  /** Words of the query that it lacks and that another of the best hits holds. */
  readonly heldElsewhere: number
  /** Share of the words of the query that any tool holds by their weight, from 0 to 1: those that it holds itself. */
  readonly covered: number
  /** The same of all words of the query that are no values, whether or not any tool holds them. */
  readonly held: number
  /** Whether the query names a well-known product that no tool is for, from 0 to 1: less the longer the query is. */
  readonly missing: number
  /** Whether its server has a word of the query that is in no dictionary or names a product. */
  readonly isOfNamedServer: boolean
  /** Whether the query names it. */
  readonly isNamed: boolean
  /** How small the catalog is: 1 with a hundred tools or fewer, 0 with a thousand or more, between them by logarithm. */
  readonly small: number
  /** What vectors say, where there are any. */
  readonly meaning?: Omit<Meaning, 'hits'> | undefined
}

/** Reads the evidence out of an answer; of one without hits, what the request and the catalog say. */
export function readEvidence(
  answer: JudgedAnswer,
  { frequencyOf, size: tools, serverCount }: Pick<JudgedCatalog, 'frequencyOf' | 'size' | 'serverCount'>,
  { isMissing, names }: { readonly isMissing: boolean; readonly names: RequestNames },
): Evidence {
  const { docIds, scores, query, held, nameOf, serverOf, isNamed } = answer
  const unit = inverseDocumentFrequency(tools, 1)
  const isFound = docIds.length > 0
  let heldElsewhere = 0
  let covered = 0
  let coverable = 0
  let all = 0
  for (const [root, share] of query.roots) {
    const frequency = frequencyOf(root)
    const weight = share * inverseDocumentFrequency(tools, frequency)
    const holders = holdersOf(held, root, query)
    const isHeld = (holders & FIRST) !== 0
    if (isHeld || !DIGIT.test(root)) all += weight
    if (isHeld || frequency > 0) coverable += weight
    if (isHeld) covered += weight
    else if (holders !== 0) heldElsewhere += weight
  }
  let unasked = 0
  const nameRoots = isFound ? rootsOf(nameOf(0)) : NONE
  for (let i = 0; i < nameRoots.length; i += 1) {
    const root = nameRoots[i] as string
    if (((held.get(root) ?? 0) & FIRST) !== 0 || nameRoots.indexOf(root) < i) continue
    unasked += inverseDocumentFrequency(tools, frequencyOf(root))
  }
  const server = isFound && names.uncommon.length > 0 ? rootsOf(serverOf(0)) : NONE
  const isOfServer = (word: Word): boolean => {
    const roots = rootsOf([word])
    return roots.length > 0 && roots.every((root) => server.includes(root))
  }
  return {
    score: (scores[0] ?? 0) / unit,
    ...aheadOf(scores),
    unasked: unasked / unit,
    heldElsewhere: heldElsewhere / unit,
    covered: coverable === 0 ? 0 : covered / coverable,
    held: all === 0 ? 0 : covered / all,
    // Tools of no or of one server are not told apart by products, so that names in requests are mostly values.
    missing: isMissing && serverCount > 1 ? Math.min(1, FEW_WORDS / query.roots.size) : 0,
    isOfNamedServer: server.length > 0 && names.uncommon.some(isOfServer),
    isNamed: isFound && isNamed(docIds[0] as number),
    small: Math.min(1, Math.max(0, Math.log(LARGE / tools) / Math.log(LARGE / SMALL))),
  }
}

/** How far the first of some scores is ahead; of a hit that is not there, half: being alone says little. */
export function aheadOf(scores: readonly number[]): Pick<Evidence, 'ahead' | 'aheadOfFifth'> {
  const [best = 0] = scores
  const share = (other: number | undefined): number =>
    other === undefined || best === 0 ? 0.5 : (best - other) / best
  return { ahead: share(scores[1]), aheadOfFifth: share(scores[JUDGED_HITS - 1]) }
}

const NONE: readonly string[] = Object.freeze([])
/** The bit of the best hit. */
const FIRST = 1
/** Tools of a few servers. */
const SMALL = 100
/** From here on more tools change nothing. */
const LARGE = 1_000
/** In longer queries more and more names are values. */
const FEW_WORDS = 6
/** Words with digits are values: ids, amounts, times. */
const DIGIT = /\d/
