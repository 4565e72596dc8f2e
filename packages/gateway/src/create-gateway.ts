import { raceSignal, requireKnownMembers, systemClock } from '@toolscout/model/internal'

import { checkMs } from './check-ms.ts'
import { createToolFinder } from './find-tools.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { createGatewayLife } from './gateway-life.ts'
import type { GatewayOptions } from './gateway-options.ts'
import { toHealth, toStats } from './gateway-status.ts'
import { createGatewayTools, localTools } from './gateway-tools.ts'
import { removeStrangers, toDiscovery } from './given-discovery.ts'
import { createToolGuard } from './guarding/create-tool-guard.ts'
import { checkScan } from './guarding/guard-options.ts'
import { createListeners } from './listeners.ts'
import { createToolRunner } from './run-tools.ts'
import { createDebounce } from './scheduling.ts'
import { createServerAdmin } from './server-admin.ts'
import type { GatewayHealth, GatewayStats, ServerStatus } from './server-status.ts'
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
 * @throws TypeError for an unknown option, RangeError for a number out of range.
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

  const admin = createServerAdmin({ discovery, servers, life })
  const ready = async (signal: AbortSignal | undefined): Promise<void> => {
    await (signal === undefined ? guard.ready() : raceSignal(guard.ready(), signal))
    await life.ready(signal)
  }
  const tools = createGatewayTools({
    ...{ discovery, servers, finder, visibility, guard, runner, clock, emit },
    ready,
  })
  const stats = (): GatewayStats => toStats(discovery.index, servers, tools.counts())
  const health = (): GatewayHealth => toHealth(life.state(), statuses())

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
    ...localTools(discovery),
    ...tools.api,
    ...admin,
    servers: ({ principal } = {}) => {
      const seen = principal === undefined ? undefined : visibleServers(discovery, visibility, principal)
      return seen === undefined ? statuses() : Object.freeze(statuses().filter(({ name }) => seen.has(name)))
    },
    connection: (name: string) => servers.get(name)?.server.connection(),
    version: () => `${discovery.index.version}.${guard.revision()}`,
    pins: async ({ principal } = {}) =>
      visiblePins(await guard.pins(), { discovery, visibility, policy: options.policy, principal }),
    approve: (wanted) => guard.approve(wanted),
    stats,
    health,
    onToolsChanged,
    onEvent,
  } satisfies Gateway)

  function statuses(): readonly ServerStatus[] {
    return Object.freeze(servers.list().map(({ server }) => server.status()))
  }
}
