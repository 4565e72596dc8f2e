import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countPackages, optionLeavesOf, type PackageCounts } from './counting/count-packages.ts'

const HELP = `Counts how large the packages are: npm run count -- [options] [package …]
  --functions    every function of more than 60 lines
  --leaves NAME  the option leaves of a factory, by path; default createGateway
  --root FOLDER  another checkout

files     source files without tests and fixtures
lines     lines that hold a token, so neither blank lines nor comments
exports   distinct names, types and values, of all public entries; those of ./internal entries are "internal"
options   members that exported *Options and *Limits types declare; of nested object literals their members
long      functions of more than 60 lines, from the first token to the closing brace, nested ones included
longest   lines of the longest function
`

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    functions: { type: 'boolean' },
    leaves: { type: 'string' },
    root: { type: 'string' },
  },
  allowPositionals: true,
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.help === true) print(HELP.trimEnd())
else await main(resolve(values.root ?? fileURLToPath(new URL('../../..', import.meta.url))))

async function main(root: string): Promise<void> {
  const wanted = positionals.map((name) => name.replace(/^@toolscout\//, ''))
  const counted = await countPackages(root)
  const isWanted = ({ name }: PackageCounts): boolean =>
    wanted.length === 0 || wanted.includes(name.replace(/^@toolscout\//, ''))
  const shown = counted.filter(isWanted)
  const columns = ['package', 'files', 'lines', 'exports', 'internal', 'options', 'long', 'longest']
  print(toRow(columns))
  for (const each of shown) print(toRow([each.name, ...toCells([each])]))
  const published = shown.filter(({ isPublished }) => isPublished)
  print(toRow([`${published.length} published`, ...toCells(published)]))
  print(toRow([`all ${shown.length}`, ...toCells(shown)]))
  const leaves = values.leaves ?? 'createGateway'
  print(`options of ${leaves}, flattened: ${(await optionLeavesOf(root, leaves))?.length ?? 'not exported'}`)
  if (values.leaves !== undefined)
    for (const leaf of (await optionLeavesOf(root, leaves)) ?? []) print(`  ${leaf}`)
  for (const file of shown.flatMap(({ longFiles }) => longFiles)) print(`over 250 lines: ${file}`)
  if (values.functions !== true) return
  const long = shown.flatMap(({ longFunctions }) => longFunctions).sort((a, b) => b.lines - a.lines)
  for (const { name, lines, file, line } of long)
    print(`${String(lines).padStart(4)}  ${name}  ${file}:${line}`)
}

function toCells(counted: readonly PackageCounts[]): readonly string[] {
  const sum = (key: 'files' | 'lines' | 'exports' | 'internalExports' | 'options'): string =>
    String(counted.reduce((total, each) => total + each[key], 0))
  const long = counted.flatMap(({ longFunctions }) => longFunctions.map(({ lines }) => lines))
  return [
    ...[sum('files'), sum('lines'), sum('exports'), sum('internalExports'), sum('options')],
    ...[String(long.length), String(Math.max(0, ...long))],
  ]
}

function toRow([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}`
}
