import { parseCommandLine } from '../command/command-line.ts'
import { readWeights } from '../command/read-weights.ts'
import { readSetOptions, SET_KINDS, type SetOptions } from '../command/set-options.ts'
import { type NamedSearch, OWN_SEARCH, SEARCHES } from './searchers.ts'

/** What a run is asked to measure. */
export interface QualityOptions extends SetOptions {
  /** Ours first. */
  readonly searches: readonly NamedSearch[]
  /** Whether arms and their fusions are measured in place of whole searches. */
  readonly isArms: boolean
  /** A file of token vectors that are an arm in place of ours. */
  readonly tableFile: string | undefined
  /** How often sets count in the means, by name; the others count once. */
  readonly weights: { readonly [set: string]: number }
  /** Folder the rankings are written to. */
  readonly runsFolder: string | undefined
}

const OTHER_NAMES = SEARCHES.filter((search) => search !== OWN_SEARCH)
  .map(({ name }) => name)
  .join(', ')

/** What `--help` prints. */
export const HELP: string = `Measures how good the default search is on judged questions, and compares it.

  npm run bench:quality -- [options]

Sets
  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv, and perhaps
                      unanswerable.jsonl) or a folder of sets; links are followed;
                      repeatable                      (the repository's own set)
  --limit N           queries of each set, evenly spread                   (all)
  --weight SET=N      counts a set N times in means and in the comparison on
                      all sets, such as mcp_registry_dev=2; repeatable       (1)

What is measured
  --searcher NAME     another searcher beside ours, each compared with ours on
                      every set: the difference, its 95 % interval and p; repeatable
                      ${OTHER_NAMES}
  --arms              words, every other arm and their fusions side by side, each
                      against words alone; a file run_NAME.tsv in the folder of a
                      set is an arm, also at random, upside down and empty
  --table FILE        token vectors of your own training in place of ours, with --arms
  --seed N            seed of the bootstrap                                  (1)

What is written
  --runs DIR          each ranking as <set>.<searcher>.tsv
  --json FILE         all figures
  --markdown FILE     the tables that are printed, as Markdown
  --help              prints this

Each row is printed as soon as it is measured; means, kinds of questions where a
set has them, and comparisons follow at the end. docs/evaluation.md says what the
columns mean.
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseQualityOptions(parameters: readonly string[]): QualityOptions {
  const given = parseCommandLine(parameters, {
    searcher: 'texts',
    weight: 'texts',
    runs: 'text',
    arms: 'flag',
    table: 'text',
    ...SET_KINDS,
  })
  const names = given.texts('searcher')
  const isArms = given.flag('arms')
  const tableFile = given.text('table')
  if (tableFile !== undefined && !isArms) throw new RangeError('--table needs --arms.')
  if (isArms && names.length > 0)
    throw new RangeError('--arms measures no other searcher; leave one of the two out.')
  return {
    ...readSetOptions(given),
    searches: readSearches(names),
    isArms,
    tableFile,
    weights: readWeights(given.texts('weight')),
    runsFolder: given.text('runs'),
  }
}

function readSearches(names: readonly string[]): readonly NamedSearch[] {
  const unknown = names.find((name) => !SEARCHES.some((search) => search.name === name))
  if (unknown !== undefined) {
    throw new RangeError(`--searcher is ${JSON.stringify(unknown)}; there are ${OTHER_NAMES}.`)
  }
  return SEARCHES.filter((search) => search === OWN_SEARCH || names.includes(search.name))
}
