import { parseCommandLine } from '../command/command-line.ts'
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
  /** Folder the rankings are written to. */
  readonly runsFolder: string | undefined
}

const OTHER_NAMES = SEARCHES.filter((search) => search !== OWN_SEARCH)
  .map(({ name }) => name)
  .join(', ')

/** What `--help` prints. */
export const HELP: string = `Measures how good the default search is on judged questions.

  npm run bench:quality -- [options]

  --data DIR          a set (corpus.jsonl, queries.jsonl, qrels.tsv) or a folder
                      of sets; repeatable             (the repository's own set)
  --searcher NAME     another searcher beside ours; repeatable
                      ${OTHER_NAMES}
  --arms              words, every other arm and their fusions side by side, each
                      against words alone; a file run_NAME.tsv in the folder of a
                      set is an arm, also at random, upside down and empty
  --table FILE        token vectors of your own training in place of ours, with --arms
  --limit N           queries of each set, evenly spread                   (all)
  --seed N            seed of the bootstrap                                  (1)
  --runs DIR          writes each ranking as <set>.<searcher>.tsv
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseQualityOptions(parameters: readonly string[]): QualityOptions {
  const given = parseCommandLine(parameters, {
    searcher: 'texts',
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
