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
  const duration = (name: string, description: string): Histogram =>
    meter.createHistogram(name, {
      description,
      unit: 's',
      advice: { explicitBucketBoundaries: [...DURATION_BOUNDARIES] },
    })
  const client = duration(METRICS.client, 'Requests to MCP servers, further attempts included.')
  const served = duration(METRICS.served, 'Requests of MCP clients.')
  const local = duration(METRICS.local, 'Calls of functions of this process.')
  const search = duration(METRICS.search, 'Searches for tools.')
  const embed = duration(METRICS.embed, 'Requests to an embedder.')
  const tools = meter.createGauge(METRICS.tools, {
    description: 'Tools that are registered.',
    unit: '{tool}',
  })
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
  const refused = meter.createCounter(METRICS.refused, { description: 'Definitions that were not taken in.' })
  const feed = duration(
    METRICS.feed,
    'From the writing of a change of another process to when it is found here.',
  )
  const pins = meter.createCounter(METRICS.pins, {
    description: 'Definitions that are new, changed, held or approved.',
    unit: '{tool}',
  })
  const states = new Map<string, string>()
  const stopLoop = eventLoop ? observeEventLoop(meter) : () => {}

  return {
    ended: (operation, outcome, seconds) => {
      const error = errorTypeOf(outcome)
      const attributes: Attributes = error === undefined ? {} : { [A.error]: error }
      switch (operation.kind) {
        case 'search':
          search.record(seconds, attributes)
          break
        case 'embed':
          embed.record(seconds, { ...attributes, [A.model]: operation.model })
          break
        case 'localCall':
          local.record(seconds, { ...attributes, [A.tool]: nameOf(operation.tool) })
          break
        case 'servedCall':
          served.record(seconds, {
            ...attributes,
            [A.method]: 'tools/call',
            [A.tool]: nameOf(operation.tool),
          })
          break
        case 'serverCall':
          client.record(seconds, {
            ...attributes,
            [A.method]: 'tools/call',
            [A.tool]: nameOf(operation.tool),
            [A.server]: operation.server.name,
          })
          break
        case 'listTools':
          client.record(seconds, {
            ...attributes,
            [A.method]: 'tools/list',
            [A.server]: operation.server.name,
          })
          break
      }
    },
    note: (fact) => {
      switch (fact.kind) {
        case 'attemptFailed':
          attempts.add(1, {
            [A.decision]: fact.again ? 'retry' : 'give_up',
            [A.error]: fact.failure,
            ...(fact.server === undefined ? {} : { [A.server]: fact.server }),
          })
          break
        case 'queue':
          queue.record(fact.waiting, { [A.server]: fact.server })
          break
        case 'serverState': {
          const left = states.get(fact.server)
          if (left !== undefined) serverState.record(0, { [A.server]: fact.server, [A.state]: left })
          states.set(fact.server, fact.state)
          serverState.record(1, { [A.server]: fact.server, [A.state]: fact.state })
          break
        }
        case 'breaker':
          breaker.add(1, { [A.server]: fact.server, [A.state]: fact.state })
          break
        case 'catalogChanged':
          tools.record(fact.tools)
          for (const change of ['added', 'updated', 'removed'] as const) {
            if (fact[change] > 0) changes.add(fact[change], { [A.change]: change })
          }
          break
        case 'feed':
          feed.record(fact.lagMs / 1_000)
          break
        case 'pinChanged':
          pins.add(1, {
            [A.state]: fact.state,
            ...(fact.server === undefined ? {} : { [A.server]: fact.server }),
          })
          break
        case 'refused':
          refused.add(1, { [A.reason]: fact.reason, [A.server]: fact.server })
          break
      }
    },
    close: stopLoop,
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
