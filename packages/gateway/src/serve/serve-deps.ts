import type { Clock, Observer } from '@toolscout/model'
import { quote, requireKnownMembers, systemClock } from '@toolscout/model/internal'
import type { ContextSource } from '../context/context-source.ts'
import { createContext } from '../context/create-context.ts'
import type { PageLimits } from './list-pages.ts'
import { SERVE_OPTIONS, type Served, type ServeEvent, type ServeOptions } from './served.ts'
import { createServerWaker, type ServerWaker } from './wake-servers.ts'

/** Bytes of a page of a listing: less than the 10 MiB that the SDK's clients take as one message. */
const MAX_PAGE_BYTES = 4_194_304

/** What every session of a server shares. */
export interface ServeDeps {
  readonly served: Omit<Served, 'context'>
  /** What is offered beside tools; absent for nothing. */
  readonly context: ContextSource | undefined
  readonly pageLimits: PageLimits
  readonly servers: ServerWaker
  readonly drainMs: number
  readonly clock: Clock
  readonly observer: Observer | undefined
  readonly tell: (event: ServeEvent) => void
  /** Stops the gateway, where that is ours to do. */
  readonly stop: () => Promise<void>
}

const SERVED = ['gateway', 'exposure', 'context', 'name', 'version', 'title']

/** Checks what is to be served and how, and starts the gateway where it has not been. */
export function createServeDeps(
  served: Served,
  options: ServeOptions,
  moreOptions: readonly string[],
): ServeDeps {
  requireKnownMembers('what is served', served, SERVED)
  requireKnownMembers('the options of serving', options, [...SERVE_OPTIONS, ...moreOptions])
  const { gateway, exposure } = served
  for (const member of ['name', 'version'] as const) {
    if (typeof served[member] !== 'string' || served[member] === '') {
      throw new TypeError(`What is served needs a ${member}, not ${quote(served[member])}.`)
    }
  }
  const { clock = systemClock, stopGateway = true, onEvent } = options
  const pageSize = requireInteger('pageSize', options.pageSize ?? 1_000, 1)
  const settleMs = requireInteger('settleMs', options.settleMs ?? 5_000, 0)
  const drainMs = requireInteger('drainMs', options.drainMs ?? 10_000, 0)
  if (['idle', 'stopped'].includes(gateway.state())) gateway.start()
  const own = served.context === undefined && exposure.showsAll === true ? createContext(gateway) : undefined
  return {
    served,
    context: own ?? (served.context === false ? undefined : served.context),
    pageLimits: { maxItems: pageSize, maxBytes: MAX_PAGE_BYTES },
    servers: createServerWaker(gateway, { settleMs }),
    drainMs,
    clock,
    observer: options.observer,
    tell: (event) => {
      try {
        onEvent?.(Object.freeze(event))
      } catch (error) {
        process.emitWarning(`A listener of serving threw: ${String(error)}`)
      }
    },
    stop: async () => {
      own?.close()
      if (stopGateway) await gateway.stop()
    },
  }
}

/** @throws RangeError for what is no integer from `least` on. */
export function requireInteger(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number
  throw new RangeError(`${name} is ${quote(value)}; an integer from ${least} is needed.`)
}
