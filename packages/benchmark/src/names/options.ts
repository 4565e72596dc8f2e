import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'

/** What a run is asked to measure. */
export interface NamesOptions {
  /** Folder of catalogs; `undefined` for the repository's own. */
  readonly folder: string | undefined
  readonly seed: number
  /** Most tools that are asked for. */
  readonly limit: number | undefined
  /** Misses of each arm that are printed. */
  readonly misses: number
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
}

/** What `--help` prints. */
export const HELP: string = `Measures whether tools are found by their names: as they are, spelled in other
ways, mistyped, prefixed, two at a time, and by the beginning of a description.

  npm run bench:names -- [options]

  --catalogs DIR      *.jsonl with a tool a line, *.json with { servers: { name:
                      [tools] } }; all are one catalog  (the repository's own set)
  --misses N          prints misses of each way, 0 to 1000                   (0)
  --limit N           tools that are asked for, evenly spread              (all)
  --seed N            seed of slips and pairs                                (1)
  --json FILE         writes all figures
  --markdown FILE     writes the table that is printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseNamesOptions(parameters: readonly string[]): NamesOptions {
  const given = parseCommandLine(parameters, {
    catalogs: 'text',
    misses: 'text',
    limit: 'text',
    seed: 'text',
    json: 'text',
    markdown: 'text',
    help: 'flag',
  })
  const limit = given.text('limit')
  return {
    folder: given.text('catalogs'),
    seed: readInteger('--seed', given.text('seed') ?? '1', 0, 0xffff_ffff),
    limit: limit === undefined ? undefined : readInteger('--limit', limit, 1, 1_000_000),
    misses: readInteger('--misses', given.text('misses') ?? '0', 0, 1_000),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}
