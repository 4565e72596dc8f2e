import type { Clock, Exposure, Observer } from '@toolscout/model'
import {
  checkOptions,
  checkTimeoutMs,
  checkWhole,
  type OptionKind,
  quote,
  systemClock,
  tellListener,
} from '@toolscout/model/internal'
import type { ContextSource } from '../context/context-source.ts'
import { GatewayContext } from '../context/gateway-context.ts'
import type { Gateway } from '../gateway.ts'
import type { PageLimits } from './list-pages.ts'
import { Tasks } from './tasks.ts'

/** What is served to clients. */
export interface Served {
  readonly gateway: Gateway
  /** What clients see of the tools. */
  readonly exposure: Exposure
  /**
   * Resources, prompts and completions: `true` for those of all servers, `false` for none, or a source of your own. Default:
   * true where the exposure shows all tools, as a direct one does, else false.
   */
  readonly context?: ContextSource | boolean | undefined
  /** The name that clients see. */
  readonly name: string
  /** The version that clients see. */
  readonly version: string
  /** The name people are shown. Default: none. */
  readonly title?: string | undefined
}

/** What happens while serving. Holds no secrets, and no arguments or results. */
export type ServeEvent =
  | { readonly type: 'sessionOpened' | 'sessionClosed'; readonly session: number; readonly principal: string }
  | {
      /** A request that got no answer of MCP, such as one without a token. */
      readonly type: 'refused'
      readonly status: number
      readonly reason: string
    }
  | {
      /** A failure that clients do not see, or see only as "internal error". */
      readonly type: 'failed'
      readonly error: unknown
    }

/** Options of both ways of serving. */
export interface ServeOptions {
  /** Tools told in one page of a listing. Default 1,000. Legal: integers from 1. */
  readonly pageSize?: number | undefined
  /**
   * How long the first listings wait for servers that are being connected, in milliseconds, where the listing depends on
   * them: many clients list once and never again. Default 5,000. Legal: integers from 0.
   */
  readonly settleMs?: number | undefined
  /** How long calls under way may go on after `close`, in milliseconds. Default 10,000. Legal: integers from 0. */
  readonly drainMs?: number | undefined
  /**
   * How long the tasks of clients are kept, from their beginning, in milliseconds; see `maxTaskMs` of `calls` of the gateway for
   * how long they may work. Default 3,600,000. Legal: integers 1 to 2,147,483,647.
   */
  readonly keepTaskMs?: number | undefined
  /** Whether the gateway is stopped at the end. Default true. */
  readonly stopGateway?: boolean | undefined
  /** Whether SIGINT and SIGTERM close; a second one ends the process at once. Default: true over stdio, false over HTTP. */
  readonly signals?: boolean | undefined
  /** Receives every event. One that throws causes a process warning. Default: none. */
  readonly onEvent?: ((event: ServeEvent) => void) | undefined
  /** Hears of calls of clients, to measure them; the same one as the gateway's makes one trace of both. Default: none. */
  readonly observer?: Observer | undefined
  /** Default: the clock of the platform. */
  readonly clock?: Clock | undefined
}

const OPTIONS = {
  pageSize: 'anything',
  settleMs: 'anything',
  drainMs: 'anything',
  keepTaskMs: 'anything',
  stopGateway: 'boolean',
  signals: 'boolean',
  onEvent: 'function',
  observer: { functions: ['begin'] },
  clock: { functions: ['now', 'after'] },
} satisfies { [Option in keyof ServeOptions]-?: OptionKind }
const SERVED = {
  gateway: { functions: ['start', 'call'] },
  exposure: { functions: ['call'] },
  context: 'anything',
  name: 'anything',
  version: 'anything',
  title: 'string',
} satisfies { [Member in keyof Served]-?: OptionKind }

/** Bytes of a page of a listing: less than the 10 MiB that the SDK's clients take as one message. */
const MAX_PAGE_BYTES = 4_194_304

/** What every session of a server shares. */
export interface ServeDeps {
  readonly served: Served
  /** What is offered beside tools; absent for nothing. */
  readonly context: ContextSource | undefined
  readonly pageLimits: PageLimits
  /** Waits for servers that have begun to be connected when serving began; never rejects. */
  readonly settled: () => Promise<void>
  /** The same, and connects those that wait to be asked. */
  readonly wake: () => Promise<void>
  readonly drainMs: number
  readonly clock: Clock
  readonly observer: Observer | undefined
  readonly tasks: Tasks
  readonly tell: (event: ServeEvent) => void
  /** Stops the gateway, where that is ours to do. */
  readonly stop: () => Promise<void>
}

/** How what is served describes itself to clients of either era. */
export function describeServed({ name, version, title, exposure }: Served): {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string }
  readonly instructions: () => string | undefined
} {
  return {
    info: { name, version, ...(title === undefined ? {} : { title }) },
    instructions: () => exposure.instructions(),
  }
}

/** Checks what is to be served and how, and starts the gateway where it has not been. */
export function createServeDeps(
  served: Served,
  options: ServeOptions,
  moreOptions: Readonly<Record<string, OptionKind>>,
): ServeDeps {
  checkOptions('what is served', served, SERVED)
  checkOptions('the options of serving', options, { ...OPTIONS, ...moreOptions })
  const { gateway, exposure, context = exposure.showsAll === true } = served
  for (const member of ['name', 'version'] as const) {
    if (typeof served[member] !== 'string' || served[member] === '') {
      throw new TypeError(`What is served needs a ${member}, not ${quote(served[member])}.`)
    }
  }
  const { clock = systemClock, stopGateway = true, onEvent, observer } = options
  const maxItems = checkWhole('pageSize', options.pageSize ?? 1_000, 1)
  const settleMs = checkWhole('settleMs', options.settleMs ?? 5_000, 0)
  const drainMs = checkWhole('drainMs', options.drainMs ?? 10_000, 0)
  const keepTaskMs = checkTimeoutMs('keepTaskMs', options.keepTaskMs ?? 3_600_000)
  if (['idle', 'stopped'].includes(gateway.state())) gateway.start()
  const own = context === true ? new GatewayContext(gateway) : undefined
  // A server that does not come is missing, and comes later.
  const ignore = (): void => {}
  // One that hangs is not waited for when its tools are known from an earlier listing.
  const isComplete = (): boolean =>
    gateway.servers().every(({ state, tools }) => tools > 0 || !['idle', 'connecting'].includes(state))
  const settle = async (): Promise<void> => {
    if (!isComplete()) await gateway.settled({ timeoutMs: settleMs }).then(ignore, ignore)
  }
  const starting = settle()
  return {
    served,
    context: typeof context === 'object' ? context : own,
    pageLimits: { maxItems, maxBytes: MAX_PAGE_BYTES },
    settled: () => starting,
    wake: async () => {
      await starting
      const asked = gateway.ready().catch(ignore)
      if (isComplete()) return
      await asked
      await settle()
    },
    drainMs,
    clock,
    observer,
    tasks: new Tasks(clock, keepTaskMs),
    tell: (event) => tellListener(onEvent, Object.freeze(event)),
    stop: async () => {
      own?.close()
      if (stopGateway) await gateway.stop()
    },
  }
}
