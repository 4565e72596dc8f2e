import { checkOption, checkOptions, checkWhole, type OptionKind } from '../internal/options.ts'
import type { ToolSummary } from '../tool/tool-entry.ts'
import { type Assistance, SEARCH_MODES, type SearchMode } from './assistance.ts'
import type { SearchChanges } from './search-changes.ts'
import type { ToolFilter } from './tool-filter.ts'

/** One question to a searcher. */
export interface SearchRequest {
  /** What is looked for, as the user or model wrote it. */
  readonly query: string
  /** Most hits that come back; a whole number, 0 or more. More than there are gives all of them. */
  readonly limit: number
  /** Only tools that pass are ranked; applied before the limit. */
  readonly filter?: ToolFilter | undefined
  /** Asks for an explanation on every hit. Default false. */
  readonly explain?: boolean | undefined
  /** How much the search may cost. Default: the searcher's own; one that knows no modes always answers as `fast`. */
  readonly mode?: SearchMode | undefined
  /** What the caller is about to do, for a language model to know; foreign text. Default: nothing is known. */
  readonly taskContext?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const REQUEST: { readonly [member in keyof SearchRequest]-?: OptionKind } = {
  query: 'string',
  limit: { least: 0, whole: true },
  filter: 'object',
  explain: 'boolean',
  mode: { oneOf: SEARCH_MODES },
  taskContext: 'string',
  signal: 'object',
}

/**
 * Checks what a searcher is asked for, before anything is looked up.
 *
 * @throws TypeError for a query that is no text, an unknown member and a member of another kind. @throws RangeError for a
 *   limit that is no whole number from 0, and for a mode that there is none of.
 */
export function checkRequest(request: SearchRequest): void {
  checkOptions('a search request', request, REQUEST)
  // Both have to be there.
  checkOption('query', request.query, 'string')
  checkWhole('limit', request.limit, 0)
}

/** One ranked result: a tool and how well it matches. */
export interface Hit {
  /** Canonical id of the tool. */
  readonly id: string
  /** Higher is better; comparable only within one answer. Finite and not negative. */
  readonly score: number
  /** How the score came about, when the request asked for it. */
  readonly explanation?: Explanation
}

/** A score as a tree of named numbers; every node says how it follows from its children. */
export interface Explanation {
  /** What this number is, such as `term "issue" in name`. */
  readonly label: string
  readonly value: number
  /** The parts this number is made of; absent for a number that is given. */
  readonly children?: readonly Explanation[]
  /** The word of the request that this number is for, and where the tool has it; absent where it is for none. */
  readonly met?: MetWord
}

/** A word of a request that a tool has. */
export interface MetWord {
  /** As it is compared, in lower case; a stem ends with `*`. */
  readonly word: string
  /** Fields that have it, such as `name`. */
  readonly fields: readonly string[]
}

/** Ids in ascending order by UTF-16 code unit, the same on every machine and in every locale. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The one order of hits everywhere: score descending, then id ascending. Total for hits of different tools.
 * Scores are compared as they are, never rounded.
 */
export function compareHits(a: Pick<Hit, 'id' | 'score'>, b: Pick<Hit, 'id' | 'score'>): number {
  return a.score === b.score ? compareIds(a.id, b.id) : b.score - a.score
}

/** A part of a search that could not do its work in full; the answer is what the rest found. */
export interface Degradation {
  /** The part, such as `regex` or `semantic`. */
  readonly part: string
  /** A sentence for people. */
  readonly reason: string
}

/** What a searcher found. */
export interface SearcherAnswer {
  /** Best first, see {@link compareHits}. */
  readonly hits: readonly Hit[]
  /**
   * Words of the query that no document holds, as written, in order; where documents hold parts of an identifier, the
   * other parts. Absent when the searcher has no words.
   */
  readonly unmatchedTerms?: readonly string[]
  /** Whether the best hit fits at all, whatever the limit; absent when the searcher cannot tell. */
  readonly verdict?: Verdict
  /** Absent or empty when nothing went wrong. */
  readonly degraded?: readonly Degradation[]
  /** What was done beyond looking the words up; absent when the searcher knows no modes. */
  readonly assistance?: Assistance
}

/**
 * Ranks tools for a query. What an implementation owes:
 *
 * - `apply` takes effect before it returns; the next search sees exactly the documents applied so far.
 * - An `apply` that throws changes nothing: the next search answers as the one before.
 * - A document with a known id takes the place of the earlier one; removing an unknown id changes nothing.
 * - Results depend on the documents and the request alone, not on the order or the batches in which they came,
 *   unless the searcher says that it is not deterministic.
 * - Hits are in the order of {@link compareHits}, each id at most once, scores finite and not negative.
 * - At most `limit` hits come back; a limit of 0 gives none, one above what there is gives all.
 * - A limit that is no whole number from 0, or a query that is no text, rejects with a typed error.
 * - Only documents that pass the filter are ranked, and they are ranked before the limit cuts.
 * - A query without a word gives no hits; listing is the index's work.
 * - Any text is a legal query; what a searcher refuses (a pattern it cannot run) is a typed error.
 * - Documents and requests are never changed.
 * - With `explain`, every hit carries an explanation whose value is its score.
 * - A verdict, where there is one, is the same whatever the limit; without a hit it is `none`.
 * - Every mode is answered; `assistance`, where there is any, names no higher one than was asked for.
 * - An aborted signal rejects with the signal's reason.
 *
 * The suite `searcherObligations` in the testkit has one test for each.
 */
export interface Searcher {
  /** Names the searcher in answers, explanations and reports. */
  readonly name: string
  /** False when two equal requests may be answered differently, such as by a remote engine. Default true. */
  readonly deterministic?: boolean
  readonly apply: (changes: SearchChanges) => void
  readonly search: (request: SearchRequest) => Promise<SearcherAnswer>
}

/** One question to a {@link CandidateRetriever}. */
export interface CandidateRequest extends Pick<SearchRequest, 'query' | 'limit' | 'filter' | 'signal'> {
  /** Words that mean what the query says, each with what it counts beside a word of it, above 0, at most 1. Default: none. */
  readonly expansions?: ReadonlyMap<string, number> | undefined
}

/**
 * Finds the tools that a ranking looks at, where looking at all costs too much: an engine that exists, such as SQLite's
 * FTS5. What an implementation owes:
 *
 * - At most `limit` ids come back, best first, each once; a limit of 0 gives none.
 * - Only tools that pass the filter come back, and they pass before the limit cuts.
 * - What was changed before the request is taken into account.
 * - Any text is a legal query; nothing in it is an operator. One without a word gives no ids.
 * - Expansions find tools, too, behind those with words of the query.
 * - An aborted signal rejects with the signal's reason.
 *
 * The suite `candidateRetrieverObligations` in the testkit has one test for each.
 */
export interface CandidateRetriever {
  /** Names the retriever in reports. */
  readonly name: string
  readonly retrieve: (request: CandidateRequest) => Promise<readonly string[]>
}

/**
 * How sure a search is that its best hit is what was asked for. `none`: nothing here fits, the hits are only the
 * nearest. `weak`: one of them may fit; look before you call. `strong`: the best hit is very likely meant.
 */
export type VerdictLevel = 'strong' | 'weak' | 'none'

/** A tool that comes near to what was asked for, and what keeps it from fitting. */
export interface NearMiss {
  readonly id: string
  /**
   * Words of the query that nothing in the tool stands for, as they were written, in order, and such parts of
   * identifiers; see {@link VERDICT_LIMITS}.
   */
  readonly lacks: readonly string[]
  /** Words of its name that nothing in the query asks for, in order; bounded alike. */
  readonly unasked: readonly string[]
  /** Both in a sentence for people. */
  readonly reason: string
}

/** What a search says of its own answer. */
export interface Verdict {
  readonly level: VerdictLevel
  /** What the best hit is where it is no tool; an index adds it. */
  readonly kind?: ToolSummary['kind']
  /** From 0 to 1: how sure it is that the catalog has what is asked for; comparable between queries to one catalog. */
  readonly confidence: number
  /** From 0 to 1: how sure it is that the best hit itself is meant. Absent: as sure as `confidence`. */
  readonly certainty?: number
  /** The best hits and why none of them is surely meant, best first; empty when the level is `strong` or nothing was found. */
  readonly nearMisses: readonly NearMiss[]
  /**
   * What the query names like a product or server (`Kafka`) and no server, name or title of a tool has, as it is
   * written, in order; see {@link VERDICT_LIMITS}. Absent when there is none.
   */
  readonly missing?: readonly string[]
  /** Which of several queries it is about: the one that is answered worst. Absent when one was asked. */
  readonly query?: string
}

/** The levels, surest first. */
export const VERDICT_LEVELS: readonly VerdictLevel[] = Object.freeze(['strong', 'weak', 'none'])

/** How much a verdict tells: a model may read it with every answer. */
export const VERDICT_LIMITS: Readonly<
  Record<'nearMisses' | 'words' | 'wordLength' | 'reasonLength', number>
> = Object.freeze({
  /** Most near tools that a verdict names. */
  nearMisses: 3,
  /** Most words of each kind that a verdict names, `missing` among them. */
  words: 8,
  /** Code points of a word; longer ones are cut. */
  wordLength: 40,
  /** Code points of a reason: both lists of words and the sentence around them. */
  reasonLength: 1_000,
})
