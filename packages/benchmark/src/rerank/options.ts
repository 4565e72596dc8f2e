import { parseCommandLine } from '../command/command-line.ts'
import { readWeights, type SetWeights } from '../command/read-weights.ts'
import { readSetOptions, SET_KINDS, type SetOptions } from '../command/set-options.ts'

/** What a run is asked to measure. */
export interface RerankCommandOptions extends SetOptions {
  readonly weights: SetWeights
}

/** What `--help` prints. */
export const HELP: string = `Measures what reranking by a language model can bring, and what it costs, without one.

An oracle that knows the judgments stands in the place of the model. It reads the
prompt a model would read and answers with numbers: the ceiling for any model.
Oracles that err put a wrong candidate before the right ones, in the share of
requests that their name says: the price of a mistake.

  npm run bench:rerank -- [options]

  --data DIR          a set or a folder of sets; links are followed; repeatable
                                                      (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --weight SET=N      counts a set N times in means; repeatable              (1)
  --seed N            seed of the mistakes                                   (1)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseRerankOptions(parameters: readonly string[]): RerankCommandOptions {
  const given = parseCommandLine(parameters, { weight: 'texts', ...SET_KINDS })
  return { ...readSetOptions(given), weights: readWeights(given.texts('weight')) }
}
