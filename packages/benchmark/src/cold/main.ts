#!/usr/bin/env node
// The first search of a new user: an empty home, four public servers behind npx with nothing kept, and a registry that
// is so slow that loading them takes a minute. Each run begins with nothing.
import { existsSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseCommandLine } from '../command/command-line.ts'
import { describeMachine } from '../command/machine.ts'
import { showHelp } from '../command/show-help.ts'
import { median } from '../search/percentiles.ts'
import { type FirstSearch, REQUESTS, searchCold } from './first-search.ts'
import { startSlowRegistry } from './slow-registry.ts'

showHelp('Whether the first search in an empty home is right, with four servers that npx has to install.', [
  '--runs N       runs that count; default 20',
  '--seconds N    how long loading the packages takes; default 60',
  '--command FILE the command; default the bundle that is packed',
  '--registry URL where packages come from; default the public one',
  '--json FILE    writes the figures as JSON',
])

const given = parseCommandLine(process.argv.slice(2), {
  runs: 'text',
  seconds: 'text',
  command: 'text',
  registry: 'text',
  json: 'text',
})
const bundle = fileURLToPath(new URL('../../../cli/bundle/main.js', import.meta.url))
const command = given.text('command') ?? bundle
if (!existsSync(command)) throw new RangeError(`There is no ${command}; npm run bench:cold packs it.`)
const runs = Number(given.text('runs') ?? 20)
const seconds = Number(given.text('seconds') ?? 60)
if (!(Number.isInteger(runs) && runs > 0 && seconds > 0))
  throw new RangeError('--runs is a whole number above 0, and --seconds above 0.')

const registry = await startSlowRegistry(given.text('registry') ?? 'https://registry.npmjs.org')
const json = given.text('json')
const results: FirstSearch[] = []
try {
  const options = { command, registry: registry.url, takeSent: registry.takeSent }
  // How much there is to load.
  const quick = await searchCold(requestOf(0), options)
  say('not slowed', quick)
  registry.limit(quick.bytes / seconds)
  for (let index = 0; index < runs; index += 1) {
    const result = await searchCold(requestOf(index), options)
    results.push(result)
    say(`${index + 1} of ${runs}`, result)
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(reportOf(quick), null, 2)}\n`)
  }
  process.stdout.write(`${JSON.stringify(reportOf(quick), null, 2)}\n`)
} finally {
  registry.close()
}
if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1

function requestOf(index: number): (typeof REQUESTS)[number] {
  return REQUESTS[index % REQUESTS.length] as (typeof REQUESTS)[number]
}

function say(which: string, { seconds: took, bytes, problems }: FirstSearch): void {
  const words = problems.length === 0 ? 'right, nothing broken' : problems.join('; ')
  process.stderr.write(
    `${which}: ${took.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, load ${loadavg()[0]?.toFixed(1)}: ${words}\n`,
  )
}

function reportOf(quick: FirstSearch): object {
  const times = results.map((one) => one.seconds)
  return {
    machine: describeMachine(),
    date: new Date().toISOString(),
    load: loadavg()[0],
    right: results.filter(({ problems }) => problems.length === 0).length,
    runs: results.length,
    seconds: { least: Math.min(...times), median: median(times), most: Math.max(...times) },
    notSlowed: quick,
    results,
  }
}
