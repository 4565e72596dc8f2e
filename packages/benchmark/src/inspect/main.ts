#!/usr/bin/env node
// How the inspector's page behaves with many tools while somebody types and scrolls, in a real browser.
import { loadavg } from 'node:os'
import { createGateway } from '@toolscout/gateway'
import { parseCommandLine } from '../command/command-line.ts'
import { requireWritable } from '../command/require-writable.ts'
import { showHelp } from '../command/show-help.ts'
import { describeRun, formatProvenance, writeOutputs } from '../command/write-outputs.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { percentile } from '../search/percentiles.ts'
import { measurePage } from './measure-page.ts'

showHelp('How long the page of the inspector takes.', ['--json FILE  writes the figures as JSON'])

const TOOLS = 10_000
const QUERIES = [
  'create a new issue in a repository',
  'send a message to the team',
  'list all files of a folder',
  'what is the weather tomorrow',
  'delete customer',
]

const parameters = process.argv.slice(2)
const jsonFile = parseCommandLine(parameters, { json: 'text' }).text('json')
const files = { jsonFile, markdownFile: undefined }
requireWritable(files)
const gateway = createGateway()
await gateway.register([...generateTools({ count: TOOLS, seed: 1 })])
const page = await measurePage(gateway, QUERIES)
const show = (numbers: readonly number[], share: number): string =>
  (percentile(numbers, share) ?? 0).toFixed(0)
const provenance = describeRun('bench:inspect', parameters, new Date())
const markdown = [
  `${TOOLS} tools, ${page.keys} keys, then the whole list scrolled through.`,
  '',
  '| what | value |\n| --- | ---: |',
  `| tasks of the page of 50 ms and more | ${page.longTasks} |`,
  `| longest of them, ms | ${page.longestTaskMs.toFixed(0)} |`,
  `| key to picture, of those of 16 ms and more, p50 and p95, ms | ${show(page.keysToPaintMs, 0.5)}, ${show(page.keysToPaintMs, 0.95)} |`,
  `| last key to hits, p50 and slowest, ms | ${show(page.hitsMs, 0.5)}, ${show(page.hitsMs, 1)} |`,
  `| most elements in the page | ${page.elements} |`,
  `| processor time of the page for a key and what it led to, ms | ${(page.typingCpuMs / page.keys).toFixed(1)} |`,
  `| processor time of the process that serves, ms | ${page.serverCpuMs.toFixed(0)} |`,
  '',
  `Load ${(loadavg()[0] ?? 0).toFixed(1)}. ${formatProvenance(provenance)}`,
].join('\n')
await writeOutputs(files, { json: { page, ...provenance }, markdown })
process.stdout.write(markdown)
await gateway.stop()
