import type { Gateway, GatewayAnswer } from '@toolscout/gateway'
import type { CandidateRetriever, Degradation, ToolFilter, ToolSummary } from '@toolscout/model'
import { messageOf, quote, SEARCH_MODES } from '@toolscout/model/internal'
import type { DefinitionFacts } from './definition-facts.ts'
import { toCapability } from './exposure/capabilities.ts'
import { hitConfidence } from './exposure/hit-confidence.ts'
import { createMatchReasons } from './exposure/match-reason.ts'
import { SOURCE_KINDS, type SourceKind } from './indexer.ts'
import type { LoomSearchRequest, LoomSearchResponse, LoomSearchResult, RelevanceSignal } from './loom.ts'
import { createSignals } from './relevance-signals.ts'
import type { ToolFacts } from './tool-facts.ts'
import { kindOfTool } from './tool-ids.ts'
import type { VisibleCount } from './visible-count.ts'

/** Results of a search that names no limit. */
const DEFAULT_LOOM_LIMIT = 5
/** The most an index gives. */
const MAX_LIMIT = 1_000
/** Candidates that Loom retrieves for a language model to look at. */
const CANDIDATES = 20

/** Ids that a candidate retriever is asked for; with 100 of them the best ten of a ranking are nearly always there. */
const RETRIEVED = 100

/** What a search takes. */
export interface LoomSearchParts {
  readonly gateway: Gateway
  readonly facts: ToolFacts
  readonly count: VisibleCount
  readonly customNamespaces: ReadonlySet<string>
  readonly candidates: CandidateRetriever | undefined
  readonly now: () => number
}

/** Ranks the tools that exist for a caller, and says of each why it was found. */
export async function searchLoom(
  parts: LoomSearchParts,
  request: LoomSearchRequest,
): Promise<LoomSearchResponse> {
  const { query, mode = 'balanced', limit = DEFAULT_LOOM_LIMIT, principal = '' } = request
  if (typeof query !== 'string') throw new TypeError(`The query is ${quote(query)}; a text is needed.`)
  if (!SEARCH_MODES.includes(mode)) {
    throw new TypeError(`The mode is ${quote(mode)}; there are ${SEARCH_MODES.join(', ')}.`)
  }
  checkLimit(limit)
  const { gateway, facts, now } = parts
  const start = now()
  const { filter, degraded } = await retrieveCandidates(parts, request, limit)
  const answer = await gateway.search(query, {
    principal,
    mode,
    limit: mode === 'fast' ? limit : Math.max(limit, CANDIDATES),
    // The rating of a language model is in the explanation; nothing else of it is used.
    explain: mode !== 'fast',
    filter,
    taskContext: request.taskContext,
    signal: request.signal,
  })
  const includeSchemas = request.includeSchemas === true
  const signalsOf = createSignals(query, answer)
  const reasonOf = createReasons(query, answer)
  const results: LoomSearchResult[] = []
  for (const hit of answer.hits.slice(0, limit)) {
    const listed = gateway.resolve(hit.id, { principal })
    const known = facts.definitionOf(hit.id)
    if (listed === undefined || known === undefined) continue
    const signals = signalsOf(hit, known)
    const tool = facts.toIndexed(listed, { includeSchemas, known })
    const confidence = hitConfidence(hit, answer)
    results.push(Object.freeze({ tool, confidence, matchReason: reasonOf(known, signals), signals }))
  }
  return Object.freeze({
    results: Object.freeze(results),
    metadata: toMetadata(
      { ...answer, degraded: [...degraded, ...answer.degraded] },
      {
        totalIndexed: parts.count.of(principal),
        modeRequested: mode,
        totalMs: now() - start,
      },
    ),
  })
}

/**
 * The filter of a search, which lets only candidates through where a retriever found any. One that fails is a
 * degradation: the search then ranks every tool.
 */
async function retrieveCandidates(
  parts: LoomSearchParts,
  request: LoomSearchRequest,
  limit: number,
): Promise<{ readonly filter: ToolFilter | undefined; readonly degraded: readonly Degradation[] }> {
  const { candidates, gateway } = parts
  const { query, principal = '', signal } = request
  const filter = toFilter(parts, request)
  if (candidates === undefined) return { filter, degraded: [] }
  const passes = filter?.visibility?.allows ?? (() => true)
  const isVisible = (tool: ToolSummary): boolean =>
    passes(tool) && gateway.resolve(tool.id, { principal })?.id === tool.id
  const visible = { ...filter, visibility: { key: principal, allows: isVisible } }
  try {
    const wanted = { query, limit: Math.max(RETRIEVED, 2 * limit), filter: visible, signal }
    const found = new Set(await candidates.retrieve(wanted))
    if (found.size === 0) return { filter, degraded: [] }
    const key = filter?.visibility?.key ?? ''
    const allows = (tool: ToolSummary): boolean => found.has(tool.id) && passes(tool)
    return { filter: { ...filter, visibility: { key, allows } }, degraded: [] }
  } catch (error) {
    signal?.throwIfAborted()
    const reason = `${candidates.name} failed, so every tool was ranked: ${messageOf(error)}`
    return { filter, degraded: [{ part: 'candidates', reason }] }
  }
}

/** Says why tools were found: the words they share with the query, and what a language model said of them. */
function createReasons(
  query: string,
  { verdict }: GatewayAnswer,
): (known: DefinitionFacts, signals: readonly RelevanceSignal[]) => string {
  if (query.trim() === '') return () => 'Nothing was asked for; tools are listed by id.'
  const reasonOf = createMatchReasons(query, verdict)
  return ({ tool, said }, signals) => {
    const reason = reasonOf(tool.id, said)
    // It comes last.
    const rated = signals.at(-1)
    return rated?.type === 'rerank' ? `${reason} ${rated.description}` : reason
  }
}

function toMetadata(
  answer: GatewayAnswer,
  facts: Pick<LoomSearchResponse['metadata'], 'totalIndexed' | 'modeRequested' | 'totalMs'>,
): LoomSearchResponse['metadata'] {
  const stages = answer.assistance?.stages ?? []
  const spent = (wanted: string): number =>
    stages.reduce((sum, { stage, durationMs }) => (stage === wanted ? sum + durationMs : sum), 0)
  const queryUnderstandingMs = spent('expand')
  const rerankingMs = spent('rerank')
  return Object.freeze({
    ...facts,
    candidates: answer.hits.length,
    modeUsed: answer.assistance?.modeUsed ?? 'fast',
    queryUnderstandingMs,
    rerankingMs,
    retrievalMs: stages.some(({ stage }) => stage === 'retrieve') ? spent('retrieve') : facts.totalMs,
    expandedTerms: answer.assistance?.expandedTerms ?? Object.freeze([]),
    unmatchedTerms: answer.unmatchedTerms,
    ...(answer.verdict === undefined ? {} : { verdict: answer.verdict }),
    degraded: answer.degraded,
  })
}

/** What is asked for beyond words, as a filter that is applied before the limit. */
function toFilter(
  { facts, customNamespaces }: LoomSearchParts,
  { capabilities, sources, servers }: Pick<LoomSearchRequest, 'capabilities' | 'sources' | 'servers'>,
): ToolFilter | undefined {
  if (capabilities === undefined && sources === undefined && servers === undefined) return undefined
  const tests: ((tool: ToolSummary) => boolean)[] = []
  if (capabilities !== undefined) {
    const wanted = new Set(capabilities.map(toCapability))
    tests.push(({ id }) => facts.capabilitiesOf(id).some(({ name }) => wanted.has(toCapability(name))))
  }
  if (sources !== undefined) {
    checkKinds(sources)
    tests.push((tool) => sources.includes(kindOfTool(tool, customNamespaces)))
  }
  return {
    ...(servers === undefined ? {} : { servers }),
    ...(tests.length === 0
      ? {}
      : {
          visibility: {
            key: JSON.stringify([capabilities ?? null, sources ?? null]),
            allows: (tool: ToolSummary) => tests.every((test) => test(tool)),
          },
        }),
  }
}

/** @throws TypeError for a kind of source that there is not. */
export function checkKinds(kinds: readonly SourceKind[]): void {
  const stranger = kinds.find((kind) => !SOURCE_KINDS.includes(kind))
  if (stranger === undefined) return
  throw new TypeError(`There is no kind of source ${quote(stranger)}; there are ${SOURCE_KINDS.join(', ')}.`)
}

/** @throws RangeError for what is no number of tools. */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 0 && limit <= MAX_LIMIT) return
  throw new RangeError(`The limit is ${quote(limit)}; a whole number from 0 to ${MAX_LIMIT} is needed.`)
}
