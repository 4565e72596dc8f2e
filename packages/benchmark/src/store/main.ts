#!/usr/bin/env node
// What it costs to keep a catalog in SQLite: writing, opening, sizes. Prints JSON.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCommandLine } from '../command/command-line.ts'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'
import { measureLoom } from './measure-loom.ts'
import { measureOpening, measureReading } from './measure-opening.ts'
import { measureWriting, type StoreBenchOptions } from './measure-writing.ts'

showHelp('How long stores take to open and to write.', ['--json FILE  writes the figures as JSON'])

const given = parseCommandLine(process.argv.slice(2), {
  tools: 'text',
  json: 'text',
  folder: 'text',
  open: 'text',
  loom: 'flag',
})
const tools = Number(given.text('tools') ?? 100_000)
const fewest = given.flag('loom') ? 100 : 1_000
if (!Number.isInteger(tools) || tools < fewest)
  throw new RangeError(`--tools is a whole number of ${fewest} or more.`)
/** Each time a process of its own opens the store. */
const OPENINGS = 5

const toOpen = given.text('open')
if (given.flag('loom')) await inFolder(measureLoom)
else if (toOpen === undefined) await inFolder(measureAll)
else process.stdout.write(JSON.stringify(await measureOpening({ path: toOpen, tools })))

/** Measures on a file of its own, and tells what came of it. */
async function inFolder(measure: (options: StoreBenchOptions) => Promise<object>): Promise<void> {
  const folder = mkdtempSync(join(given.text('folder') ?? tmpdir(), 'toolscout-bench-store-'))
  try {
    const figures = await measure({ path: join(folder, 'catalog.db'), tools })
    const report = { machine: describeMachine(), tools, ...figures }
    const text = `${JSON.stringify(report, null, 2)}\n`
    process.stdout.write(text)
    const file = given.text('json')
    if (file !== undefined) writeFileSync(file, text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll(options: StoreBenchOptions): Promise<object> {
  const writing = await measureWriting(options)
  const openings = Array.from({ length: OPENINGS }, () => openInProcess(options.path))
  const times = openings.map(({ toFirstAnswerMs }) => toFirstAnswerMs)
  return {
    ...writing,
    toFirstAnswerMs: { least: Math.min(...times), median: percentile(times, 0.5) },
    opening: openings[times.indexOf(Math.min(...times))],
    reading: await measureReading(options),
  }
}

function openInProcess(path: string): { readonly toFirstAnswerMs: number } {
  const parameters = [fileURLToPath(import.meta.url), '--open', path]
  return JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8' }))
}
