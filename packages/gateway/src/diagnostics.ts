import type { Discovery } from '@toolscout/discovery'
import type { EmbeddingProgress } from '@toolscout/discovery/internal'
import type { GatewayEvent } from './gateway-event.ts'
import type { Listeners } from './listeners.ts'
import type { GatewayHealth, GatewayStats, ServerStatus } from './server-status.ts'

/** How long something took, of the last {@link LATENCIES_KEPT} times, in milliseconds. */
export interface Latencies {
  /** How often it was done since the gateway was made. */
  readonly count: number
  /** Absent before the first time, as all below. */
  readonly p50Ms?: number
  readonly p95Ms?: number
  readonly maxMs?: number
}

/** A gateway as it is now, for people who look after it. Frozen, without secrets, arguments and results. */
export interface GatewayDiagnostics {
  readonly health: GatewayHealth
  readonly stats: GatewayStats
  readonly servers: readonly ServerStatus[]
  /** How far vectors are; absent where nothing ranks by meaning. */
  readonly embeddings?: Omit<EmbeddingProgress, 'error'>
  readonly searches: Latencies
  readonly calls: Latencies
  /** Failed calls since the gateway was made, by what their result says, such as `TOOL_FAILED`. */
  readonly failures: Readonly<Record<string, number>>
}

/** Times that percentiles are made of. */
const LATENCIES_KEPT = 512
/** Most kinds of failures that are counted apart; tools may add their own. */
const MAX_FAILURES = 100
const OTHER = '_other'

/** Keeps count from events, and puts what is known together. */
export function createDiagnostics(
  listen: Listeners<GatewayEvent>['listen'],
  read: {
    readonly discovery: Discovery
    readonly health: () => GatewayHealth
    readonly stats: () => GatewayStats
    readonly servers: () => readonly ServerStatus[]
  },
): () => GatewayDiagnostics {
  const searches = createRing()
  const calls = createRing()
  const failures = new Map<string, number>()
  listen((event) => {
    if (event.type === 'searched') searches.add(event.durationMs)
    if (event.type !== 'callEnded') return
    calls.add(event.durationMs)
    if (!event.isError) return
    const said = event.error ?? 'tool_error'
    const kind = failures.has(said) || failures.size < MAX_FAILURES ? said : OTHER
    failures.set(kind, (failures.get(kind) ?? 0) + 1)
  })
  return () => {
    const progress = read.discovery.embeddings?.progress()
    const { error: _error, ...embeddings } = progress ?? {}
    return Object.freeze({
      health: read.health(),
      stats: read.stats(),
      servers: read.servers(),
      ...(progress === undefined ? {} : { embeddings: embeddings as Omit<EmbeddingProgress, 'error'> }),
      searches: searches.summary(),
      calls: calls.summary(),
      failures: Object.freeze(Object.fromEntries(failures)),
    })
  }
}

function createRing(): { readonly add: (ms: number) => void; readonly summary: () => Latencies } {
  const kept: number[] = []
  let count = 0
  return {
    add: (ms) => {
      kept[count % LATENCIES_KEPT] = ms
      count += 1
    },
    summary: () => {
      if (count === 0) return Object.freeze({ count })
      const sorted = [...kept].sort((a, b) => a - b)
      // Nearest rank.
      const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] as number
      return Object.freeze({ count, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) })
    },
  }
}
