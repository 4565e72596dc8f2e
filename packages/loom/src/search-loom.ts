import type { Gateway, GatewayAnswer } from '@toolscout/gateway'
import type { CandidateRetriever, Clock, Degradation, ToolFilter, ToolSummary } from '@toolscout/model'
import {
  checkOption,
  checkOptions,
  messageOf,
  type OptionKind,
  quote,
  SEARCH_MODES,
  systemClock,
  type TokenUsage,
} from '@toolscout/model/internal'
import { DEFAULT_MIN_CONFIDENCE, toCapability } from './exposure/capabilities.ts'
import { createMatchReasons } from './exposure/match-reason.ts'
import { SOURCE_KINDS, type SourceKind } from './indexer.ts'
import type {
  CapabilityOptions,
  IndexedTool,
  LoomAskOptions,
  LoomSearchMetadata,
  LoomSearchRequest,
  LoomSearchResponse,
  LoomSearchResult,
} from './loom.ts'
import type { ToolFacts } from './tool-facts.ts'

/** Results of a search that names no limit. */
const DEFAULT_LOOM_LIMIT = 5
/** Tools of a capability where no limit is named. */
const DEFAULT_CAPABILITY_LIMIT = 10
/** The most an index gives. */
const MAX_LIMIT = 1_000
/** Candidates that Loom retrieves for a language model to look at. */
const CANDIDATES = 20
/** Ids that a candidate retriever is asked for; with 100 of them the best ten of a ranking are nearly always there. */
const RETRIEVED = 100

const LIMIT = { least: 0, most: MAX_LIMIT, whole: true } as const

/** What {@link LoomAskOptions} may have. */
export const ASK_OPTIONS: OptionKinds<LoomAskOptions> = Object.freeze({ principal: 'string' })

const CAPABILITY_OPTIONS = {
  ...ASK_OPTIONS,
  sources: 'list',
  limit: LIMIT,
  minConfidence: { least: 0, most: 1 },
} satisfies OptionKinds<CapabilityOptions>

const REQUEST = {
  ...ASK_OPTIONS,
  query: 'string',
  mode: 'anything',
  capabilities: 'list',
  sources: 'list',
  servers: 'list',
  limit: LIMIT,
  includeSchemas: 'boolean',
  taskContext: 'string',
  signal: 'object',
} satisfies OptionKinds<LoomSearchRequest>

type OptionKinds<Options> = { readonly [Option in keyof Options]-?: OptionKind }

/** What a search takes. */
export interface LoomSearchDeps {
  readonly gateway: Gateway
  readonly facts: ToolFacts
  readonly candidates?: CandidateRetriever | undefined
  /** Tools of other servers are not found. */
  readonly liveMcpServers?: (() => readonly string[]) | undefined
  readonly clock?: Clock
}

/** Ranks the tools that exist for a caller, and says of each why it was found. */
export async function searchLoom(
  deps: LoomSearchDeps,
  request: LoomSearchRequest,
): Promise<LoomSearchResponse> {
  checkOptions('a search request', request, REQUEST)
  const { query, mode = 'balanced', limit = DEFAULT_LOOM_LIMIT, principal = '', includeSchemas } = request
  checkOption('query', query, 'string')
  if (!SEARCH_MODES.includes(mode)) {
    throw new TypeError(`The mode is ${quote(mode)}; there are ${SEARCH_MODES.join(', ')}.`)
  }
  const { gateway, facts, clock = systemClock } = deps
  const start = clock.now()
  const { filter, degraded } = await retrieveCandidates(deps, request, limit)
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
  const reasonOf = createMatchReasons(query, answer)
  const confidenceOf = hitConfidence(answer)
  const results = answer.hits.slice(0, limit).flatMap((hit): readonly LoomSearchResult[] => {
    const listed = gateway.resolve(hit.id, { principal })
    const known = facts.definitionOf(hit.id)
    if (listed === undefined || known === undefined) return []
    const tool = facts.toIndexed(listed, { includeSchemas: includeSchemas === true })
    return [Object.freeze({ tool, confidence: confidenceOf(hit.score), ...reasonOf(hit, known) })]
  })
  const totals = { totalIndexed: gateway.count({ principal }), modeRequested: mode }
  const metadata = toMetadata(answer, { ...totals, totalMs: clock.now() - start }, degraded)
  return Object.freeze({ results: Object.freeze(results), metadata })
}

/**
 * How sure an answer is that a hit is meant, from 0 to 1: what its verdict says of the best one, and of the others as
 * much less as their scores are lower. So a better hit never has less.
 */
function hitConfidence({ hits, verdict }: GatewayAnswer): (score: number) => number {
  const best = hits[0]?.score ?? 0
  return (score) => (best > 0 ? ((verdict?.confidence ?? 1) * score) / best : 0)
}

/**
 * The filter of a search, which lets only candidates through where a retriever found any. One that fails is a
 * degradation: the search then ranks every tool.
 */
async function retrieveCandidates(
  deps: LoomSearchDeps,
  request: LoomSearchRequest,
  limit: number,
): Promise<{ readonly filter: ToolFilter | undefined; readonly degraded: readonly Degradation[] }> {
  const { query, principal = '', signal } = request
  const { candidates, gateway } = deps
  const filter = toFilter(deps, request)
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

const NO_USAGE: TokenUsage = Object.freeze({ inputTokens: 0, outputTokens: 0 })

function toMetadata(
  { assistance, hits, unmatchedTerms, verdict, degraded }: GatewayAnswer,
  totals: Pick<LoomSearchMetadata, 'totalIndexed' | 'modeRequested' | 'totalMs'>,
  before: readonly Degradation[],
): LoomSearchMetadata {
  const stages = assistance?.stages ?? []
  const spent = (wanted: string): number =>
    stages.reduce((sum, { stage, durationMs }) => (stage === wanted ? sum + durationMs : sum), 0)
  const { usage = NO_USAGE, modelCalls = assistance === undefined ? 0 : undefined } = assistance ?? {}
  return Object.freeze({
    ...totals,
    usage,
    ...(modelCalls !== undefined && { modelCalls }),
    candidates: hits.length,
    modeUsed: assistance?.modeUsed ?? 'fast',
    queryUnderstandingMs: spent('expand'),
    rerankingMs: spent('rerank'),
    retrievalMs: stages.some(({ stage }) => stage === 'retrieve') ? spent('retrieve') : totals.totalMs,
    expandedTerms: assistance?.expandedTerms ?? Object.freeze([]),
    unmatchedTerms,
    ...(verdict === undefined ? {} : { verdict }),
    degraded: [...before, ...degraded],
  })
}

/** What is asked for beyond words, as a filter that is applied before the limit. */
function toFilter(
  { facts, liveMcpServers }: LoomSearchDeps,
  { capabilities, sources, servers }: LoomSearchRequest,
): ToolFilter | undefined {
  if (sources !== undefined) checkKinds(sources)
  const ofServers = servers === undefined ? undefined : { servers }
  const live = liveMcpServers?.()
  if (capabilities === undefined && sources === undefined && live === undefined) return ofServers
  const wanted = capabilities && new Set(capabilities.map(toCapability))
  const isLive = testLive(facts, live)
  const allows = (tool: ToolSummary): boolean =>
    sources?.includes(facts.kindOf(tool)) !== false &&
    isLive(tool) &&
    (wanted === undefined ||
      facts
        .capabilitiesOf(tool.id)
        .some(
          ({ name, confidence }) => confidence >= DEFAULT_MIN_CONFIDENCE && wanted.has(toCapability(name)),
        ))
  const key = JSON.stringify([capabilities ?? null, sources ?? null, live ?? null])
  return { ...ofServers, visibility: { key, allows } }
}

/** Whether a tool is of this process or of a server that is live; without a list every server is. */
function testLive(facts: ToolFacts, live: readonly string[] | undefined): (tool: ToolSummary) => boolean {
  if (live === undefined) return () => true
  const names = new Set(live)
  return (tool) =>
    facts.kindOf(tool) !== 'mcp' ||
    tool.backends.some((backend) => backend.kind === 'mcp' && names.has(backend.server))
}

/** Tools with a capability, the surest first, of equal ones in ascending order of id. */
export function toolsByCapability(
  { gateway, facts, liveMcpServers }: LoomSearchDeps,
  capability: string,
  options: CapabilityOptions,
): readonly IndexedTool[] {
  checkOptions('the options of getToolsByCapability', options, CAPABILITY_OPTIONS)
  const {
    principal = '',
    sources,
    limit = DEFAULT_CAPABILITY_LIMIT,
    minConfidence = DEFAULT_MIN_CONFIDENCE,
  } = options
  if (sources !== undefined) checkKinds(sources)
  const wanted = toCapability(capability)
  const isLive = testLive(facts, liveMcpServers?.())
  const rated = gateway.list({ principal }).flatMap((listed) => {
    const found = facts.capabilitiesOf(listed.id).find(({ name }) => toCapability(name) === wanted)
    if (found === undefined || found.confidence < minConfidence || !isLive(listed.summary)) return []
    return sources?.includes(facts.kindOf(listed.summary)) === false ? [] : [{ listed, ...found }]
  })
  // Sorting is stable, and the list is in the order of ids.
  const best = rated.sort((a, b) => b.confidence - a.confidence).slice(0, limit)
  return Object.freeze(best.map(({ listed }) => facts.toIndexed(listed, { includeSchemas: false })))
}

/** @throws TypeError for a kind of source that there is not. */
export function checkKinds(kinds: readonly SourceKind[]): void {
  const unknown = kinds.find((kind) => !SOURCE_KINDS.includes(kind))
  if (unknown === undefined) return
  throw new TypeError(`There is no kind of source ${quote(unknown)}; there are ${SOURCE_KINDS.join(', ')}.`)
}
