import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ExitCode } from '../errors.ts'
import type { CliHost } from '../host.ts'
import type { Output } from '../terminal/output.ts'

/** Options every command has. */
export interface CommonOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Options of commands that read the configuration. */
export interface ConfigOptions extends CommonOptions {
  readonly config?: readonly string[]
  readonly isolated?: boolean
  /** Milliseconds. */
  readonly timeout?: number
}

/** Options of commands that work on listed tools. */
export interface ListedOptions extends ConfigOptions {
  readonly catalog?: string
  readonly refresh?: boolean
  readonly offline?: boolean
  /** Milliseconds. */
  readonly maxAge?: number
}

/** Adds the options every command has. */
export function addCommon(command: Command): Command {
  return command
    .option('--json', 'answer with one JSON object')
    .option('-q, --quiet', 'no notes, warnings or progress on stderr')
}

/** Adds the options that choose configuration files. */
export function addConfig(command: Command): Command {
  return addCommon(command)
    .option('-c, --config <file>', 'a configuration that overrides the others; repeatable', collect)
    .option('--isolated', 'read only the configurations of --config')
    .option('--timeout <duration>', 'how long a server may take: 30s, 2m (TOOLSCOUT_TIMEOUT)', parseTimeout)
}

/** Adds the options that choose a catalog and how fresh it must be. */
export function addListed(command: Command): Command {
  return addConfig(command)
    .option('--catalog <file>', 'tools from a file, in place of the servers')
    .option('--refresh', 'list the servers again before answering')
    .option('--offline', 'answer from the cache and contact no server')
    .option('--max-age <duration>', 'age from which a listing is refreshed: 90s, 30m, 12h, 7d', parseDuration)
}

/** Takes an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Makes an option with a closed list of values. */
export function oneOf(
  flags: string,
  description: string,
  choices: readonly string[],
  preset?: string,
): Option {
  return new Option(flags, description).choices(choices).default(preset)
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration such as `12h`, in milliseconds. */
function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It must be a number with s, m, h or d, such as 12h.')
  return Number(count) * (UNIT_MS[unit] as number)
}

/** The longest time a timer of Node.js runs. */
const MAX_TIMEOUT_MS = 2_147_483_647

/** A deadline such as `30s`, in milliseconds. */
export function parseTimeout(text: string): number {
  const ms = parseDuration(text)
  if (ms > 0 && ms <= MAX_TIMEOUT_MS) return ms
  throw new InvalidArgumentError('A duration from 1s to 24d is needed.')
}

/** A number in a range, whole unless another form is named. */
export function inRange(least: number, most: number, form: RegExp = /^\d+$/): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (form.test(text) && value >= least && value <= most) return value
    const kind = form.test('0.5') ? 'number' : 'whole number'
    throw new InvalidArgumentError(`A ${kind} from ${least} to ${most} is needed.`)
  }
}

/** Digits, and more of them after a point. */
export const DECIMAL: RegExp = /^\d+(\.\d+)?$/

/** What every command works with. */
export interface CommandContext {
  readonly host: CliHost
  readonly output: Output
}

/** What a command does with its options and arguments. */
export type Run<Options extends CommonOptions> = (
  options: Options,
  context: CommandContext,
  args: readonly string[],
) => Promise<ExitCode | undefined>

/** Makes the action of a command of what loads it: a command is loaded when it is chosen. */
export type Runs = <Options extends CommonOptions>(
  load: () => Promise<Run<Options>>,
) => (this: Command) => Promise<void>

/** The version of this package; a test holds it to package.json, which is not read at every start. */
export const VERSION = '0.1.0'
