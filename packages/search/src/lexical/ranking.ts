import { compareIds, type Explanation } from '@toolscout/model'
import { rootsOf } from '../analysis/roots.ts'
import { isUnspaced } from '../analysis/unspaced.ts'
import type { InvertedIndex } from '../kernel/inverted-index.ts'
import { createScoreBoard, type ScoreBoard } from '../kernel/score-board.ts'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { bestOfBoard } from '../kernel/top-k.ts'
import { splitClauses } from './clauses.ts'
import type { Copies } from './copies.ts'
import type { Lengths } from './lengths.ts'
import { isIdentifier, NAME_CERTAINTY, type NamedText, type NameMatch, type NameTable } from './name-table.ts'
import { type QueryReading, type QueryTerms, readQueryTerms } from './query-terms.ts'
import type { Servers } from './servers.ts'
import type { Suppliers } from './suppliers.ts'

/** What a ranking works on. */
export interface RankedCatalog {
  readonly index: InvertedIndex
  readonly names: NameTable
  readonly servers: Servers
  readonly suppliers: Suppliers
  readonly copies: Copies
  readonly lengths: Lengths
  readonly reading: QueryReading
}

/** What is ranked. */
export interface RankingRequest {
  readonly text: string
  /** Whether a tool takes part; those that do not have no bearing on the others. Default: all do. */
  readonly accepts: ((handle: number) => boolean) | undefined
}

/** All tools scored for one query; good until the next query is ranked. */
export interface Ranking {
  readonly board: ScoreBoard
  readonly query: QueryTerms
  /** Which terms of the query a tool holds. */
  readonly termsOf: (handle: number) => ReadonlySet<string>
  /** Whether the query names a tool, slips left aside. */
  readonly isNamed: (handle: number) => boolean
  /** How the score of a tool came about; its value is the score. */
  readonly explain: (handle: number) => Explanation
}

/** Changes the scores of a board, and tells afterwards what it did to one of them. */
type ExplainStep = (handle: number, before: Explanation) => Explanation

/** Best hits whose needs are looked at. */
const NEEDY = 5

/** Ranks queries, one at a time; boards are reused from query to query. */
export function createRanker(catalog: RankedCatalog): (request: RankingRequest) => Ranking {
  const { index, names, servers, suppliers, copies, lengths, reading } = catalog
  const { signals } = reading
  const board = createScoreBoard()
  const clauseBoard = createScoreBoard()
  const shares = createScoreBoard()
  /** The tools that the query names, and how certainly. */
  let namedTools: ReadonlyMap<number, number> = new Map()
  /** Whether a tool takes part in the query that is being ranked. */
  let accepts: RankingRequest['accepts']
  const takesPart = (handle: number): boolean => accepts === undefined || accepts(handle)

  const score = ({ terms }: QueryTerms, into: ScoreBoard): TermScoring => {
    const scoring = index.prepare({ terms, coverage: signals.nameCoverage })
    into.clear()
    scoring.scoreInto(into, accepts)
    const factorOf = lengths.holdBack(into, signals.overlength)
    const explain = (handle: number): Explanation => {
      const [before, factor] = [scoring.explain(handle), factorOf(handle)]
      return factor === 1 ? before : share(before, 'length', factor, 'far longer than is usual here')
    }
    return { ...scoring, explain }
  }
  const add = (added: ReadonlyMap<number, number>, why: string): ExplainStep => {
    for (const [handle, value] of added) board.set(handle, board.get(handle) + value)
    return (handle, before) => addition(before, why, added.get(handle) ?? 0)
  }

  /** A tool that is best for one clause of several is wanted, however little it has to do with the others. */
  const addClauses = (clauses: readonly string[]): ExplainStep => {
    shares.clear()
    const highest = board.highest()
    const scored = clauses.map((clause) => {
      const scoring = score(readQueryTerms(clause, reading), clauseBoard)
      const top = clauseBoard.highest()
      const { handles, scores, count } = clauseBoard
      for (let i = 0; i < count; i += 1) {
        const handle = handles[i] as number
        const share = (scores[handle] as number) / top
        if (share > shares.get(handle)) shares.set(handle, share)
      }
      return { clause, scoring, top }
    })
    const addedTo = (handle: number): number => signals.clauses * highest * shares.get(handle)
    for (let i = 0; i < shares.count; i += 1) {
      const handle = shares.handles[i] as number
      board.set(handle, board.get(handle) + addedTo(handle))
    }
    return (handle, before) => {
      const best = scored.find(
        ({ scoring, top }) => scoring.explain(handle).value / top === shares.get(handle),
      )
      return addition(before, `for the clause ${JSON.stringify(best?.clause)}`, addedTo(handle))
    }
  }

  /**
   * What the query names comes first, the surest first. Where it names several, the best tool of each name comes
   * before the others that have that name too.
   */
  const liftNames = (text: string, clauses: readonly string[]): ExplainStep => {
    const unit = signals.names * Math.max(1, board.highest())
    const meant = meantNames(names.match([...clauses, text]), text, clauses)
    const lifts = new Map<number, number>()
    const certainties = new Map<number, number>()
    for (const { matches } of meant) {
      const taking = matches.filter(({ handle }) => takesPart(handle))
      const best = meant.length < 2 ? undefined : bestOf(taking)
      for (const { handle, certainty } of taking) {
        const lift = unit * (certainty + (handle === best ? NAME_CERTAINTY.exact : 0))
        lifts.set(handle, Math.max(lift, lifts.get(handle) ?? 0))
        certainties.set(handle, Math.max(certainty, certainties.get(handle) ?? 0))
      }
    }
    namedTools = certainties
    return add(lifts, 'the query names it')
  }
  /**
   * `please` in a longer request names no tool, even where one is called so: a clause counts as a name when it is
   * written like one or has two words of weight, unless the request consists of nothing but names.
   */
  const meantNames = (
    matched: readonly NamedText[],
    whole: string,
    clauses: readonly string[],
  ): readonly NamedText[] => {
    const texts = new Set(matched.map(({ text }) => text))
    if (texts.has(whole)) return matched.filter(({ text }) => text === whole)
    if (clauses.every((clause) => texts.has(clause))) return matched
    return matched.filter(
      ({ text }) => isIdentifier(text) || rootsOf(reading.analyzer.analyze(text)).length > 1,
    )
  }
  const bestOf = (matches: readonly NameMatch[]): number | undefined =>
    [...matches].sort(
      (one, other) =>
        other.certainty - one.certainty ||
        board.get(other.handle) - board.get(one.handle) ||
        compareIds(index.idOf(one.handle), index.idOf(other.handle)),
    )[0]?.handle

  const liftSuppliers = (): ExplainStep => {
    const lifts = new Map<number, number>()
    const needy = bestOfBoard(board, NEEDY, index.idOf)
    needy.handles.forEach((handle, i) => {
      const lift = signals.suppliers * (needy.scores[i] as number)
      for (const supplier of suppliers.suppliersOf(handle)) {
        if (takesPart(supplier)) {
          lifts.set(supplier, Math.max(lift, lifts.get(supplier) ?? 0))
        }
      }
    })
    return add(lifts, 'it finds what one of the best hits needs')
  }

  const thinServers = (query: QueryTerms): ExplainStep => {
    const isLowered = servers.thin(board, query.roots, signals.crowding)
    const why = 'its server has better hits, and others want a place'
    return (handle, before) => (isLowered(handle) ? share(before, 'crowding', signals.crowding, why) : before)
  }

  const thinCopies = ({ roots }: QueryTerms): ExplainStep => {
    const isLowered = copies.thin(board, {
      keep: signals.copies,
      serverOf: servers.serverOf,
      isSpared: (handle) => namedTools.has(handle) || servers.isAskedFor(handle, roots),
    })
    const why = 'better hits say the same'
    return (handle, before) => (isLowered(handle) ? share(before, 'copies', signals.copies, why) : before)
  }

  return (request) => {
    accepts = request.accepts
    const query = readQueryTerms(request.text, reading)
    const clauses = splitClauses(request.text)
    const wishes = clauses.filter((clause) => /\s/.test(clause) || isUnspaced(clause))
    const scoring = score(query, board)
    const steps: ExplainStep[] = []
    namedTools = new Map()
    if (signals.clauses > 0 && wishes.length > 1) steps.push(addClauses(wishes))
    if (signals.suppliers > 0) steps.push(liftSuppliers())
    if (signals.names > 0) steps.push(liftNames(request.text.trim(), clauses))
    steps.push(thinServers(query), thinCopies(query))
    const named = namedTools
    return {
      board,
      query,
      termsOf: scoring.termsOf,
      isNamed: (handle) => (named.get(handle) ?? 0) > NAME_CERTAINTY.misspelt,
      explain: (handle) => steps.reduce((before, step) => step(handle, before), scoring.explain(handle)),
    }
  }
}

function share(before: Explanation, signal: string, value: number, why: string): Explanation {
  const factor = { label: why, value }
  return { label: `score × ${signal}`, value: before.value * value, children: [before, factor] }
}

function addition(before: Explanation, label: string, value: number): Explanation {
  if (value === 0) return before
  return { label: 'sum', value: before.value + value, children: [before, { label, value }] }
}
