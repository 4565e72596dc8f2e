import { type GivenOptions, type OptionKinds, parseCommandLine } from './command-line.ts'
import { MEASURE_KINDS, type MeasureOptions, readMeasureOptions } from './measure-options.ts'

/** Options of every command that measures judged sets. */
export interface SetOptions extends MeasureOptions {
  /** Folders of sets; none for the repository's own. */
  readonly folders: readonly string[]
}

/** The options of the command line that {@link readSetOptions} reads. */
export const SET_KINDS: OptionKinds = { data: 'texts', ...MEASURE_KINDS }

/** @throws RangeError with one line for the user when a value is not legal. */
export function readSetOptions(given: GivenOptions): SetOptions {
  return { ...readMeasureOptions(given), folders: given.texts('data') }
}

/**
 * Reads a command line that has these options and no others.
 *
 * @throws RangeError with one line for the user when an option is unknown or its value is not legal.
 */
export function parseSetOptions(parameters: readonly string[]): SetOptions {
  return readSetOptions(parseCommandLine(parameters, SET_KINDS))
}
