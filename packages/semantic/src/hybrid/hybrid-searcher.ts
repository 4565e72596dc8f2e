import type {
  Hit,
  SearchChanges,
  SearchDocument,
  Searcher,
  SearcherAnswer,
  SearchRequest,
} from '@toolscout/model'
import {
  checkOption,
  checkOptions,
  checkRequest,
  draftOfAll,
  messageOf,
  type OptionKind,
  setDraft,
} from '@toolscout/model/internal'
import { judgmentOf } from '@toolscout/search/internal'
import { explainHit } from './explain-hit.ts'
import { checkFusion, createGatedFusion, type FusedHit, type Fusion, windowOf } from './fusion.ts'

/** A searcher of a hybrid, and how much it counts. */
export interface HybridRetriever {
  readonly searcher: Searcher
  /** How much it counts relative to the others. Default 1. Legal: above 0, at most 100. */
  readonly weight?: number | undefined
  /** Whether it counts without having to agree with the first; for one you measured to help. Default false. */
  readonly ungated?: boolean | undefined
  /** Lowest score here of a tool that no other retriever found. Default 0. Legal: from 0. */
  readonly minScoreAlone?: number | undefined
}

/** Options of {@link createHybridSearcher}. */
export interface HybridSearcherOptions {
  /** One or more, with different names. The first leads: it gives the verdict and the unmatched words. */
  readonly searchers: readonly (Searcher | HybridRetriever)[]
  /** How their rankings become one. Default: {@link createGatedFusion}. */
  readonly fusion?: Fusion | undefined
  /** Default: `hybrid`. */
  readonly name?: string | undefined
}

/** A searcher of a hybrid with what it has not taken in. */
export interface Retriever {
  readonly searcher: Searcher
  readonly weight: number
  readonly ungated: boolean
  readonly minScoreAlone: number
  /** Whether the verdict is fitted to its scores, as it is to the cosines of the table in the box. */
  readonly judges: boolean
  /** Changes it failed to take in: the latest document of each tool, `undefined` for one that was removed. */
  readonly pending: Map<string, SearchDocument | undefined>
  /** Why it failed to take them in. */
  failure: string
}

const KINDS = {
  searcher: { functions: ['apply', 'search'] },
  weight: { least: Number.MIN_VALUE, most: 100 },
  ungated: 'boolean',
  minScoreAlone: { least: 0 },
  judges: 'boolean',
} satisfies { [Member in keyof HybridRetriever | 'judges']-?: OptionKind }

/**
 * Combines searchers into one. All are asked at the same time. One whose search fails, or whose `apply` fails, is
 * reported in `degraded`, and the others answer; changes it did not take in are given to it again with the next ones,
 * until then what it says about those tools is ignored and it does not lead. When all fail, the first error is thrown, and a failed
 * `apply` has changed nothing. Where only the first retriever found anything, its answer is passed on unchanged.
 *
 * @throws TypeError for an option that is unknown or of another kind.
 * @throws RangeError without a searcher, when two have one name, or when a number is outside its legal range.
 */
export function createHybridSearcher(options: HybridSearcherOptions): Searcher {
  checkOptions('the options of a hybrid', options, { searchers: 'list', fusion: 'anything', name: 'string' })
  const retrievers = toRetrievers(options.searchers)
  const fusion = checkFusion(options.fusion ?? createGatedFusion())
  const searcher = Object.freeze({
    name: options.name ?? 'hybrid',
    deterministic: retrievers.every(({ searcher }) => searcher.deterministic !== false),
    apply: (changes) => {
      const failures = retrievers.flatMap((retriever) => {
        try {
          retriever.searcher.apply(withPending(retriever.pending, changes))
          retriever.pending.clear()
          return []
        } catch (error) {
          return [{ retriever, error }]
        }
      })
      if (failures.length === retrievers.length) throw failures[0]?.error
      for (const { retriever, error } of failures) {
        addChanges(retriever.pending, changes)
        retriever.failure = messageOf(error)
      }
    },
    search: async (request) => {
      checkRequest(request)
      request.signal?.throwIfAborted()
      const ordered = currentFirst(retrievers)
      const answers = await askAll(ordered, fusion, request)
      return fuseAnswers(ordered, answers, fusion, request)
    },
  } satisfies Searcher)
  const all = retrievers.map((one) => one.searcher)
  // One that lags behind is given everything again.
  const isCurrent = (): boolean => retrievers.every(({ pending }) => pending.size === 0)
  setDraft(searcher, async (slices) => (isCurrent() ? draftOfAll(all, slices) : undefined))
  return searcher
}

function toRetrievers(searchers: HybridSearcherOptions['searchers']): readonly Retriever[] {
  if (searchers === undefined || searchers.length === 0)
    throw new RangeError('A hybrid needs at least one searcher.')
  const retrievers = searchers.map((given): Retriever => {
    checkOption('a searcher of the hybrid', given, 'object')
    const own: HybridRetriever = 'searcher' in given ? given : { searcher: given }
    checkOptions('a retriever of the hybrid', own, KINDS)
    const { searcher, weight = 1, ungated = false, minScoreAlone = 0 } = own
    const judges = 'judges' in given && given.judges === true
    return { searcher, weight, ungated, minScoreAlone, judges, pending: new Map(), failure: '' }
  })
  if (new Set(retrievers.map(({ searcher }) => searcher.name)).size < retrievers.length) {
    throw new RangeError('Two searchers have one name; give each its own, so that answers can name it.')
  }
  return retrievers
}

/** The pending changes and newer ones, each id once. */
function withPending(pending: Retriever['pending'], changes: SearchChanges): SearchChanges {
  if (pending.size === 0) return changes
  const all = new Map(pending)
  addChanges(all, changes)
  const upserts = [...all.values()].filter((document) => document !== undefined)
  const removals = [...all].flatMap(([id, document]) => (document === undefined ? id : []))
  return { upserts, removals }
}

function addChanges(pending: Retriever['pending'], { upserts, removals }: SearchChanges): void {
  for (const id of removals) pending.set(id, undefined)
  for (const document of upserts) pending.set(document.id, document)
}

/** Retrievers that took in every change first, because one that misses tools cannot judge what the others add. */
function currentFirst(retrievers: readonly Retriever[]): readonly Retriever[] {
  const isCurrent = ({ pending }: Retriever): boolean => pending.size === 0
  if (retrievers.every(isCurrent)) return retrievers
  return [...retrievers.filter(isCurrent), ...retrievers.filter((retriever) => !isCurrent(retriever))]
}

function fuseAnswers(
  retrievers: readonly Retriever[],
  answers: readonly SearcherAnswer[],
  fusion: Fusion,
  { limit, explain }: SearchRequest,
): SearcherAnswer {
  const lead = answers[0] as SearcherAnswer
  const all = answers.flatMap((answer) => answer.degraded ?? [])
  const degraded = all.length > 0 ? { degraded: all } : {}
  if (answers.every((answer, i) => i === 0 || answer.hits.length === 0)) {
    return { ...lead, hits: lead.hits.slice(0, limit), ...degraded }
  }
  const fused = fusion.fuse(
    answers.map(({ hits, verdict }, i) => {
      const { searcher, weight, ungated, minScoreAlone } = retrievers[i] as Retriever
      const used = hits.slice(0, windowOf(fusion, i))
      const counts = { weight, ungated, minScoreAlone, keeps: judgmentOf(verdict)?.shareKept }
      const { confidence } = verdict ?? {}
      return { retriever: searcher.name, ...counts, hits: used, confidence }
    }),
    explain === true ? undefined : Math.max(limit, COMPARED_HITS),
  )
  const best = fused.slice(0, limit)
  const hits = explain
    ? best.map((hit) => explainHit(hit, fusion, retrievers, answers))
    : best.map(({ id, score }): Hit => ({ id, score }))
  const judged = judgeFused(retrievers, answers, fused)
  return { ...lead, ...judged, hits: [...hits, ...restOf(lead.hits, fused, limit)], ...degraded }
}

/** The answers of all retrievers, in their order; the answer of one that failed is empty and says so. */
async function askAll(
  retrievers: readonly Retriever[],
  fusion: Fusion,
  request: SearchRequest,
): Promise<readonly SearcherAnswer[]> {
  const settled = await Promise.allSettled(
    retrievers.map(async (retriever, i) => {
      // Hits behind the windows are taken from the first alone.
      const limit = i === 0 ? Math.max(request.limit, windowOf(fusion, i)) : windowOf(fusion, i)
      return askRetriever(retriever, { ...request, limit })
    }),
  )
  request.signal?.throwIfAborted()
  if (settled.every(({ status }) => status === 'rejected')) throw (settled[0] as PromiseRejectedResult).reason
  return settled.map((outcome, i) => {
    if (outcome.status === 'fulfilled') return outcome.value
    const { name } = (retrievers[i] as Retriever).searcher
    return { hits: [], degraded: [{ part: name, reason: `It failed: ${messageOf(outcome.reason)}` }] }
  })
}

/** Asks one retriever, and drops what it says about tools whose latest change it has not taken in. */
async function askRetriever(
  { searcher, pending, failure }: Retriever,
  request: SearchRequest,
): Promise<SearcherAnswer> {
  const { size } = pending
  if (size === 0) return searcher.search(request)
  const { limit } = request
  const answer = await searcher.search({ ...request, limit: limit + size })
  const hits = answer.hits.filter(({ id }) => !pending.has(id)).slice(0, limit)
  const degradation = { part: searcher.name, reason: `It has not taken in ${size} changed tools: ${failure}` }
  return { ...answer, hits, degraded: [...(answer.degraded ?? []), degradation] }
}

/** The verdict of the first retriever, judged again by the similarities of the one that it is fitted to. */
function judgeFused(
  retrievers: readonly Retriever[],
  [lead, ...others]: readonly SearcherAnswer[],
  hits: readonly FusedHit[],
): Pick<SearcherAnswer, 'verdict'> {
  const similar = others.find((_, i) => retrievers[i + 1]?.judges === true)?.hits ?? []
  const judgment = judgmentOf(lead?.verdict)
  if (lead === undefined || judgment === undefined || similar[0] === undefined) return {}
  const first = similar.find(({ id }) => id === hits[0]?.id)?.score ?? 0
  const best = new Set(lead.hits.slice(0, COMPARED_HITS).map(({ id }) => id))
  const agreement = similar.slice(0, COMPARED_HITS).filter(({ id }) => best.has(id)).length / COMPARED_HITS
  return { verdict: judgment.withMeaning({ hits, first, nearest: similar[0].score, agreement }) }
}

const COMPARED_HITS = 5

/** The hits of the first retriever behind its window, in their order, with scores below those of all fused hits. */
function restOf(hits: readonly Hit[], fused: readonly FusedHit[], limit: number): readonly Hit[] {
  if (fused.length >= limit) return []
  const known = new Set(fused.map(({ id }) => id))
  const rest = hits.filter(({ id }) => !known.has(id))
  const highest = rest[0]?.score ?? 0
  const factor = Math.min(1, (0.5 * (fused.at(-1)?.score ?? 1)) / highest)
  return rest.slice(0, limit - fused.length).map(({ id, score, explanation }) => {
    const scaled = score * factor
    if (explanation === undefined) return { id, score: scaled }
    const children = [explanation, { label: 'behind the hits that were fused', value: factor }]
    return { id, score: scaled, explanation: { label: 'score × share', value: scaled, children } }
  })
}
