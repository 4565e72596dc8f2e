import type { Attributes, Counter, Gauge, Histogram, Meter } from '@opentelemetry/api'
import type { ObservedOperation, ObservedOutcome, Observer } from '@toolscout/model'
import { ATTRIBUTES as A, COUNTERS, DURATION_BOUNDARIES, DURATIONS, GAUGES, QUEUE } from './conventions.ts'
import { errorTypeOf } from './describe-operation.ts'

/** What an instrument is called and for. */
interface About {
  readonly name: string
  readonly description: string
  readonly unit?: string
}

type Ended = (operation: ObservedOperation, outcome: ObservedOutcome, seconds: number) => void

/** Everything that is counted. */
export class Instruments {
  readonly #durations: Readonly<Record<keyof typeof DURATIONS, Histogram>>
  readonly #counters: Readonly<Record<keyof typeof COUNTERS, Counter>>
  readonly #gauges: Readonly<Record<keyof typeof GAUGES, Gauge>>
  readonly #queue: Histogram
  readonly #nameOf = createKnownNames()
  readonly #states = new Map<string, string>()

  constructor(meter: Meter) {
    const advice = { explicitBucketBoundaries: [...DURATION_BOUNDARIES] }
    const duration = (about: About): Histogram =>
      meter.createHistogram(about.name, { ...about, unit: 's', advice })
    const counter = (about: About): Counter => meter.createCounter(about.name, about)
    const gauge = (about: About): Gauge => meter.createGauge(about.name, about)
    this.#durations = {
      client: duration(DURATIONS.client),
      served: duration(DURATIONS.served),
      local: duration(DURATIONS.local),
      search: duration(DURATIONS.search),
      embed: duration(DURATIONS.embed),
      feed: duration(DURATIONS.feed),
    }
    this.#counters = {
      changes: counter(COUNTERS.changes),
      breaker: counter(COUNTERS.breaker),
      attempts: counter(COUNTERS.attempts),
      refused: counter(COUNTERS.refused),
      pins: counter(COUNTERS.pins),
    }
    this.#gauges = { tools: gauge(GAUGES.tools), serverState: gauge(GAUGES.serverState) }
    this.#queue = meter.createHistogram(QUEUE.name, QUEUE)
  }

  /** Measures an operation that ended. */
  readonly ended: Ended = (operation, outcome, seconds) => {
    const { client, served, local, search, embed } = this.#durations
    const error = errorTypeOf(outcome)
    const attributes: Attributes = error === undefined ? {} : { [A.error]: error }
    const { kind } = operation
    if (kind === 'search') return search.record(seconds, attributes)
    if (kind === 'embed') return embed.record(seconds, { ...attributes, [A.model]: operation.model })
    if (kind === 'listTools') {
      const listed = { [A.method]: 'tools/list', [A.server]: operation.server.name }
      return client.record(seconds, { ...attributes, ...listed })
    }
    const tool = { ...attributes, [A.tool]: this.#nameOf(operation.tool) }
    if (kind === 'localCall') return local.record(seconds, tool)
    const called = { ...tool, [A.method]: 'tools/call' }
    if (kind === 'servedCall') return served.record(seconds, called)
    client.record(seconds, { ...called, [A.server]: operation.server.name })
  }

  /** Counts what happened between operations. */
  readonly note: Observer['note'] = (fact) => {
    const { attempts, breaker, changes, pins, refused } = this.#counters
    switch (fact.kind) {
      case 'attemptFailed': {
        const decision = fact.again ? 'retry' : 'give_up'
        return attempts.add(1, { [A.decision]: decision, [A.error]: fact.failure, ...ofServer(fact) })
      }
      case 'queue':
        return this.#queue.record(fact.waiting, { [A.server]: fact.server })
      case 'serverState':
        return this.#moveTo(fact.server, fact.state)
      case 'breaker':
        return breaker.add(1, { [A.server]: fact.server, [A.state]: fact.state })
      case 'catalogChanged':
        this.#gauges.tools.record(fact.tools)
        for (const change of ['added', 'updated', 'removed'] as const)
          if (fact[change] > 0) changes.add(fact[change], { [A.change]: change })
        return
      case 'feed':
        return this.#durations.feed.record(fact.lagMs / 1_000)
      case 'pinChanged':
        return pins.add(1, { [A.state]: fact.state, ...ofServer(fact) })
      case 'refused':
        return refused.add(1, { [A.reason]: fact.reason, [A.server]: fact.server })
    }
  }

  #moveTo(server: string, state: string): void {
    const { serverState } = this.#gauges
    const left = this.#states.get(server)
    if (left !== undefined) serverState.record(0, { [A.server]: server, [A.state]: left })
    this.#states.set(server, state)
    serverState.record(1, { [A.server]: server, [A.state]: state })
  }
}

function ofServer({ server }: { readonly server?: string | undefined }): Attributes {
  return server === undefined ? {} : { [A.server]: server }
}

/** Names of tools that metrics tell apart: each is a time series that somebody pays for. */
const MAX_TOOL_NAMES = 200
/** Counts for every name beyond them. */
export const OTHER_NAME = '_other'

/** Gives each of the first names as it is, and {@link OTHER_NAME} for the rest. */
export function createKnownNames(max: number = MAX_TOOL_NAMES): (name: string) => string {
  const known = new Set<string>()
  return (name) => {
    if (known.size < max) known.add(name)
    return known.has(name) ? name : OTHER_NAME
  }
}
