import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'
import { type NamedSearch, OWN_SEARCH, SEARCHES } from './searchers.ts'

/** What a run is asked to measure. */
export interface QualityOptions {
  /** Folders of sets; none for the repository's own. */
  readonly folders: readonly string[]
  /** Ours first. */
  readonly searches: readonly NamedSearch[]
  /** Most queries of each set. */
  readonly limit: number | undefined
  readonly seed: number
  /** Folder the rankings are written to. */
  readonly runsFolder: string | undefined
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
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
    data: 'texts',
    searcher: 'texts',
    limit: 'text',
    seed: 'text',
    runs: 'text',
    json: 'text',
    markdown: 'text',
    help: 'flag',
  })
  const limit = given.text('limit')
  return {
    folders: given.texts('data'),
    searches: readSearches(given.texts('searcher')),
    limit: limit === undefined ? undefined : readInteger('--limit', limit, 1, 1_000_000),
    seed: readInteger('--seed', given.text('seed') ?? '1', 0, 0xffff_ffff),
    runsFolder: given.text('runs'),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}

function readSearches(names: readonly string[]): readonly NamedSearch[] {
  const unknown = names.find((name) => !SEARCHES.some((search) => search.name === name))
  if (unknown !== undefined) {
    throw new RangeError(`--searcher is ${JSON.stringify(unknown)}; there are ${OTHER_NAMES}.`)
  }
  return SEARCHES.filter((search) => search === OWN_SEARCH || names.includes(search.name))
}
