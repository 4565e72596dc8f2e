#!/usr/bin/env node
// Cost of observing an operation: without an observer, with OpenTelemetry's API alone, and with its SDK.
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
import { createOpenTelemetryObserver } from '@toolscout/adapters/opentelemetry'
import { createAuditLog } from '@toolscout/adapters/telemetry'
import type { ObservedOperation, Observer } from '@toolscout/model'
import { observe } from '@toolscout/model/internal'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'

showHelp('What observing an operation costs.')

const ROUNDS = 60
const CALLS = 5_000
const OPERATION: ObservedOperation = {
  kind: 'serverCall',
  tool: 'github__create_issue',
  callId: 'call_1',
  server: { name: 'github', network: 'tcp', address: 'example.com', port: 443 },
}
const provider = new BasicTracerProvider()
const kinds: readonly (readonly [string, Observer | undefined])[] = [
  ['nobody watches', undefined],
  ['OpenTelemetry API, no SDK', createOpenTelemetryObserver()],
  ['OpenTelemetry SDK, no exporter', createOpenTelemetryObserver({ tracer: provider.getTracer('bench') })],
  ['audit log, written nowhere', createAuditLog({ write: () => {} })],
]
const times = new Map(kinds.map(([name]) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round += 1) {
  // By turns, so that what else the machine does falls on all of them.
  for (const [name, observer] of kinds) times.get(name)?.push(await measure(observer))
}
const machine = describeMachine()
process.stdout.write(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}\n\n`)
process.stdout.write(
  '| an operation, with its span and its measures | least ns | median ns |\n| --- | ---: | ---: |\n',
)
for (const [name, list] of times) {
  const middle = percentile(list, 0.5) ?? 0
  process.stdout.write(`| ${name} | ${Math.min(...list).toFixed(0)} | ${middle.toFixed(0)} |\n`)
}

/** Nanoseconds of one operation that does nothing. */
async function measure(observer: Observer | undefined): Promise<number> {
  const work = async (): Promise<number> => 1
  const start = performance.now()
  for (let i = 0; i < CALLS; i += 1) {
    await observe(
      observer,
      () => OPERATION,
      work,
      () => ({ outcome: 'ran' }),
    )
  }
  return ((performance.now() - start) * 1e6) / CALLS
}
