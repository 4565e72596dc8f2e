#!/usr/bin/env node
// What it costs to keep a catalog in SQLite: writing, opening, sizes. Prints JSON.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCommandLine } from '../command/command-line.ts'
import { describeMachine } from '../command/machine.ts'
import { readInteger } from '../command/read-integer.ts'
import { showHelp } from '../command/show-help.ts'
import { percentile } from '../search/percentiles.ts'
import { type FacadeBenchOptions, fillCatalog, measureFacade } from './measure-facade.ts'
import { measureLoom } from './measure-loom.ts'
import { measureOpening, measureReading } from './measure-opening.ts'
import { measureWriting, type StoreBenchOptions } from './measure-writing.ts'

showHelp('How long stores take to open and to write.', [
  '--tools N      tools of the catalog; default 100,000',
  '--facade       the default facade on a catalog of recombined real tools: opening, memory, searching',
  '--data DIR     judged sets that its tools and requests are from, also several times; default: the small set',
  '--catalog FILE where the catalog of --facade stays; one that is there is opened as it is',
  '--requests N   requests of each kind; default 200',
  '--json FILE    writes the figures as JSON',
])

const given = parseCommandLine(process.argv.slice(2), {
  tools: 'text',
  json: 'text',
  folder: 'text',
  open: 'text',
  facade: 'flag',
  data: 'texts',
  catalog: 'text',
  requests: 'text',
  loom: 'flag',
})
const tools = Number(given.text('tools') ?? 100_000)
const fewest = given.flag('loom') ? 100 : 1_000
if (!Number.isInteger(tools) || tools < fewest)
  throw new RangeError(`--tools is a whole number of ${fewest} or more.`)
/** Each time a process of its own opens the store. */
const OPENINGS = 5

const toOpen = given.text('open')
const catalog = given.text('catalog')
const facade: FacadeBenchOptions = {
  folders: given.texts('data'),
  requests: readInteger('--requests', given.text('requests') ?? '200', 1, 100_000),
}
if (given.flag('loom')) await inFolder(measureLoom)
else if (given.flag('facade') && toOpen !== undefined) {
  process.stdout.write(JSON.stringify(await measureFacade(toOpen, facade)))
} else if (given.flag('facade') && catalog !== undefined) await report(measureInProcess, catalog)
else if (given.flag('facade')) await inFolder(measureInProcess)
else if (toOpen === undefined) await inFolder(measureAll)
else process.stdout.write(JSON.stringify(await measureOpening({ path: toOpen, tools })))

/** Measures on a file of its own, and tells what came of it. */
async function inFolder(measure: (options: StoreBenchOptions) => Promise<object>): Promise<void> {
  const folder = mkdtempSync(join(given.text('folder') ?? tmpdir(), 'toolscout-bench-store-'))
  try {
    await report(measure, join(folder, 'catalog.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function report(measure: (options: StoreBenchOptions) => Promise<object>, path: string): Promise<void> {
  const figures = { machine: describeMachine(), tools, ...(await measure({ path, tools })) }
  const text = `${JSON.stringify(figures, null, 2)}\n`
  process.stdout.write(text)
  const file = given.text('json')
  if (file !== undefined) writeFileSync(file, text)
}

/** Fills a catalog where there is none, and measures a process of its own that opens it. */
async function measureInProcess(options: StoreBenchOptions): Promise<object> {
  if (!existsSync(options.path)) {
    await fillCatalog(options, facade.folders, (line) => process.stderr.write(`${line}\n`))
  }
  const own = ['--facade', '--open', options.path, '--requests', String(facade.requests)]
  const parameters = [
    fileURLToPath(import.meta.url),
    ...own,
    ...facade.folders.flatMap((one) => ['--data', one]),
  ]
  const ran = execFileSync(process.execPath, parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(ran)
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
