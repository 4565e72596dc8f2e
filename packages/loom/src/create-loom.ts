import type { Gateway } from '@toolscout/gateway'
import { createCandidateRetriever, type ListedTool } from '@toolscout/gateway/internal'
import type { CandidateRetriever, Clock } from '@toolscout/model'
import {
  checkOption,
  checkOptions,
  checkTimeoutMs,
  MAX_TIMEOUT_MS,
  type OptionKind,
  systemClock,
} from '@toolscout/model/internal'
import { type AdmissionCall, checkCallOptions } from '@toolscout/runtime/internal'
import { type Approve, createAdmission, DEFAULT_APPROVAL_TIMEOUT_MS } from './approval.ts'
import type { CapabilityRules } from './exposure/capabilities.ts'
import { exposeLoom } from './exposure/loom-exposure.ts'
import type { LoomHooks } from './hooks/loom-hooks.ts'
import { IndexRun } from './index-run.ts'
import type { Indexer } from './indexer.ts'
import { createBuiltinIndexer, createMcpIndexer } from './indexers.ts'
import type { IndexOptions, Loom, LoomAskOptions } from './loom.ts'
import { ASK_OPTIONS, checkKinds, searchLoom, toolsByCapability } from './search-loom.ts'
import { ToolFacts } from './tool-facts.ts'
import { CUSTOM_NAMESPACE, findByLoomId } from './tool-ids.ts'

/** Options of {@link createLoom}. */
export interface LoomOptions {
  /** What brings tools in. Default: functions of this process and the MCP servers of the gateway. */
  readonly indexers?: readonly Indexer[] | undefined
  /** Words by capability, beside or in the place of the sixteen that are known. Default none. */
  readonly capabilities?: CapabilityRules | undefined
  /**
   * First stage of every search in every mode: ranks only what this finds, such as `candidates` of a SQLite store of
   * many tools; it is asked for words that mean the same as well. A search it finds nothing for ranks every tool. Default: every tool is ranked.
   */
  readonly candidates?: CandidateRetriever | undefined
  /**
   * Names of the MCP servers that exist; tools of others are found by no search and have no capability. Asked with every
   * search; an empty list means none. Default: those of the gateway.
   */
  readonly liveMcpServers?: (() => readonly string[]) | undefined
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

const OPTIONS = {
  indexers: 'list',
  capabilities: 'object',
  candidates: { functions: ['retrieve'] },
  liveMcpServers: 'function',
  hooks: { functions: ['check'] },
  approve: 'function',
  requiresApproval: 'function',
  approvalTimeoutMs: 'anything',
  clock: { functions: ['now', 'after'] },
} satisfies { [Option in keyof LoomOptions]-?: OptionKind }

const INDEX_OPTIONS = {
  kinds: 'list',
  names: 'list',
  signal: 'object',
} satisfies { [Option in keyof IndexOptions]-?: OptionKind }

/**
 * Creates a {@link Loom} over a gateway, which stays the caller's: it starts and stops it. What a gateway on a store
 * remembers is there before anything is indexed.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createLoom(gateway: Gateway, options: LoomOptions = {}): Loom {
  checkOption('gateway', gateway, { functions: ['search', 'call', 'servers'] })
  checkOptions('the options of a loom', options, OPTIONS)
  const { indexers = [createBuiltinIndexer(), createMcpIndexer()], clock = systemClock } = options
  const candidates = options.candidates && createCandidateRetriever({ engine: options.candidates })
  const own = indexers.flatMap(({ kind, namespaces }) => (kind === 'custom' ? namespaces : []))
  const facts = new ToolFacts(gateway, {
    rules: options.capabilities,
    customNamespaces: new Set([CUSTOM_NAMESPACE, ...own]),
    decide: options.requiresApproval,
    indexedAt: (...place) => run.indexedAt(...place),
  })
  const find = createLookup(gateway, facts)
  const { hooks, approve, approvalTimeoutMs = DEFAULT_APPROVAL_TIMEOUT_MS } = options
  const timeoutMs = checkTimeoutMs('approvalTimeoutMs', approvalTimeoutMs)
  const admission = createAdmission({ gateway, facts, hooks, approve, timeoutMs, clock })
  const callAs = createCalls({ gateway, facts, find, admission, hooks })
  const callRegistered = callAs('gateway')
  const approving: Gateway = Object.freeze({
    ...gateway,
    call: async (...[reference, args, call]) =>
      callRegistered(typeof reference === 'string' ? reference : reference.id, args, call),
  } satisfies Gateway)
  // What a file defines calls the tools of servers as everybody does, with approval.
  const canAsk = approve !== undefined
  const run = new IndexRun({ gateway: approving, indexers, facts, clock, canAsk })
  const { liveMcpServers } = options
  const searched = { gateway, facts, candidates, liveMcpServers, clock }
  const search: Loom['search'] = (request) => searchLoom(searched, request)
  return Object.freeze({
    gateway: approving,
    indexAll: async (request = {}) => {
      checkOptions('the options of indexAll', request, INDEX_OPTIONS)
      if (request.kinds !== undefined) checkKinds(request.kinds)
      return run.index(request)
    },
    sources: () => run.sources(),
    restored: () => run.restored(),
    getTool: (id, asked) => {
      const listed = find(id, asked)
      return listed && facts.toIndexed(listed, { includeSchemas: true })
    },
    getToolsByCapability: (capability, asked = {}) => toolsByCapability(searched, capability, asked),
    registerTool: async (tool) => {
      const { registered, updated, unchanged } = await gateway.register([tool], {
        namespace: CUSTOM_NAMESPACE,
      })
      const [id = ''] = [...registered, ...updated, ...unchanged]
      run.noteIndexed(id)
      return facts.idOf(gateway.discovery.index.getOrThrow(id).summary, 'custom')
    },
    evictTool: async (id, asked) => {
      const listed = find(id, asked)
      return listed !== undefined && gateway.discovery.unregister(listed.id)
    },
    search,
    call: callAs('loom'),
    createExposure: (exposure) => exposeLoom(approving, search, exposure),
  } satisfies Loom)
}

/** Finds tools by their ids in a loom. */
function createLookup(
  gateway: Gateway,
  { customNamespaces }: ToolFacts,
): (id: string, options?: LoomAskOptions) => ListedTool | undefined {
  return (id, options = {}) => {
    checkOptions('the options of a lookup', options, ASK_OPTIONS)
    return findByLoomId(gateway, { id, principal: options.principal ?? '' }, customNamespaces)
  }
}

/**
 * Calls that ask for approval. A reference is an id of a loom or of the gateway; `names` says which of them goes first,
 * since one can look like the other.
 */
function createCalls({
  gateway,
  facts,
  find,
  admission,
  hooks,
}: {
  readonly gateway: Gateway
  readonly facts: ToolFacts
  readonly find: ReturnType<typeof createLookup>
  readonly admission: ReturnType<typeof createAdmission>
  readonly hooks: LoomHooks | undefined
}): (names: 'loom' | 'gateway') => Loom['call'] {
  return (names) =>
    async (reference, args, call = {}) => {
      checkCallOptions(call)
      const { principal = '', signal, admit: before } = call
      const look = (): ListedTool | undefined => {
        const options = { principal }
        if (names === 'loom') return find(reference, options) ?? gateway.resolve(reference, options)
        return gateway.resolve(reference, options) ?? find(reference, options)
      }
      let listed = look()
      if (listed === undefined) {
        // It may come with a server that is still being connected. The call reports an abort.
        await gateway.ready({ signal }).catch(() => {})
        listed = look()
      }
      const ours = admission(principal)
      // The gateway knows why a server has no such tool.
      const ofServer = reference.startsWith('mcp:') ? reference.slice('mcp:'.length) : reference
      const unknown = gateway.resolve(ofServer, { principal }) === undefined ? ofServer : reference
      // The tool it leads to has a deadline of its own, which stands still while somebody is asked about that tool.
      const leads = listed !== undefined && facts.targetOf(listed) !== undefined
      let made: AdmissionCall | undefined
      const result = await gateway.call(listed?.id ?? unknown, args, {
        ...(leads && { timeoutMs: MAX_TIMEOUT_MS }),
        ...call,
        admit: async (asked) => {
          const refused = (await before?.(asked)) ?? (await ours(asked))
          if (refused === undefined) made = asked
          return refused
        },
      })
      const tool = made && gateway.resolve(made.tool.id, { principal })?.summary
      if (made !== undefined && tool !== undefined)
        hooks?.observe?.({ tool, args: made.args, principal }, result)
      return result
    }
}
