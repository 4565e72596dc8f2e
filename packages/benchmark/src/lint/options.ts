import { parseCommandLine } from '../command/command-line.ts'
import { readInteger } from '../command/read-integer.ts'

/** What a run is asked to look through. */
export interface LintCommandOptions {
  /** File or folder of catalogs; `undefined` for the repository's own. */
  readonly catalog: string | undefined
  /** Findings of each code that are printed. */
  readonly examples: number
  /** Whether a finding of severity error makes the command fail. */
  readonly isStrict: boolean
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
}

/** What `--help` prints. */
export const HELP: string = `Names the tools of a catalog that nobody will find, and why.

  npm run lint:catalog -- [options]

  --catalog PATH      *.jsonl with a tool a line, *.json with { servers: { name:
                      [tools] } }, or a folder of them  (the repository's own set)
  --examples N        findings of each kind that are printed, 0 to 100000    (10)
  --strict            ends with 1 when there is a finding of severity error
  --json FILE         writes all findings
  --markdown FILE     writes what is printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseLintOptions(parameters: readonly string[]): LintCommandOptions {
  const given = parseCommandLine(parameters, {
    catalog: 'text',
    examples: 'text',
    strict: 'flag',
    json: 'text',
    markdown: 'text',
    help: 'flag',
  })
  return {
    catalog: given.text('catalog'),
    examples: readInteger('--examples', given.text('examples') ?? '10', 0, 100_000),
    isStrict: given.flag('strict'),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}
