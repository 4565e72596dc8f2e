#!/usr/bin/env node
// What a command line costs: a bare Node, the help, a search in a kept catalog; a process each time, in turn; and how
// soon `serve` answers its first search from what is kept of its servers. Takes the command as it is packed, and as many Nodes as are given with --node.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCommandLine } from '../command/command-line.ts'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { median } from '../search/percentiles.ts'
import { type Cost, measureCommand } from './measure-command.ts'
import { prepareServe, type ServeStart } from './measure-serve.ts'

showHelp('How long the command takes to start and to answer.', ['--json FILE  writes the figures as JSON'])

const given = parseCommandLine(process.argv.slice(2), {
  node: 'texts',
  command: 'text',
  tools: 'text',
  runs: 'text',
  json: 'text',
})
const bundle = fileURLToPath(new URL('../../../cli/bundle/main.js', import.meta.url))
const command = given.text('command') ?? bundle
if (!existsSync(command)) throw new RangeError(`There is no ${command}; npm run bench:cli packs it.`)
const count = Number(given.text('tools') ?? 10_000)
const runs = Number(given.text('runs') ?? 15)
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(runs) && runs > 0))
  throw new RangeError('--tools and --runs are whole numbers above 0.')
const nodes = given.texts('node').length > 0 ? given.texts('node') : [process.execPath]

const SERVERS = 25

const folder = mkdtempSync(join(tmpdir(), 'toolscout-bench-cli-'))
try {
  const file = join(folder, 'tools.jsonl')
  writeFileSync(file, [...generateTools({ seed: 1, count })].map((tool) => JSON.stringify(tool)).join('\n'))
  const search = [command, 'search', '--catalog', file, 'create', 'github', 'issue']
  const lines = { bare: ['-e', '0'], help: [command, '--help'], search }
  const figures: object[] = []
  for (const node of nodes) figures.push({ ...measureNode(node, lines), serve: await measureServe(node) })
  const { node: _, ...machine } = describeMachine()
  const report = { machine, date: new Date().toISOString(), load: loadavg()[0], tools: count, runs, figures }
  const text = `${JSON.stringify(report, null, 2)}\n`
  process.stdout.write(text)
  const json = given.text('json')
  if (json !== undefined) writeFileSync(json, text)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds until `serve` answers, from a file that is warm. */
async function measureServe(node: string): Promise<object> {
  const start = prepareServe(SERVERS, { node, command, folder, env: envOf(node) })
  const starts: ServeStart[] = []
  for (let round = 0; round <= runs; round += 1) {
    const one = await start()
    if (round > 0) starts.push(one)
  }
  const of = (key: keyof ServeStart): object => {
    const values = starts.map((one) => Math.round(one[key]))
    return { least: Math.min(...values), median: median(values), most: Math.max(...values) }
  }
  return {
    servers: SERVERS,
    initializedMs: of('initializedMs'),
    searchMs: of('searchMs'),
    wholeMs: of('wholeMs'),
    processMs: of('processMs'),
    searchProcessMs: of('searchProcessMs'),
    started: of('started'),
  }
}

/** Milliseconds of each command line on one Node, which keeps a catalog of its own. */
function measureNode(node: string, lines: Readonly<Record<string, readonly string[]>>): object {
  const env = envOf(node)
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const costs = new Map<string, Cost[]>()
  // What is listed and ranked is kept by the first, which is not counted.
  for (let round = 0; round <= runs; round += 1) {
    for (const [name, parameters] of Object.entries(lines)) {
      const cost = measureCommand(node, parameters, env)
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  const summary = [...costs].map(([name, all]) => {
    const of = (key: keyof Cost): object => {
      const values = all.map((cost) => cost[key])
      return { least: Math.min(...values), median: median(values) }
    }
    return [name, { processMs: of('processMs'), wallMs: of('wallMs') }]
  })
  return { version, ...Object.fromEntries(summary) }
}

/** Nothing else of this machine: NODE_EXTRA_CA_CERTS alone costs each start of Node 20 seventy milliseconds. */
function envOf(node: string): NodeJS.ProcessEnv {
  const own = join(folder, String(nodes.indexOf(node)))
  return { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: own, XDG_STATE_HOME: own }
}
