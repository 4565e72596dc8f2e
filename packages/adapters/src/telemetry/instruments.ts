import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Attributes, Histogram, Meter } from '@opentelemetry/api'
import type { ObservedFact, ObservedOperation, ObservedOutcome } from '@toolscout/model'
import { ATTRIBUTES as A, DURATION_BOUNDARIES, METRICS } from './conventions.ts'
import { errorTypeOf } from './error-type.ts'

/** Everything that is counted. */
export interface Instruments {
  readonly ended: (operation: ObservedOperation, outcome: ObservedOutcome, seconds: number) => void
  readonly note: (fact: ObservedFact) => void
  readonly close: () => void
}

const NANOSECONDS = 1e9

/** Creates the instruments of a meter. `nameOf` bounds how many names of tools there are. */
export function createInstruments(
  meter: Meter,
  { nameOf, eventLoop }: { readonly nameOf: (tool: string) => string; readonly eventLoop: boolean },
): Instruments {
  return {
    ended: createDurations(meter, nameOf),
    note: createFactCounters(meter),
    close: eventLoop ? observeEventLoop(meter) : () => {},
  }
}

function durationOf(meter: Meter, name: string, description: string): Histogram {
  const advice = { explicitBucketBoundaries: [...DURATION_BOUNDARIES] }
  return meter.createHistogram(name, { description, unit: 's', advice })
}

/** Histograms of how long operations take. */
function createDurations(meter: Meter, nameOf: (tool: string) => string): Instruments['ended'] {
  const client = durationOf(meter, METRICS.client, 'Requests to MCP servers, further attempts included.')
  const served = durationOf(meter, METRICS.served, 'Requests of MCP clients.')
  const local = durationOf(meter, METRICS.local, 'Calls of functions of this process.')
  const search = durationOf(meter, METRICS.search, 'Searches for tools.')
  const embed = durationOf(meter, METRICS.embed, 'Requests to an embedder.')
  return (operation, outcome, seconds) => {
    const error = errorTypeOf(outcome)
    const attributes: Attributes = error === undefined ? {} : { [A.error]: error }
    if (operation.kind === 'search') return search.record(seconds, attributes)
    if (operation.kind === 'embed')
      return embed.record(seconds, { ...attributes, [A.model]: operation.model })
    if (operation.kind === 'listTools') {
      const listed = { [A.method]: 'tools/list', [A.server]: operation.server.name }
      return client.record(seconds, { ...attributes, ...listed })
    }
    const tool = { ...attributes, [A.tool]: nameOf(operation.tool) }
    if (operation.kind === 'localCall') return local.record(seconds, tool)
    const called = { ...tool, [A.method]: 'tools/call' }
    if (operation.kind === 'servedCall') return served.record(seconds, called)
    client.record(seconds, { ...called, [A.server]: operation.server.name })
  }
}

/** Counters and gauges of what happens between operations. */
function createFactCounters(meter: Meter): Instruments['note'] {
  const tools = meter.createGauge(METRICS.tools, { description: 'Registered tools.', unit: '{tool}' })
  const changes = meter.createCounter(METRICS.changes, { description: 'Changes of tools.', unit: '{tool}' })
  const serverState = meter.createGauge(METRICS.serverState, {
    description: '1 for the state a server is in, 0 for the one it left.',
  })
  const breaker = meter.createCounter(METRICS.breaker, { description: 'Changes of circuit breakers.' })
  const queue = meter.createHistogram(METRICS.queue, {
    description: 'Calls that wait for their turn, as another one arrives.',
    unit: '{call}',
  })
  const attempts = meter.createCounter(METRICS.attempts, { description: 'Attempts of calls that failed.' })
  const refused = meter.createCounter(METRICS.refused, { description: 'Refused definitions.' })
  const feed = durationOf(
    meter,
    METRICS.feed,
    'From the writing of a change of another process until it is found here.',
  )
  const pins = meter.createCounter(METRICS.pins, {
    description: 'Definitions that are new, changed, quarantined or approved.',
    unit: '{tool}',
  })
  const states = new Map<string, string>()
  const ofServer = (server: string | undefined): Attributes =>
    server === undefined ? {} : { [A.server]: server }
  const moveTo = (server: string, state: string): void => {
    const left = states.get(server)
    if (left !== undefined) serverState.record(0, { [A.server]: server, [A.state]: left })
    states.set(server, state)
    serverState.record(1, { [A.server]: server, [A.state]: state })
  }
  return (fact) => {
    switch (fact.kind) {
      case 'attemptFailed': {
        const decision = fact.again ? 'retry' : 'give_up'
        return attempts.add(1, { [A.decision]: decision, [A.error]: fact.failure, ...ofServer(fact.server) })
      }
      case 'queue':
        return queue.record(fact.waiting, { [A.server]: fact.server })
      case 'serverState':
        return moveTo(fact.server, fact.state)
      case 'breaker':
        return breaker.add(1, { [A.server]: fact.server, [A.state]: fact.state })
      case 'catalogChanged':
        tools.record(fact.tools)
        for (const change of ['added', 'updated', 'removed'] as const)
          if (fact[change] > 0) changes.add(fact[change], { [A.change]: change })
        return
      case 'feed':
        return feed.record(fact.lagMs / 1_000)
      case 'pinChanged':
        return pins.add(1, { [A.state]: fact.state, ...ofServer(fact.server) })
      case 'refused':
        return refused.add(1, { [A.reason]: fact.reason, [A.server]: fact.server })
    }
  }
}

/** The 99th percentile of how late timers fired since it was read last. */
function observeEventLoop(meter: Meter): () => void {
  const delay = monitorEventLoopDelay()
  delay.enable()
  const gauge = meter.createObservableGauge(METRICS.eventLoop, {
    description: '99th percentile of how late timers fired since the last reading.',
    unit: 's',
  })
  gauge.addCallback((result) => {
    result.observe(delay.percentile(99) / NANOSECONDS)
    delay.reset()
  })
  return () => delay.disable()
}
