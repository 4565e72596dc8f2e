#!/usr/bin/env node
// What takes how long while things go wrong. Backends and gateway share this process, so all times are upper bounds.
import { loadavg } from 'node:os'
import { parseCommandLine } from '../command/command-line.ts'
import { requireWritable } from '../command/require-writable.ts'
import { showHelp } from '../command/show-help.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import type { Quantiles } from '../gateway/quantiles.ts'
import { measureCancels, measureDeadlines, measureOverload } from './measure-ends.ts'
import { measureFaults } from './measure-faults.ts'
import { measureStorm } from './measure-storm.ts'

showHelp('What calls and servers do while servers fail.', ['--json FILE  writes the figures as JSON'])

const parameters = process.argv.slice(2)
const jsonFile = parseCommandLine(parameters, { json: 'text' }).text('json')
const files = { jsonFile, markdownFile: undefined }
requireWritable(files)
const loadBefore = loadavg()[0] ?? 0
const deadlines = await measureDeadlines(1_000)
const cancels = await measureCancels(1_000)
const overload = await measureOverload(500)
const storm = await measureStorm(10_000)
const faults = [await measureFaults(50), await measureFaults(500)]
const load = [loadBefore, loadavg()[0] ?? 0]
const provenance = describeRun('bench:chaos', parameters, new Date())

const rows: readonly (readonly [string, Quantiles])[] = [
  ['end of a call after its deadline', deadlines],
  ['a server hears that a call was given up', cancels],
  ['a call is refused while 1,024 others are under way', overload],
  [`a search, while ${storm.notices} notices come`, storm.searches],
  ...faults.flatMap(({ inFlight, calm, broken }) => [
    [`a call that is well, ${inFlight} at once, all are well`, calm] as const,
    [`the same, 40 of 100 servers are broken`, broken] as const,
  ]),
]
const markdown = [
  '| what | times | p50 ms | p95 ms | p99 ms | most ms |\n| --- | ---: | ---: | ---: | ---: | ---: |',
  ...rows.map(([what, { count, p50Ms, p95Ms, p99Ms, mostMs }]) => {
    const times = [p50Ms, p95Ms, p99Ms, mostMs].map((ms) => ms.toFixed(1))
    return `| ${[what, count, ...times].join(' | ')} |`
  }),
  '',
  `Storm: ${storm.stormMs.toFixed(0)} ms long, at most ${storm.mostListings} listings of a server, the truth ${storm.settledMs.toFixed(0)} ms after it.`,
  ...faults.map(
    ({ inFlight, failures, attemptsPerCall }) =>
      `Faults, ${inFlight} at once: ${failures} failures of servers that are well, ${attemptsPerCall.toFixed(2)} attempts a call.`,
  ),
  `Load ${load.map((value) => value.toFixed(1)).join(' to ')}. ${formatProvenance(provenance)}`,
].join('\n')
await writeOutputs(files, {
  json: { deadlines, cancels, overload, storm, faults, load, ...provenance },
  markdown,
})
process.stdout.write(markdown)
