#!/usr/bin/env node
// Which files one search, one registration and one call enter; --write puts them into docs/architecture.md.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseCommandLine } from '../command/command-line.ts'
import { showHelp } from '../command/show-help.ts'
import { traceWays } from './trace-ways.ts'
import { formatWay, MAP_PAGE, writeMap } from './ways-map.ts'

showHelp('Which files a search, a registration and a call enter.', [
  '--write  rewrites the map in docs/architecture.md',
])

const isWriting = parseCommandLine(process.argv.slice(2), { write: 'flag' }).flag('write')
const ways = await traceWays()
process.stdout.write(`${ways.map(formatWay).join('\n\n')}\n`)
if (isWriting) {
  const page = fileURLToPath(new URL(`../../../../${MAP_PAGE}`, import.meta.url))
  await writeFile(page, writeMap(await readFile(page, 'utf8'), ways))
}
