import { parseCommandLine } from '../command/command-line.ts'
import { MEASURE_KINDS, type MeasureOptions, readMeasureOptions } from '../command/measure-options.ts'
import { readInteger } from '../command/read-integer.ts'

/** What a run is asked to measure. */
export interface NamesOptions extends MeasureOptions {
  /** Folder of catalogs; `undefined` for the repository's own. */
  readonly folder: string | undefined
  /** Misses of each arm that are printed. */
  readonly misses: number
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
    ...MEASURE_KINDS,
  })
  return {
    ...readMeasureOptions(given),
    folder: given.text('catalogs'),
    misses: readInteger('--misses', given.text('misses') ?? '0', 0, 1_000),
  }
}
