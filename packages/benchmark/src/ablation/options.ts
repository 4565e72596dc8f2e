import { parseCommandLine } from '../command/command-line.ts'
import { MEASURE_KINDS, type MeasureOptions, readMeasureOptions } from '../command/measure-options.ts'

/** What a run is asked to measure. */
export interface AblationOptions extends MeasureOptions {
  /** Folders of sets; none for the repository's own. */
  readonly folders: readonly string[]
}

/** What `--help` prints. */
export const HELP: string = `Measures what each signal of the default search brings: the default beside itself
with one signal turned off, on judged questions.

  npm run bench:ablation -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --seed N            seed of the bootstrap                                  (1)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseAblationOptions(parameters: readonly string[]): AblationOptions {
  const given = parseCommandLine(parameters, {
    data: 'texts',
    ...MEASURE_KINDS,
  })
  return {
    ...readMeasureOptions(given),
    folders: given.texts('data'),
  }
}
