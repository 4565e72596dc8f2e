import type { Explanation } from '@toolscout/model'
import { isUnspaced } from '../analysis/split-words.ts'
import type { DocumentFactor, TermScoring } from '../kernel/term-scoring.ts'
import type { RankedHandles } from '../kernel/top-k.ts'
import { type Lift, type LiftedQuery, liftForClauses, liftNamed, liftSuppliers } from './boosts.ts'
import { type Candidates, createCandidates, withChanged } from './candidates.ts'
import type { RankedCatalog } from './catalog.ts'
import { createThinning, type Lowered } from './diversification.ts'
import type { Lengths } from './length-penalty.ts'
import { type QueryReading, type QueryTerms, readQueryTerms } from './query-terms.ts'
import { splitClauses } from './subqueries.ts'

/** What is ranked. */
export interface RankingRequest {
  readonly text: string
  /** Hits that are wanted. */
  readonly limit: number
  /** Whether a tool takes part; those that do not have no bearing on the others. Default: all do. */
  readonly accepts: ((handle: number) => boolean) | undefined
}

/** The best tools for a query; what it tells is good until the documents change. */
export interface Ranking {
  /** As many as are wanted, or all there are. */
  readonly best: RankedHandles
  readonly query: QueryTerms
  /** Which terms of the query a tool holds. */
  readonly termsOf: (handle: number) => ReadonlySet<string>
  /** Whether the query names a tool, slips left aside. */
  readonly isNamed: (handle: number) => boolean
  /** How the score of one of the best came about; its value is the score. */
  readonly explain: (handle: number) => Explanation
}

/** Candidates at first: enough that an answer of ten is nearly always among them. */
const DEPTH = 16
/** And for longer answers, so many for each hit. */
const ROOM = 1.5
/** How much deeper it goes when they are not enough. */
const DEEPER = 4

/**
 * Ranks queries. The words of all tools count, but the best by their words alone are looked at more closely, as many
 * as it takes: nothing that follows lifts a tool without making it a candidate, and lowering one depends on the better
 * ones alone. So the answer is that of looking at all of them, whatever the depth.
 */
export function createRanker(
  catalog: RankedCatalog,
  depth: number = DEPTH,
): (request: RankingRequest) => Ranking {
  const { index, servers, copies, lengths, reading } = catalog
  const { signals } = reading

  const prepare = (query: QueryTerms, factor: DocumentFactor | undefined): TermScoring =>
    index.prepare({ terms: query.terms, coverage: signals.nameCoverage, factor })

  return ({ text, limit, accepts }) => {
    const query = readQueryTerms(text, reading)
    const clauses = splitClauses(text)
    const factor = factorOf(lengths, signals.overlength)
    const scoring = prepare(query, factor)
    const looked = Math.max(depth, Math.ceil(ROOM * limit) + 1)
    const candidates = createCandidates(scoring, looked, { accepts, idOf: index.idOf })
    const lifted: LiftedQuery = { ...catalog, candidates, accepts }
    const lifts: Lift[] = []
    const add = (lift: Lift): void => {
      if (lift.added.size === 0) return
      candidates.lift(lift.added)
      lifts.push(lift)
    }
    const wishes = clauses.filter((clause) => /\s/.test(clause) || isUnspaced(clause))
    if (signals.clauses > 0 && wishes.length > 1) {
      const scored = wishes.map((wish) => ({
        text: wish,
        scoring: prepare(readQueryTerms(wish, reading), factor),
      }))
      add(liftForClauses(scored, lifted))
    }
    if (signals.suppliers > 0) add(liftSuppliers(lifted))
    const named = signals.names > 0 ? liftNamed(text.trim(), clauses, lifted) : undefined
    if (named !== undefined) add(named)
    const certaintyOf = (handle: number): number => named?.certainties.get(handle) ?? 0

    const startThinning = (): ((handle: number) => Lowered) =>
      createThinning({
        servers,
        copies,
        signals,
        roots: query.roots,
        isNamed: (handle) => certaintyOf(handle) > 0,
      })
    const { best, lowered } = takeBest(candidates, limit, {
      looked,
      startThinning,
      signals,
      idOf: index.idOf,
    })
    return {
      best,
      query,
      termsOf: scoring.termsOf,
      isNamed: (handle) => certaintyOf(handle) > 0,
      explain: (handle) => {
        const raised = lifts.reduce(
          (before, { added, why }) => addition(before, why(handle), added.get(handle) ?? 0),
          scoring.explain(handle),
        )
        return thinned(raised, lowered.get(handle), signals)
      },
    }
  }
}

/** What the best candidates are taken by. */
interface Taking {
  /** Candidates that are surely in order at first; others may be needed. */
  readonly looked: number
  readonly startThinning: () => (handle: number) => Lowered
  readonly signals: QueryReading['signals']
  readonly idOf: (handle: number) => string
}

/** Thins the candidates, and takes more of them in as long as one that is none could be among the best. */
function takeBest(
  candidates: Candidates,
  limit: number,
  { looked: first, startThinning, signals, idOf }: Taking,
): { readonly best: RankedHandles; readonly lowered: ReadonlyMap<number, Lowered> } {
  for (;;) {
    const ordered = candidates.inOrder(first)
    const rest = candidates.rest()
    const judge = startThinning()
    const lowered = new Map<number, Lowered>()
    const changed = new Map<number, number>()
    let settled = 0
    let looked = 0
    // With as many that keep their scores as are wanted, none of the others can be among the best.
    for (; looked < ordered.handles.length && looked - lowered.size < limit; looked += 1) {
      const handle = ordered.handles[looked] as number
      let score = ordered.scores[looked] as number
      const how = judge(handle)
      if (how.byServer) score *= signals.crowding
      if (how.asCopy) score *= signals.copies
      if (how.byServer || how.asCopy) {
        lowered.set(handle, how)
        changed.set(handle, score)
      }
      if (score > rest) settled += 1
    }
    if (settled >= limit || rest === 0) {
      const thinnedOut = withChanged(headOf(ordered, looked), changed, idOf)
      return { best: headOf(thinnedOut, limit), lowered }
    }
    candidates.deepen(DEEPER * ordered.handles.length)
  }
}

function headOf({ handles, scores }: RankedHandles, count: number): RankedHandles {
  return { handles: handles.slice(0, count), scores: scores.slice(0, count) }
}

function factorOf(lengths: Lengths, strength: number): DocumentFactor | undefined {
  const of = lengths.factor(strength)
  return of === undefined ? undefined : { of, why: 'far longer than is usual here' }
}

function thinned(
  before: Explanation,
  lowered: Lowered | undefined,
  { crowding, copies }: QueryReading['signals'],
): Explanation {
  const steps: readonly (readonly [boolean | undefined, string, number, string])[] = [
    [lowered?.byServer, 'crowding', crowding, 'its server has better hits, and others want a place'],
    [lowered?.asCopy, 'copies', copies, 'better hits say the same'],
  ]
  return steps.reduce(
    (sum, [isLowered, signal, value, why]) =>
      isLowered === true
        ? {
            label: `score × ${signal}`,
            value: sum.value * value,
            children: [sum, { label: why, value }],
          }
        : sum,
    before,
  )
}

function addition(before: Explanation, label: string, value: number): Explanation {
  if (value === 0) return before
  return { label: 'sum', value: before.value + value, children: [before, { label, value }] }
}
