import { compareIds } from '@toolscout/model'
import { rootsOf } from '../analysis/tokens.ts'
import type { TermScoring } from '../kernel/term-scoring.ts'
import type { Candidates } from './candidates.ts'
import type { RankedCatalog } from './catalog.ts'
import { isIdentifier, NAME_CERTAINTY, type NamedText, type NameMatch } from './name-table.ts'

/** What some tools get beside the score of their words. */
export interface Lift {
  readonly added: ReadonlyMap<number, number>
  /** Says so in explanations. */
  readonly why: (handle: number) => string
}

/** What lifts are worked out from. */
export interface LiftedQuery extends RankedCatalog {
  readonly candidates: Candidates
  /** Whether a tool takes part. Default: all do. */
  readonly accepts: ((handle: number) => boolean) | undefined
}

/** A clause of a request, and what tools have by its words. */
export interface ScoredClause {
  readonly text: string
  readonly scoring: TermScoring
}

/** Best tools of a clause that gain by it. */
const CLAUSE_DEPTH = 64
/** Best hits whose needs are looked at. */
const NEEDY = 5

/**
 * A tool that is best for one clause of several is wanted, however little it has to do with the others; those that come
 * close gain in proportion.
 */
export function liftForClauses(
  clauses: readonly ScoredClause[],
  { candidates, accepts, reading }: LiftedQuery,
): Lift {
  const highest = candidates.inOrder(1).scores[0] ?? 0
  const added = new Map<number, number>()
  const reasons = new Map<number, string>()
  for (const { text, scoring } of clauses) {
    const { handles, scores } = scoring.best(CLAUSE_DEPTH, accepts)
    for (let i = 0; i < handles.length; i += 1) {
      const handle = handles[i] as number
      const value = reading.signals.clauses * highest * ((scores[i] as number) / (scores[0] as number))
      if (value <= (added.get(handle) ?? 0)) continue
      added.set(handle, value)
      reasons.set(handle, text)
    }
  }
  return { added, why: (handle) => `for the clause ${JSON.stringify(reasons.get(handle))}` }
}

/** A tool that finds what one of the best five needs is lifted towards it. */
export function liftSuppliers({ candidates, accepts, suppliers, reading }: LiftedQuery): Lift {
  const { handles, scores } = candidates.inOrder(NEEDY)
  const added = new Map<number, number>()
  handles.slice(0, NEEDY).forEach((handle, i) => {
    const value = reading.signals.suppliers * (scores[i] as number)
    for (const supplier of suppliers.suppliersOf(handle)) {
      if (accepts !== undefined && !accepts(supplier)) continue
      added.set(supplier, Math.max(value, added.get(supplier) ?? 0))
    }
  })
  return { added, why: () => 'it finds what one of the best hits needs' }
}

/** The lift of tools that a query names, and how certainly it names each. */
export interface NameLift extends Lift {
  readonly certainties: ReadonlyMap<number, number>
}

/**
 * What the query names comes first, the surest first. Where it names several, the best tool of each name comes before
 * the others that have that name too.
 */
export function liftNamed(
  text: string,
  clauses: readonly string[],
  { candidates, accepts, names, reading, index }: LiftedQuery,
): NameLift {
  const matched = names.match([...clauses, text])
  const meant = meantNames(matched, text, clauses, (part) => rootsOf(reading.analyzer.analyze(part)).length)
  const unit =
    meant.length === 0 ? 0 : reading.signals.names * Math.max(1, candidates.inOrder(1).scores[0] ?? 0)
  const added = new Map<number, number>()
  const certainties = new Map<number, number>()
  const bestOf = (matches: readonly NameMatch[]): number | undefined =>
    [...matches].sort(
      (one, other) =>
        other.certainty - one.certainty ||
        candidates.scoreOf(other.handle) - candidates.scoreOf(one.handle) ||
        compareIds(index.idOf(one.handle), index.idOf(other.handle)),
    )[0]?.handle
  for (const { matches } of meant) {
    const taking = accepts === undefined ? matches : matches.filter(({ handle }) => accepts(handle))
    const best = meant.length < 2 ? undefined : bestOf(taking)
    for (const { handle, certainty } of taking) {
      const value = unit * (certainty + (handle === best ? NAME_CERTAINTY.exact : 0))
      added.set(handle, Math.max(value, added.get(handle) ?? 0))
      certainties.set(handle, Math.max(certainty, certainties.get(handle) ?? 0))
    }
  }
  return { added, certainties, why: () => 'the query names it' }
}

/**
 * `please` in a longer request names no tool, even where one is called so: a clause counts as a name when it is
 * written like one or has two words of weight, unless the request consists of nothing but names.
 */
function meantNames(
  matched: readonly NamedText[],
  whole: string,
  clauses: readonly string[],
  countRoots: (text: string) => number,
): readonly NamedText[] {
  const texts = new Set(matched.map(({ text }) => text))
  if (texts.has(whole)) return matched.filter(({ text }) => text === whole)
  if (clauses.every((clause) => texts.has(clause))) return matched
  return matched.filter(({ text }) => isIdentifier(text) || countRoots(text) > 1)
}
