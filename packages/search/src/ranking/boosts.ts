import { compareIds } from '@toolscout/model'
import { isAscii } from '../analysis/split-words.ts'
import { rootsOf } from '../analysis/tokens.ts'
import type { AcceptsDoc, TermScoring } from '../kernel/term-scoring.ts'
import type { RankedDocs } from '../kernel/top-k.ts'
import type { Candidates } from './candidates.ts'
import { isIdentifier } from './name-keys.ts'
import { NAME_CERTAINTY, type NamedText, type NameMatch } from './name-matching.ts'
import type { SearchedCatalog } from './searched-catalog.ts'

/** What some tools get on top of the score of their words. */
export interface Boost {
  readonly added: ReadonlyMap<number, number>
  /** Says so in explanations. */
  readonly why: (docId: number) => string
}

/** What boosts are worked out from. */
export interface BoostedQuery {
  readonly catalog: SearchedCatalog
  readonly candidates: Candidates
  /** Whether a tool takes part. Default: all do. */
  readonly accepts: AcceptsDoc | undefined
  /** Words of the request of which no tool holds some part as it is written. */
  readonly mistyped: readonly string[]
}

/** A subquery of a request, and what tools have by its words. */
export interface ScoredSubquery {
  readonly text: string
  readonly scoring: TermScoring
}

/** Best tools of a subquery that gain by it. */
const SUBQUERY_DEPTH = 64
/** Best hits whose prerequisites are boosted. */
const CONSUMERS = 5

/**
 * A tool that is best for one subquery of several is wanted, however little it has to do with the others; those that come
 * close gain in proportion.
 */
export function boostForSubqueries(
  subqueries: readonly ScoredSubquery[],
  { catalog, candidates, accepts }: BoostedQuery,
): Boost {
  const highest = candidates.inOrder(1).scores[0] ?? 0
  const added = new Map<number, number>()
  const ranked = subqueries.map(({ scoring }) => scoring.best(SUBQUERY_DEPTH, accepts))
  const valueAt = ({ scores }: RankedDocs, i: number): number =>
    catalog.signals.subqueries * highest * ((scores[i] as number) / (scores[0] as number))
  for (const best of ranked) {
    for (let i = 0; i < best.docIds.length; i += 1) {
      const docId = best.docIds[i] as number
      const value = valueAt(best, i)
      if (value > (added.get(docId) ?? 0)) added.set(docId, value)
    }
  }
  const reasonOf = (docId: number): string | undefined => {
    const which = ranked.findIndex((best) => valueAt(best, best.docIds.indexOf(docId)) === added.get(docId))
    return subqueries[which]?.text
  }
  return { added, why: (docId) => `for the subquery ${JSON.stringify(reasonOf(docId))}` }
}

/** What a tool that finds what another needs may reach at most, as a share of its score, by the boost. */
const BEHIND = 0.95

/**
 * A tool that finds what one of the best five needs is boosted towards it.
 *
 * @param changes whether the request wants something changed: then what finds it does not come before what changes it.
 */
export function boostPrerequisites({ catalog, candidates, accepts }: BoostedQuery, changes: boolean): Boost {
  const { docIds, scores } = candidates.inOrder(CONSUMERS)
  const added = new Map<number, number>()
  docIds.slice(0, CONSUMERS).forEach((docId, i) => {
    const score = scores[i] as number
    const most = catalog.signals.prerequisites * score
    for (const producer of catalog.tools.prerequisites.producersFor(docId)) {
      if (most <= (added.get(producer) ?? 0) || (accepts !== undefined && !accepts(producer))) continue
      // Where the most that it may have leaves room, what it has does not matter.
      const isBehind = !changes || BEHIND * score - candidates.atMost(producer) >= most
      const value = isBehind ? most : Math.min(most, BEHIND * score - candidates.scoreOf(producer))
      if (value > (added.get(producer) ?? 0)) added.set(producer, value)
    }
  })
  return { added, why: () => 'it finds what one of the best hits needs' }
}

/** The boost of tools that a query names, and how certainly it names each. */
export interface NamedBoost extends Boost {
  readonly certainties: ReadonlyMap<number, number>
}

/**
 * What the query names comes first, the surest first. Where it names several, the best tool of each name comes before
 * the others that have that name too. `undefined` where it names none.
 */
export function boostNamed(
  text: string,
  subqueries: readonly string[],
  { catalog, candidates, accepts, mistyped }: BoostedQuery,
): NamedBoost | undefined {
  // A part has no words that the request does not have.
  const isMistyped = (part: string): boolean =>
    mistyped.some((word) => part.includes(word)) &&
    (part === text || catalog.analyzer.analyze(part).some((word) => catalog.readWord(word).isMistyped))
  const isOne = subqueries.length === 1 && subqueries[0] === text
  const matched = catalog.names.match(isOne ? subqueries : [...subqueries, text], isMistyped)
  if (matched.length === 0) return undefined
  const meant = meantNames(
    matched,
    text,
    subqueries,
    (part) => rootsOf(catalog.analyzer.analyze(part)).length,
  )
  const unit =
    meant.length === 0 ? 0 : catalog.signals.names * Math.max(1, candidates.inOrder(1).scores[0] ?? 0)
  const added = new Map<number, number>()
  const certainties = new Map<number, number>()
  const bestOf = (matches: readonly NameMatch[]): number | undefined =>
    [...matches].sort(
      (one, other) =>
        other.certainty - one.certainty ||
        candidates.scoreOf(other.docId) - candidates.scoreOf(one.docId) ||
        compareIds(catalog.idOf(one.docId), catalog.idOf(other.docId)),
    )[0]?.docId
  for (const { matches } of meant) {
    const taking = accepts === undefined ? matches : matches.filter(({ docId }) => accepts(docId))
    const best = meant.length < 2 ? undefined : bestOf(taking)
    for (const { docId, certainty } of taking) {
      const value = unit * (certainty + (docId === best ? NAME_CERTAINTY.exact : 0))
      added.set(docId, Math.max(value, added.get(docId) ?? 0))
      certainties.set(docId, Math.max(certainty, certainties.get(docId) ?? 0))
    }
  }
  return { added, certainties, why: () => 'the query names it' }
}

/**
 * `please` in a longer request names no tool, even where one is called so: a subquery counts as a name when it is
 * written like one or has two words of weight, unless the request consists of nothing but names.
 */
function meantNames(
  matched: readonly NamedText[],
  whole: string,
  subqueries: readonly string[],
  countRoots: (text: string) => number,
): readonly NamedText[] {
  const texts = new Set(matched.map(({ text }) => text))
  if (texts.has(whole)) return matched.filter(({ text }) => text === whole)
  if (subqueries.every((subquery) => texts.has(subquery))) return matched
  return matched.filter(({ text }) => isIdentifier(text) || countRoots(text) > 1)
}

/**
 * Where a request goes from one phrase to the next: ends of sentences, semicolons, commas and dashes, and the words
 * that join phrases. A dot or colon inside a word (`v1.2`, `server:tool`) ends nothing.
 */
const JOINED =
  'as\\s+well\\s+as|and\\s+then|after\\s+that|afterwards|then|and|' +
  'und\\s+dann|danach|anschließend|und|sowie|puis|ensuite|et|luego|después|y|e|poi|и|затем|потом|και|ve|और|ثم|그리고'
/** The same in scripts without spaces. */
const JOINED_UNSPACED = '然后|然後|接着|并且|並且|以及|之后再|そして|それから|その後|แล้วก็|และ|จากนั้น'
const BOUNDARY = new RegExp(
  `[.;:!?](?=\\s|$)|[\\n\\r。；：！？、，।؛،؟—]|,\\s+|\\s(?:${JOINED})(?=\\s)|${JOINED_UNSPACED}`,
  'giu',
)

/** What may precede a subquery: the sign of a list, and words that join it to the one before. */
const LEADING = new RegExp(`^\\s*(?:[-*•]\\s+|\\d+[.)]\\s+)?(?:(?:${JOINED})\\s+)*`, 'iu')
const LETTER = /\p{L}/u

/** The same for texts of ASCII: most are, and the engine takes milliseconds to compile what tells all letters apart. */
const ASCII_JOINED = JOINED.split('|').filter(isAscii).join('|')
const ASCII_BOUNDARY = new RegExp(`[.;:!?](?=\\s|$)|[\\n\\r]|,\\s+|\\s(?:${ASCII_JOINED})(?=\\s)`, 'gi')
const ASCII_LEADING = new RegExp(`^\\s*(?:[-*]\\s+|\\d+[.)]\\s+)?(?:(?:${ASCII_JOINED})\\s+)*`, 'i')
const ASCII_LETTER = /[a-z]/i

/** Maximum of subqueries; a longer text is a document, not a request. */
const MAX_SUBQUERIES = 24

/** The subqueries of a request that hold a letter, in order; a request that is one phrase is one subquery. */
export function splitSubqueries(text: string): readonly string[] {
  const isPlain = isAscii(text)
  const [leading, letter] = isPlain ? [ASCII_LEADING, ASCII_LETTER] : [LEADING, LETTER]
  return text
    .split(isPlain ? ASCII_BOUNDARY : BOUNDARY)
    .map((subquery) => subquery.replace(leading, '').trim())
    .filter((subquery) => letter.test(subquery))
    .slice(0, MAX_SUBQUERIES)
}
