import type { RegisterOptions } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { SearchQuery } from '@toolscout/index'
import { ToolNotFoundError, type ToolResult, type ToolSet } from '@toolscout/model'
import { quote, raceSignal, requireKnownMembers, systemClock } from '@toolscout/model/internal'
import type { CallOptions, ReadResultOptions } from '@toolscout/runtime'

import { checkMs } from './check-ms.ts'
import { createDiagnostics } from './diagnostics.ts'
import { createToolFinder } from './find-tools.ts'
import type { AskOptions, Gateway, GatewayDescribeOptions, GatewaySearchOptions } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { createGatewayLife } from './gateway-life.ts'
import type { GatewayOptions } from './gateway-options.ts'
import { toHealth, toStats } from './gateway-status.ts'
import { removeStrangers, toDiscovery } from './given-discovery.ts'
import { createToolGuard } from './guarding/create-tool-guard.ts'
import { checkScan } from './guarding/guard-options.ts'
import { createListeners } from './listeners.ts'
import { createToolRunner } from './run-tools.ts'
import { describeTools, searchTools } from './search-tools.ts'
import { createServerAdmin } from './server-admin.ts'
import type { GatewayHealth, GatewayStats, ServerStatus } from './server-status.ts'
import { createDebounce } from './servers/debounce.ts'
import { createToolCounts, serverCallbacks } from './servers/server-callbacks.ts'
import { checkServerLimits } from './servers/server-limits.ts'
import { createServers } from './servers/servers.ts'
import { createVisibility, visiblePins, visibleServers } from './visibility.ts'

/** What servers may need to be there before a first answer goes without them. */
const DEFAULT_START_WAIT_MS = 2_000
/** How long `settled` waits: the soft limit at which a slow server is left to come later. */
const DEFAULT_SETTLE_MS = 5_000
/** Quiet time before listeners hear of changes: a server that is added comes with many. */
const CHANGE_DEBOUNCE_MS = 100
/** Longest time listeners wait while tools never stop changing. */
const MAX_CHANGE_WAIT_MS = 2_000

const OPTIONS = Object.keys({
  discovery: true,
  policy: true,
  pins: true,
  scan: true,
  start: true,
  servers: true,
  connect: true,
  calls: true,
  limits: true,
  startWaitMs: true,
  relay: true,
  onEvent: true,
  observer: true,
  clock: true,
  random: true,
} satisfies { [Option in keyof GatewayOptions]-?: true })

/**
 * Creates a {@link Gateway} with nothing in it, that is idle.
 *
 * @throws TypeError for an option nobody reads, RangeError for a number out of range.
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  requireKnownMembers('the options of a gateway', options, OPTIONS)
  const { clock = systemClock, random = Math.random, observer } = options
  const startWaitMs = checkMs('startWaitMs', options.startWaitMs ?? DEFAULT_START_WAIT_MS)
  const { tell: emit, listen: onEvent } = createListeners<GatewayEvent>()
  if (options.onEvent !== undefined) onEvent(options.onEvent)
  const discovery = toDiscovery(options)
  const countOf = createToolCounts(discovery)
  const { tell: tellListed, listen: onListed } = createListeners<readonly string[]>()
  const servers = createServers({
    settings: options.servers ?? {},
    connectOptions: options.connect ?? {},
    relay: options.relay,
    limits: checkServerLimits(options.limits),
    clock,
    random,
    observer,
    callbacksOf: (name, { tags }) =>
      serverCallbacks(name, {
        ...{ discovery, emit, tags, countOf, observer },
        listed: tellListed,
      }),
  })
  const { tell: tellToolsChanged, listen: onToolsChanged } = createListeners<void>()
  const changed = createDebounce(tellToolsChanged, {
    clock,
    quietMs: CHANGE_DEBOUNCE_MS,
    maxWaitMs: MAX_CHANGE_WAIT_MS,
  })
  const guard = createToolGuard({
    ...{ discovery, servers, emit, observer, clock },
    options: options.pins ?? {},
    scan: checkScan(options.scan),
    onRevision: changed.trigger,
  })
  onListed((ids) => guard.listed(ids))
  const visibility = createVisibility(options.policy, guard)
  const finder = createToolFinder(discovery, servers, visibility)
  const counts = { searches: 0, calls: 0, failedCalls: 0 }
  const runner = createToolRunner({
    discovery,
    servers,
    finder,
    options: { ...options.calls, clock, random, observer, onEvent: emit },
  })
  const life = createGatewayLife({
    servers,
    isLazy: options.start === 'lazy',
    startWaitMs,
    clock,
    onState: (state) => emit({ type: 'stateChanged', state }),
  })
  discovery.onChange(changed.trigger)
  const parts = { discovery, servers, finder, visibility, guard }

  const stats = (): GatewayStats => toStats(discovery.index, servers, counts)
  const health = (): GatewayHealth => toHealth(life.state(), statuses())
  const diagnostics = createDiagnostics(onEvent, { discovery, health, stats, servers: statuses })
  const admin = createServerAdmin({ discovery, servers, life })
  const ready = async (signal: AbortSignal | undefined): Promise<void> => {
    await (signal === undefined ? guard.ready() : raceSignal(guard.ready(), signal))
    await life.ready(signal)
  }
  /** A tool that is not there may come with a server that is still being connected. */
  const findReady = async (
    reference: ToolReference,
    { principal = '', signal }: AskOptions,
  ): Promise<ReturnType<typeof finder.find>> => {
    const found = finder.find(reference, principal)
    if (found !== undefined) return found
    await ready(signal)
    return finder.find(reference, principal)
  }

  return Object.freeze({
    discovery,
    state: life.state,
    start: () => {
      life.start()
      removeStrangers(discovery, servers)
    },
    settled: async ({ signal, timeoutMs = DEFAULT_SETTLE_MS } = {}) => {
      await guard.ready()
      await life.settled(checkMs('timeoutMs', timeoutMs), signal)
      return health()
    },
    ready: ({ signal } = {}) => ready(signal),
    stop: async () => {
      await life.stop()
      await guard.flush()
    },
    register: async (tools: ToolSet, registration?: RegisterOptions) =>
      discovery.register(tools, registration),
    unregister: (reference: ToolReference) => {
      const found = discovery.get(reference)
      const backend = found?.backends.find(({ kind }) => kind === 'local')
      if (found === undefined || backend === undefined) {
        const text = typeof reference === 'string' ? reference : reference.id
        throw new ToolNotFoundError(`There is no local tool ${quote(text)}.`, text)
      }
      discovery.index.unregisterBackend(found.tool.id, backend)
    },
    ...admin,
    servers: ({ principal } = {}) => {
      const seen = principal === undefined ? undefined : visibleServers(discovery, visibility, principal)
      return seen === undefined ? statuses() : Object.freeze(statuses().filter(({ name }) => seen.has(name)))
    },
    connection: (name: string) => servers.get(name)?.server.connection(),
    list: ({ principal = '' }: AskOptions = {}) => finder.list(principal),
    count: ({ principal = '' }: AskOptions = {}) => finder.count(principal),
    search: async (query: SearchQuery, search: GatewaySearchOptions = {}) => {
      await ready(search.signal)
      const start = clock.now()
      counts.searches += 1
      const answer = await searchTools(parts, query, search)
      emit({ type: 'searched', hits: answer.hits.length, durationMs: clock.now() - start })
      return answer
    },
    describe: async (references: readonly ToolReference[], description: GatewayDescribeOptions = {}) => {
      await Promise.all(references.map((reference) => findReady(reference, description)))
      return describeTools(parts, references, description)
    },
    resolve: (reference: ToolReference, { principal = '' }: AskOptions = {}) => {
      const found = finder.find(reference, principal)
      return found === undefined ? undefined : finder.toListed(found)
    },
    get: (reference: ToolReference, { principal = '' }: AskOptions = {}) => finder.find(reference, principal),
    call: async (reference: ToolReference, args?: unknown, call: CallOptions = {}) => {
      counts.calls += 1
      const result = await callTool(reference, args, call)
      if (result.isError === true) counts.failedCalls += 1
      return result
    },
    readResult: (handle: string, page?: ReadResultOptions) => runner.readResult(handle, page),
    version: () => `${discovery.index.version}.${guard.revision()}`,
    pins: async ({ principal } = {}) =>
      visiblePins(await guard.pins(), { discovery, visibility, policy: options.policy, principal }),
    approve: (wanted) => guard.approve(wanted),
    stats,
    health,
    diagnostics,
    onToolsChanged,
    onEvent,
  } satisfies Gateway)

  function statuses(): readonly ServerStatus[] {
    return Object.freeze(servers.list().map(({ server }) => server.status()))
  }

  async function callTool(reference: ToolReference, args: unknown, call: CallOptions): Promise<ToolResult> {
    let found: Awaited<ReturnType<typeof findReady>>
    try {
      found = await findReady(reference, call)
    } catch (error) {
      // The signal aborted, which the call tells in its own way.
      if (call.signal?.aborted !== true) throw error
    }
    return runner.call(reference, found, { args, options: call })
  }
}
