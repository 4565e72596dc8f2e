import type { Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { CandidateRetriever, Clock } from '@toolscout/model'
import {
  checkTimeoutMs,
  quote,
  raceSignal,
  requireKnownMembers,
  systemClock,
} from '@toolscout/model/internal'
import type { CallOptions } from '@toolscout/runtime'
import type { Admission } from '@toolscout/runtime/internal'
import { type Approve, createAdmission, DEFAULT_APPROVAL_TIMEOUT_MS } from './approval.ts'
import { createBuiltinIndexer } from './builtin-indexer.ts'
import { CAPABILITY_RULES, type CapabilityRules, toCapability } from './exposure/capabilities.ts'
import { createLoomExposure } from './exposure/loom-exposure.ts'
import type { LoomHooks } from './hooks/loom-hooks.ts'
import { createIndexRun } from './index-run.ts'
import type { Indexer } from './indexer.ts'
import type {
  CapabilityOptions,
  IndexedTool,
  IndexOptions,
  Loom,
  LoomAskOptions,
  LoomSearchRequest,
} from './loom.ts'
import { createMcpIndexer } from './mcp-indexer.ts'
import { checkKinds, checkLimit, searchLoom } from './search-loom.ts'
import { createToolFacts } from './tool-facts.ts'
import { findByLoomId, kindOfTool } from './tool-ids.ts'
import { createVisibleCount } from './visible-count.ts'

/** Tools of a capability where no limit is named. */
const DEFAULT_CAPABILITY_LIMIT = 10

/** Options of {@link createLoom}. */
export interface LoomOptions {
  /** What brings tools in. Default: functions of this process and the MCP servers of the gateway. */
  readonly indexers?: readonly Indexer[] | undefined
  /** Words by capability, beside or in the place of the sixteen that are known. Default none. */
  readonly capabilities?: CapabilityRules | undefined
  /**
   * First stage of every search in every mode: ranks only what this finds, such as `candidates` of a SQLite store of
   * many tools. A search it finds nothing for ranks every tool. Default: every tool is ranked.
   */
  readonly candidates?: CandidateRetriever | undefined
  /** Asked about every call before anybody else, see `createLoomHooks`. Default none. */
  readonly hooks?: LoomHooks | undefined
  /** Asks whether a tool may be run. Default: what needs approval is not run. */
  readonly approve?: Approve | undefined
  /** Decides which tools need approval; `undefined` leaves it to what definitions, hints and names say. */
  readonly requiresApproval?: ((tool: ListedTool) => boolean | undefined) | undefined
  /** How long an answer is waited for, in milliseconds. Default 300,000. Legal: integers 1 to 2,147,483,647. */
  readonly approvalTimeoutMs?: number | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

const OPTIONS = Object.keys({
  indexers: true,
  capabilities: true,
  candidates: true,
  hooks: true,
  approve: true,
  requiresApproval: true,
  approvalTimeoutMs: true,
  clock: true,
} satisfies { [Option in keyof LoomOptions]-?: true })

/**
 * Creates a {@link Loom} over a gateway, which stays the caller's: it starts and stops it. What a gateway on a store
 * remembers is there before anything is indexed.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createLoom(gateway: Gateway, options: LoomOptions = {}): Loom {
  requireKnownMembers('the options of a loom', options, OPTIONS)
  const { indexers = [createBuiltinIndexer(), createMcpIndexer()], approve, clock = systemClock } = options
  const timeoutMs = checkTimeoutMs(
    'approvalTimeoutMs',
    options.approvalTimeoutMs ?? DEFAULT_APPROVAL_TIMEOUT_MS,
  )
  const customNamespaces = new Set(
    indexers.flatMap(({ kind, namespaces }) => (kind === 'custom' ? namespaces : [])),
  )
  const rules = { ...CAPABILITY_RULES, ...options.capabilities }
  const facts = createToolFacts({ gateway, rules, customNamespaces, decide: options.requiresApproval })
  const count = createVisibleCount(gateway, clock.now)
  const run = createIndexRun({ gateway, indexers, customNamespaces, clock })
  let shared: ReturnType<typeof run.index> | undefined

  /** By an id of ours, or a reference of the gateway; the caller says which goes first, since one can look like the other. */
  const find = (reference: string, principal: string, names: 'loom' | 'gateway'): ListedTool | undefined => {
    const own = (): ListedTool | undefined =>
      findByLoomId(gateway, { id: reference, principal }, customNamespaces)
    const registered = (): ListedTool | undefined => gateway.resolve(reference, { principal })
    return names === 'loom' ? (own() ?? registered()) : (registered() ?? own())
  }

  const admission = createAdmission({ gateway, facts, hooks: options.hooks, approve, timeoutMs, clock })
  const callAs =
    (names: 'loom' | 'gateway'): Loom['call'] =>
    async (reference, args, options = {}) => {
      const { principal = '', signal, admit: before } = options
      let listed = find(reference, principal, names)
      if (listed === undefined) {
        // It may come with a server that is still being connected. The call reports an abort.
        await gateway.ready({ signal }).catch(() => {})
        listed = find(reference, principal, names)
      }
      const ours = admission(principal)
      const admit: Admission = async (call) => (await before?.(call)) ?? ours(call)
      return gateway.call(listed?.id ?? reference, args, { ...options, admit })
    }
  const callRegistered = callAs('gateway')

  const approving: Gateway = Object.freeze({
    ...gateway,
    call: async (reference: Parameters<Gateway['call']>[0], args?: unknown, options?: CallOptions) =>
      callRegistered(typeof reference === 'string' ? reference : reference.id, args, options),
  } satisfies Gateway)

  return Object.freeze({
    gateway: approving,
    indexAll: async (request: IndexOptions = {}) => {
      const { signal, kinds, names } = request
      signal?.throwIfAborted()
      if (kinds !== undefined) checkKinds(kinds)
      if (kinds !== undefined || names !== undefined) return run.index(request)
      shared ??= run.index({}).finally(() => {
        shared = undefined
      })
      return signal === undefined ? shared : raceSignal(shared, signal)
    },
    sources: run.sources,
    restored: run.restored,
    getTool: (id: string, { principal = '' }: LoomAskOptions = {}) => {
      const listed = findByLoomId(gateway, { id, principal }, customNamespaces)
      return listed === undefined ? undefined : facts.toIndexed(listed, { includeSchemas: true })
    },
    getToolsByCapability: (capability: string, asked: CapabilityOptions = {}): readonly IndexedTool[] => {
      const { principal = '', sources, limit = DEFAULT_CAPABILITY_LIMIT, minConfidence = 0 } = asked
      checkLimit(limit)
      if (!(minConfidence >= 0 && minConfidence <= 1)) {
        throw new RangeError(`minConfidence is ${quote(minConfidence)}; a number from 0 to 1 is needed.`)
      }
      if (sources !== undefined) checkKinds(sources)
      const wanted = toCapability(capability)
      return Object.freeze(
        gateway
          .list({ principal })
          .flatMap((listed) => {
            const rated = facts.capabilitiesOf(listed.id).find(({ name }) => toCapability(name) === wanted)
            if (rated === undefined || rated.confidence < minConfidence) return []
            if (sources?.includes(kindOfTool(listed.summary, customNamespaces)) === false) return []
            return { listed, confidence: rated.confidence }
          })
          // Sorting is stable, and the list is in the order of ids.
          .sort((a, b) => b.confidence - a.confidence)
          .slice(0, limit)
          .map(({ listed }) => facts.toIndexed(listed, { includeSchemas: false })),
      )
    },
    search: (request: LoomSearchRequest) =>
      searchLoom(
        { gateway, facts, count, customNamespaces, candidates: options.candidates, now: clock.now },
        request,
      ),
    call: callAs('loom'),
    createExposure: (exposure: Parameters<Loom['createExposure']>[0] = {}) =>
      createLoomExposure(approving, {
        ...exposure,
        capabilitiesOf: ({ id }) => facts.capabilitiesOf(id).map(({ name }) => name),
        sourceOf: ({ summary }) => kindOfTool(summary, customNamespaces),
        requiresApproval: facts.requiresApproval,
      }),
    close: () => {
      facts.close()
      count.close()
    },
  } satisfies Loom)
}
