#!/usr/bin/env node
// What our gateway adds to a call, how soon many tools are searchable, and what a model is shown of them.
import { loadavg } from 'node:os'
import { parseCommandLine } from '../command/command-line.ts'
import { requireWritable } from '../command/require-writable.ts'
import { showHelp } from '../command/show-help.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { measureMeta } from './measure-meta.ts'
import { measureOverhead, type Overhead } from './measure-overhead.ts'
import { measureStart } from './measure-start.ts'
import type { Quantiles } from './quantiles.ts'

showHelp('What the gateway adds to a call, how soon tools are searchable, and what a model is shown.', [
  '--json FILE  writes the figures as JSON',
])

const CALLS = 1_000

const parameters = process.argv.slice(2)
const jsonFile = parseCommandLine(parameters, { json: 'text' }).text('json')
const files = { jsonFile, markdownFile: undefined }
requireWritable(files)
const loadBefore = loadavg()[0] ?? 0
const meta = await measureMeta([0, 100, 1_000, 10_000])
const starts = [await measureStart(50, 1_000, 5), await measureStart(10, 5_000, 5)]
const overhead = [await measureOverhead('http', CALLS), await measureOverhead('stdio', CALLS)]
const load = [loadBefore, loadavg()[0] ?? 0]
const provenance = describeRun('bench:gateway', parameters, new Date())
const markdown = [
  '| transport | way | p5 ms | p50 ms | p95 ms | p99 ms |\n| --- | --- | ---: | ---: | ---: | ---: |',
  ...overhead.flatMap(formatOverhead),
  '',
  ...overhead.map(
    ({ transport, addedMs, gatewayCpuMs }) =>
      `${transport}: the gateway adds ${addedMs.p05.toFixed(2)} ms (p5), ${addedMs.p50.toFixed(2)} ms (p50), and works ${gatewayCpuMs?.toFixed(2) ?? '–'} ms of processor time a call`,
  ),
  '',
  ...starts.map(
    ({ tools, servers, ms, cpuMs }) =>
      `${tools} tools of ${servers} servers searchable after ${list(ms)} ms; processor time of clients and servers ${list(cpuMs)} ms, at best ${((1_000 * tools) / Math.min(...cpuMs)).toFixed(0)} tools a second`,
  ),
  '',
  '| tools | split | definitions | o200k | cl100k |\n| ---: | --- | ---: | ---: | ---: |',
  ...meta.map((row) => `| ${[row.tools, row.split, row.definitions, row.o200k, row.cl100k].join(' | ')} |`),
  '',
  `Load ${load.map((value) => value.toFixed(1)).join(' to ')}. ${formatProvenance(provenance)}`,
].join('\n')
await writeOutputs(files, { json: { overhead, starts, meta, load, ...provenance }, markdown })
process.stdout.write(markdown)

function list(times: readonly number[]): string {
  return times.map((ms) => ms.toFixed(0)).join(', ')
}

function formatOverhead(measured: Overhead): readonly string[] {
  const row = (way: string, { p05Ms, p50Ms, p95Ms, p99Ms }: Quantiles): string =>
    `| ${measured.transport} | ${way} | ${[p05Ms, p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(2)).join(' | ')} |`
  return [
    row('direct', measured.direct),
    row('gateway', measured.gateway),
    row('our connection', measured.connection),
    row('gateway in process', measured.inProcess),
  ]
}
