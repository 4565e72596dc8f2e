import { createCatalogSearch, evaluateRun, evaluateSearch, type SearchFunction } from '@toolscout/evaluation'
import type { SearchEvaluation } from '@toolscout/evaluation/internal'
import type { Searcher, SearcherAnswer } from '@toolscout/model'
import { createRerankedSearcher } from '@toolscout/rerank'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { CommandTools } from '../command/evaluation-command.ts'
import type { ReadSet } from '../command/read-sets.ts'
import { candidatesIn, createOracle } from './oracle.ts'

/** Candidates a model looks at: the default of `createRerankedSearcher`. */
const CANDIDATES = 20
/** The first ranking, before any model. */
export const FIRST_RANKING = 'first ranking'

/** How often oracles err. */
export const ERROR_RATES: readonly number[] = [0, 0.1, 0.2, 0.4]

/** The error rate of the oracle that is also asked only where the first verdict is not `strong`. */
const SPARED_RATE = 0.1
/** How reports call it. */
export const SPARED: string = `${oracleName(SPARED_RATE)}, unless strong`

/** How reports call an oracle. */
export function oracleName(errors: number): string {
  return errors === 0 ? 'oracle' : `errs ${(100 * errors).toFixed(0)} %`
}

/** What one request to the model costs. */
export interface RequestCost {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly candidates: number
}

/** A set reranked by oracles. */
export interface Reranking {
  /** The first ranking, an oracle for each of {@link ERROR_RATES}, and {@link SPARED}. */
  readonly evaluations: readonly SearchEvaluation[]
  /** Share of the queries whose first verdict is `strong`. */
  readonly strong: number
  /** Of the requests of the oracle that never errs. */
  readonly costs: readonly RequestCost[]
}

/** Has oracles rerank the default search on a set, through the very searcher that users plug in. */
export async function measureReranking(
  set: ReadSet,
  metrics: readonly string[],
  random: () => number,
  { progress, signal }: Pick<CommandTools, 'progress' | 'signal'>,
): Promise<Reranking> {
  const oracle = createOracle(set.tools, random)
  const costs: RequestCost[] = []
  const model = async (prompt: string): Promise<string> => {
    const answer = oracle.answer(prompt)
    const candidates = candidatesIn(prompt).length
    costs.push({ inputTokens: countTokens(prompt), outputTokens: countTokens(answer), candidates })
    return answer
  }
  const { search } = createCatalogSearch(set.tools, {
    searcher: (inner) =>
      createRerankedSearcher({ searcher: remembering(inner), model, candidates: CANDIDATES, cacheSize: 0 }),
  })
  const byText = new Map(set.queries.map((query) => [query.text, query]))
  const evaluations: SearchEvaluation[] = []
  const measure = async (name: string, ask: SearchFunction): Promise<void> => {
    const onProgress = (answered: number): void =>
      progress.show(`${set.name}, ${name}: ${answered} of ${set.queries.length}`)
    evaluations.push(await evaluateSearch(set, ask, { name, metrics, onProgress, signal }))
  }
  const fast = { mode: 'fast' as const }
  const strong = new Set<string>()
  await measure(FIRST_RANKING, async (text, options) => {
    const answer = await search(text, { ...options, ...fast })
    const id = byText.get(text)?.id
    if (id !== undefined && Reflect.get(Object(Reflect.get(answer, 'verdict')), 'level') === 'strong')
      strong.add(id)
    return answer
  })
  let oracleCosts: readonly RequestCost[] = []
  for (const errors of ERROR_RATES) {
    costs.length = 0
    await measure(oracleName(errors), (text, options) => {
      const query = byText.get(text)
      if (query !== undefined) oracle.expect(query, errors)
      return search(text, options)
    })
    // The first search is asked twice, once unmeasured.
    if (errors === 0) oracleCosts = costs.slice(1)
  }
  evaluations.push(spare(set, metrics, evaluations, strong))
  return { evaluations, costs: oracleCosts, strong: strong.size / Math.max(1, set.queries.length) }
}

/** The oracle's ranking where the first verdict was not strong, and the first ranking where it was. */
function spare(
  set: ReadSet,
  metrics: readonly string[],
  evaluations: readonly SearchEvaluation[],
  strong: ReadonlySet<string>,
): SearchEvaluation {
  const find = (wanted: string): SearchEvaluation =>
    evaluations.find(({ run }) => run.name === wanted) as SearchEvaluation
  const [first, reranked] = [find(FIRST_RANKING), find(oracleName(SPARED_RATE))]
  const rankings = new Map(
    [...reranked.run.rankings].map(([id, ranking]) => [
      id,
      strong.has(id) ? (first.run.rankings.get(id) ?? []) : ranking,
    ]),
  )
  const run = { name: SPARED, rankings }
  return { ...reranked, run, ...evaluateRun(set, run, { metrics }) }
}

/** A searcher that answers a query it has answered before from memory, so that every oracle sees one ranking. */
function remembering(searcher: Searcher): Searcher {
  const answers = new Map<string, Promise<SearcherAnswer>>()
  return {
    name: searcher.name,
    apply: searcher.apply,
    search: (request) => {
      const key = `${request.limit} ${request.query}`
      const known = answers.get(key) ?? searcher.search(request)
      answers.set(key, known)
      return known
    },
  }
}
