import { readInteger } from '../command/read-integer.ts'
import { ENGINES } from '../engines/registry.ts'

/** What a run is asked to do. */
export interface BenchmarkOptions {
  /** Tools of each corpus, in order, each size once. */
  readonly sizes: readonly number[]
  /** Names of engines, in the order of the gateway. */
  readonly engines: readonly string[]
  /** Processes for each engine and size, of which medians are taken. */
  readonly rounds: number
  /** Queries for each engine and size. */
  readonly queries: number
  /** Time each engine has for its queries in one process; fewer are asked when it is over. */
  readonly budgetMs: number
  readonly seed: number
  /** Folders of judged sets that real tools and requests are read from, none for the repository's own. */
  readonly folders: readonly string[]
  /** A folder of catalogs that tools are read from in place of the sets. */
  readonly catalogs: string | undefined
  /** Whether tools and queries are made up. */
  readonly isGenerated: boolean
  /** Whether of each request the first four content words are asked alone. */
  readonly isShort: boolean
  /** Names of engines that are compared in one process too; none when that is not asked for. */
  readonly pairedEngines: readonly string[]
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
}

/** What a run does when nothing is said. */
const DEFAULT_OPTIONS: BenchmarkOptions = Object.freeze({
  sizes: Object.freeze([1_000, 10_000, 100_000]),
  engines: Object.freeze(ENGINES.map(({ name }) => name)),
  rounds: 3,
  queries: 1_000,
  budgetMs: 10_000,
  seed: 1,
  folders: Object.freeze([]),
  catalogs: undefined,
  isGenerated: false,
  isShort: false,
  pairedEngines: Object.freeze([]),
  jsonFile: undefined,
  markdownFile: undefined,
  isHelp: false,
})

const PAIRED_BY_DEFAULT: readonly string[] = ENGINES.flatMap(({ name, isPairedByDefault }) =>
  isPairedByDefault ? [name] : [],
)
/** The size `--large` adds. */
const LARGE_SIZE = 1_000_000

/** What `--help` prints. */
export const HELP: string = `Measures search engines on catalogs of tools: real ones, recombined where more are asked for, and real requests.

  npm run bench:search -- [options]

  --data FOLDER         judged sets that tools and requests are from; may be
                        repeated                              (the repository's own)
  --catalogs FOLDER     files of tools that are searched in place of those of the
                        sets: .jsonl, or .json with servers
  --generated           made-up tools and queries instead
  --short               the first four content words of each request
  --sizes 1000,10000    tools of each corpus, 10 to 2000000   (1000,10000,100000)
  --large               adds a corpus of 1000000 tools
  --engines a,b         which engines                         (all)
                        ${ENGINES.map(({ name }) => name).join(', ')}
  --rounds N            processes an engine and size, 1 to 99 (3)
  --queries N           queries a process, 1 to 100000        (1000)
  --budget-seconds N    time for them, 1 to 3600              (10)
  --paired              compares engines in one process too, query by query:
                        those of --engines, otherwise
                        ${PAIRED_BY_DEFAULT.join(', ')}
  --seed N              seed of corpus and queries            (1)
  --json FILE           writes all figures
  --markdown FILE       writes the table that is printed
  --help                prints this
`

type Change = Partial<BenchmarkOptions>
/** Reads the value of an option, `name` being the option as it was written. */
type ReadOption = (name: string, value: string) => Change

const VALUE_OPTIONS: { readonly [name: string]: ReadOption } = {
  '--sizes': (name, value) => ({ sizes: readSizes(name, value) }),
  '--engines': (name, value) => ({ engines: readEngines(name, value) }),
  '--rounds': (name, value) => ({ rounds: readInteger(name, value, 1, 99) }),
  '--queries': (name, value) => ({ queries: readInteger(name, value, 1, 100_000) }),
  '--budget-seconds': (name, value) => ({ budgetMs: 1_000 * readInteger(name, value, 1, 3_600) }),
  '--catalogs': (_, value) => ({ catalogs: value }),
  '--data': (_, value) => ({ folders: [value] }),
  '--seed': (name, value) => ({ seed: readInteger(name, value, 0, Number.MAX_SAFE_INTEGER) }),
  '--json': (_, value) => ({ jsonFile: value }),
  '--markdown': (_, value) => ({ markdownFile: value }),
}
const FLAGS: ReadonlySet<string> = new Set(['--generated', '--help', '--large', '--paired', '--short'])

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseOptions(parameters: readonly string[]): BenchmarkOptions {
  let changes: Change = {}
  const flags = new Set<string>()
  const rest = [...parameters]
  for (let parameter = rest.shift(); parameter !== undefined; parameter = rest.shift()) {
    const [, name = parameter, inline] = /^(--[^=]+)=(.*)$/s.exec(parameter) ?? []
    const read = Object.hasOwn(VALUE_OPTIONS, name) ? VALUE_OPTIONS[name] : undefined
    if (read !== undefined) {
      const value = inline ?? rest.shift()
      if (value === undefined || value === '') throw new RangeError(`${name} needs a value.`)
      const change = read(name, value)
      const folders = [...(changes.folders ?? []), ...(change.folders ?? [])]
      changes = { ...changes, ...change, ...(folders.length > 0 ? { folders } : {}) }
    } else if (!FLAGS.has(name)) {
      throw new RangeError(`There is no option ${JSON.stringify(parameter)}; --help lists them.`)
    } else if (inline !== undefined) {
      throw new RangeError(`${name} takes no value.`)
    } else {
      flags.add(name)
    }
  }
  const options = { ...DEFAULT_OPTIONS, ...changes, isHelp: flags.has('--help') }
  const isGenerated = flags.has('--generated')
  const isShort = flags.has('--short')
  if (isGenerated && (isShort || options.folders.length > 0 || options.catalogs !== undefined)) {
    throw new RangeError(
      '--generated makes tools and queries up; --catalogs, --data and --short are for real ones.',
    )
  }
  return {
    ...options,
    isGenerated,
    isShort,
    sizes: flags.has('--large') ? [...new Set([...options.sizes, LARGE_SIZE])] : options.sizes,
    pairedEngines: flags.has('--paired') ? (changes.engines ?? PAIRED_BY_DEFAULT) : [],
  }
}

function readSizes(name: string, value: string): readonly number[] {
  return [...new Set(value.split(',').map((size) => readInteger(name, size.trim(), 10, 2_000_000)))]
}

function readEngines(name: string, value: string): readonly string[] {
  const names = value.split(',').map((engine) => engine.trim())
  const unknown = names.find((engine) => !DEFAULT_OPTIONS.engines.includes(engine))
  if (unknown === undefined) return DEFAULT_OPTIONS.engines.filter((engine) => names.includes(engine))
  throw new RangeError(
    `${name} names ${JSON.stringify(unknown)}; there are ${DEFAULT_OPTIONS.engines.join(', ')}.`,
  )
}
