import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'

/** What a run is asked to measure. */
export interface AblationOptions {
  /** Folders of sets; none for the repository's own. */
  readonly folders: readonly string[]
  /** Most queries of each set. */
  readonly limit: number | undefined
  readonly seed: number
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
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
    limit: 'text',
    seed: 'text',
    json: 'text',
    markdown: 'text',
    help: 'flag',
  })
  const limit = given.text('limit')
  return {
    folders: given.texts('data'),
    limit: limit === undefined ? undefined : readInteger('--limit', limit, 1, 1_000_000),
    seed: readInteger('--seed', given.text('seed') ?? '1', 0, 0xffff_ffff),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}
