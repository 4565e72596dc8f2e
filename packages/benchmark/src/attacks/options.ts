import { parseCommandLine } from '../command/command-line.ts'
import { MEASURE_KINDS, type MeasureOptions, readMeasureOptions } from '../command/measure-options.ts'

/** What a run is asked to measure. */
export interface AttackOptions extends MeasureOptions {
  /** Folders of sets; none for the repository's own. */
  readonly folders: readonly string[]
}

/** What `--help` prints. */
export const HELP: string = `Measures what tools that are written to be found do to the answers for others:
100 stuffed tools, and floods of 1 % and 5 % of the catalog by one server and by
five. The attacker knows every question.

  npm run bench:attacks -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --seed N            seed of the attacks                                    (1)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseAttackOptions(parameters: readonly string[]): AttackOptions {
  const given = parseCommandLine(parameters, {
    data: 'texts',
    ...MEASURE_KINDS,
  })
  return {
    ...readMeasureOptions(given),
    folders: given.texts('data'),
  }
}
