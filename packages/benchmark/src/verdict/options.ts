import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'
import { readSetOptions, SET_KINDS, type SetOptions } from '../command/set-options.ts'

/** What a run is asked to measure. */
export interface VerdictOptions extends SetOptions {
  /** How often tools are taken out of each set. */
  readonly draws: number
  /** Where fitted weights are written; absent when nothing is fitted. */
  readonly fit: string | undefined
  /** The set about one subject, whose questions other sets cannot answer. */
  readonly apart: string | undefined
}

/** What `--help` prints. */
export const HELP: string = `Measures whether an answer knows that no tool fits: a fifth of the tools of each
set is taken out, and questions that lost all of their tools are told from those
that lost none.

  npm run bench:verdict -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --draws N           how often tools are taken out, with other seeds        (5)
  --seed N            seed of the first choice of tools                      (1)
  --fit FILE          fits the regressions of the verdict in place of measuring, and
                      writes their weights
  --apart SET         a set about one subject: fitting puts its questions to the
                      catalogs of the others, and theirs to its
  --json FILE         writes all figures
  --markdown FILE     writes the table that is printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseVerdictOptions(parameters: readonly string[]): VerdictOptions {
  const given = parseCommandLine(parameters, { draws: 'text', fit: 'text', apart: 'text', ...SET_KINDS })
  return {
    ...readSetOptions(given),
    fit: given.text('fit'),
    apart: given.text('apart'),
    draws: readInteger('--draws', given.text('draws') ?? '5', 1, 1_000),
  }
}
