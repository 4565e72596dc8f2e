import { parseCommandLine } from '../command/command-line.ts'

/** What a run is asked to look through. */
export interface PoisonCommandOptions {
  /** File or folder of catalogs of honest tools; `undefined` for the repository's own. */
  readonly benign: string | undefined
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
}

/** What `--help` prints. */
export const HELP: string = `Measures how many poisoned definitions the scan of @toolscout/guard finds, how many
honest ones it suspects, and how long it takes for a tool.

  npm run bench:poison -- [options]

  --benign PATH       honest tools: *.jsonl with a tool a line, *.json with
                      { servers: { name: [tools] } }, or a folder of them
                                                    (the repository's own set)
  --json FILE         writes all figures
  --markdown FILE     writes the tables that are printed, as Markdown
  --help              prints this
`

/**
 * Reads the command line.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parsePoisonOptions(parameters: readonly string[]): PoisonCommandOptions {
  const given = parseCommandLine(parameters, {
    benign: 'text',
    json: 'text',
    markdown: 'text',
    help: 'flag',
  })
  return {
    benign: given.text('benign'),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}
