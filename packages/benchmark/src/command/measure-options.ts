import type { GivenOptions, OptionKinds } from './command-line.ts'
import { readInteger } from './read-integer.ts'

/** Options of every measuring command. */
export interface MeasureOptions {
  /** Most questions of each set, or most tools that are asked for. */
  readonly limit: number | undefined
  readonly seed: number
  readonly jsonFile: string | undefined
  readonly markdownFile: string | undefined
  readonly isHelp: boolean
}

/** The options of the command line that {@link readMeasureOptions} reads. */
export const MEASURE_KINDS: OptionKinds = {
  limit: 'text',
  seed: 'text',
  json: 'text',
  markdown: 'text',
  help: 'flag',
}

/** @throws RangeError with one line for the user when a value is not legal. */
export function readMeasureOptions(given: GivenOptions): MeasureOptions {
  const limit = given.text('limit')
  return {
    limit: limit === undefined ? undefined : readInteger('--limit', limit, 1, 1_000_000),
    seed: readInteger('--seed', given.text('seed') ?? '1', 0, 0xffff_ffff),
    jsonFile: given.text('json'),
    markdownFile: given.text('markdown'),
    isHelp: given.flag('help'),
  }
}
