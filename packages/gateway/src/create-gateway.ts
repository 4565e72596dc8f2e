import { createDiscovery, type Discovery } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool } from '@toolscout/index'
import { ToolNotFoundError } from '@toolscout/model'
import {
  checkOptions,
  createListeners,
  type Listeners,
  MAX_TIMEOUT_MS,
  type OptionKind,
  quote,
  raceSignal,
  systemClock,
} from '@toolscout/model/internal'
import { createVisibility, serversOf, ToolFinder } from './find-tools.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { GatewayLife } from './gateway-life.ts'
import type { GatewayConnectOptions, GatewayOptions, StartMode } from './gateway-options.ts'
import { createGatewayTools, type GatewayUse } from './gateway-tools.ts'
import { Coincidences } from './guarding/coincidences.ts'
import { checkScan } from './guarding/guard-options.ts'
import { ToolGuard } from './guarding/tool-guard.ts'
import { checked } from './method-options.ts'
import { createDebounce } from './scheduling.ts'
import { createServerAdmin } from './server-admin.ts'
import { type GatewayHealth, type ServerStatus, toHealth, toStats } from './server-status.ts'
import { DEFAULT_SERVER_LIMITS, fillServerLimits } from './servers/reconnect-schedule.ts'
import { Servers } from './servers/servers.ts'
import { ToolRunner } from './tool-runner.ts'
import { visiblePins, visibleServers } from './visibility.ts'

/** What servers may need to be there before a first answer goes without them. */
const DEFAULT_START_WAIT_MS = 2_000
/** How long `settled` waits: the soft limit at which a slow server is left to come later. */
const DEFAULT_SETTLE_MS = 5_000
/** Quiet time before listeners hear of changes: a server that is added comes with many. */
const CHANGE_DEBOUNCE_MS = 100
/** Longest time listeners wait while tools never stop changing. */
const MAX_CHANGE_WAIT_MS = 2_000

const POSITIVE: OptionKind = { least: 1, most: MAX_TIMEOUT_MS, whole: true }
const CONNECT = {
  timeouts: { members: { connectMs: POSITIVE, listMs: POSITIVE } },
  authProvider: 'function',
  fetch: 'function',
  onDiagnostic: 'function',
} satisfies { [Option in keyof GatewayConnectOptions]-?: OptionKind }
const LIMITS = Object.fromEntries(Object.keys(DEFAULT_SERVER_LIMITS).map((name) => [name, POSITIVE]))
const OPTIONS = {
  discovery: 'object',
  policy: 'function',
  pins: 'object',
  scan: 'anything',
  start: { oneOf: ['eager', 'lazy'] satisfies StartMode[] },
  servers: 'object',
  connect: { members: CONNECT },
  calls: 'object',
  limits: { members: LIMITS },
  startWaitMs: { least: 0, most: MAX_TIMEOUT_MS, whole: true },
  relay: 'object',
  onEvent: 'function',
  observer: { functions: ['begin'] },
  clock: { functions: ['now', 'after'] },
} satisfies { [Option in keyof GatewayOptions]-?: OptionKind }

/**
 * Creates a {@link Gateway} with nothing in it, that is idle.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const uses = createListeners<GatewayUse>()
  const gateway = buildGateway(options, uses.tell)
  USES.set(gateway, uses)
  return gateway
}

function buildGateway(options: GatewayOptions, onUse: (use: GatewayUse) => void): Gateway {
  checkOptions('the options of a gateway', options, OPTIONS)
  const events = createListeners<GatewayEvent>()
  const toolChanges = createListeners<void>()
  if (options.onEvent !== undefined) events.listen(options.onEvent)
  const parts = createParts(options, { emit: events.tell, onToolsChanged: toolChanges.tell, onUse })
  const { discovery, servers, guard, visibility, finder, life, tools, ready, coincidences } = parts
  const statuses = (): readonly ServerStatus[] => Object.freeze(servers.statuses())
  const health = (): GatewayHealth => toHealth(life.state, statuses())
  return Object.freeze({
    discovery,
    state: () => life.state,
    start: () => {
      life.start()
      removeStrangers(discovery, servers)
      coincidences.lookSoon()
    },
    settled: async (given = {}) => {
      const { signal, timeoutMs = DEFAULT_SETTLE_MS } = checked('settled', given)
      await guard.ready()
      await life.settled(timeoutMs, signal)
      return health()
    },
    ready: async (given = {}) => ready(checked('ready', given).signal),
    stop: async () => {
      await life.stop()
      await guard.flush()
    },
    register: async (given, registration) => discovery.register(given, registration),
    unregister: (reference) => unregisterLocal(discovery, reference),
    ...tools.api,
    ...createServerAdmin({ discovery, servers, life }),
    servers: (given = {}) => {
      const { principal } = checked('servers', given)
      if (principal === undefined) return statuses()
      return ofServers(visibleServers(discovery, visibility, principal), statuses())
    },
    connection: (name) => servers.get(name)?.server.connection(),
    version: (given = {}) =>
      `${discovery.index.version}.${guard.revision}.${finder.version(checked('version', given).principal)}`,
    pins: async (given = {}) => {
      const { principal } = checked('pins', given)
      const pins = await guard.pins()
      if (principal === undefined || options.policy === undefined) return pins
      return visiblePins(pins, (tool) => visibility.permits(tool, principal), discovery.index)
    },
    twins: (given = {}) => coincidences.twins(checked('twins', given).principal),
    approve: (wanted) => guard.approve(wanted),
    stats: () =>
      toStats(
        discovery.index,
        servers.statuses().map(({ state }) => state),
        tools.counts(),
      ),
    health,
    onToolsChanged: toolChanges.listen,
    onEvent: events.listen,
  } satisfies Gateway)
}

/** The servers a caller sees. */
function ofServers(
  seen: ReturnType<typeof visibleServers>,
  statuses: readonly ServerStatus[],
): readonly ServerStatus[] {
  return seen === undefined ? statuses : Object.freeze(statuses.filter(({ name }) => seen.names.has(name)))
}

/** What a gateway is made of, wired together. */
function createParts(
  options: GatewayOptions,
  heard: {
    readonly emit: (event: GatewayEvent) => void
    readonly onToolsChanged: () => void
    readonly onUse: (use: GatewayUse) => void
  },
) {
  const { emit, onUse } = heard
  const { clock = systemClock, observer, startWaitMs = DEFAULT_START_WAIT_MS } = options
  const discovery = toDiscovery(options)
  const shared = { discovery, emit, observer, clock }
  const servers = new Servers({
    ...shared,
    onDefinitions: (server, definitions) => guard.read(server, definitions),
    onUnchanged: (ids) => guard.listed(ids),
    settings: options.servers ?? {},
    connectOptions: options.connect ?? {},
    relay: options.relay,
    limits: fillServerLimits(options.limits),
  })
  const quiet = { clock, quietMs: CHANGE_DEBOUNCE_MS, maxWaitMs: MAX_CHANGE_WAIT_MS }
  const changed = createDebounce(heard.onToolsChanged, quiet)
  const guard = new ToolGuard({
    ...shared,
    servers,
    options: options.pins ?? {},
    scan: checkScan(options.scan),
    onRevision: changed.trigger,
  })
  const visibility = createVisibility(options.policy, guard)
  const finder = new ToolFinder(discovery, servers, { visibility, guard })
  const calls = { ...options.calls, clock, observer, onEvent: emit }
  const runner = new ToolRunner({ discovery, servers, finder, options: calls })
  const life = new GatewayLife({
    servers,
    startWaitMs,
    clock,
    isLazy: options.start === 'lazy',
    onState: (state) => emit({ type: 'stateChanged', state }),
  })
  discovery.onChange(changed.trigger)
  const coincidences = new Coincidences({ discovery, visibility, clock, emit })
  discovery.onChange(coincidences.lookSoon)
  const ready = async (signal: AbortSignal | undefined): Promise<void> => {
    await (signal === undefined ? guard.ready() : raceSignal(guard.ready(), signal))
    await life.ready(signal)
  }
  const warm = ({ summary }: RegisteredTool): void => {
    const entry = servers.get(serversOf(summary)[0] ?? '')
    if (entry !== undefined) life.warm(entry.server)
  }
  const uses = { runner, ready, warm, onUse }
  const tools = createGatewayTools({ ...shared, servers, finder, visibility, guard, ...uses })
  return { discovery, servers, guard, visibility, finder, life, tools, ready, coincidences }
}

/** The facade as it was given, or a new one. */
function toDiscovery({ discovery: given, observer }: GatewayOptions): Discovery {
  if (given !== undefined && 'register' in given) return given
  return createDiscovery({ ...given, observer })
}

/**
 * Removes tools of servers that a catalog remembers, and that are neither ours nor a source of the facade. In a catalog
 * that others share they may be theirs, and stay.
 */
function removeStrangers(discovery: Discovery, servers: Servers): void {
  if (discovery.catalog?.isShared === true) return
  const sources = new Set(discovery.sources())
  const named = new Set<string>()
  for (const { summary } of discovery.index.list({ backends: ['mcp'] })) {
    for (const backend of summary.backends) if (backend.kind === 'mcp') named.add(backend.server)
  }
  for (const server of named) {
    if (servers.get(server) === undefined && !sources.has(server)) discovery.index.unregisterServer(server)
  }
}

function unregisterLocal(discovery: Discovery, reference: ToolReference): void {
  const found = discovery.get(reference)
  const backend = found?.backends.find(({ kind }) => kind === 'local')
  if (found === undefined || backend === undefined) {
    const text = typeof reference === 'string' ? reference : reference.id
    throw new ToolNotFoundError(`There is no local tool ${quote(text)}.`, text)
  }
  discovery.index.unregisterBackend(found.tool.id, backend)
}

/** Who listens to the uses of a gateway. */
export const USES: WeakMap<Gateway, Listeners<GatewayUse>> = new WeakMap()
