import { parseArgs } from 'node:util'

/** Options of a command by name: what each takes. */
export type OptionKinds = { readonly [name: string]: 'text' | 'texts' | 'flag' }

/** What was given for each option. */
export interface GivenOptions {
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
}

/**
 * Reads a command line of options alone.
 *
 * @throws RangeError with one line for the user when an option is unknown or lacks its value.
 */
export function parseCommandLine(parameters: readonly string[], kinds: OptionKinds): GivenOptions {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
    ]),
  )
  const { values, tokens } = parseArgs({
    args: [...parameters],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'positional') throw unknownOption(token.value)
    if (token.kind !== 'option') continue
    const kind = Object.hasOwn(kinds, token.name) ? kinds[token.name] : undefined
    if (kind === undefined) throw unknownOption(token.rawName)
    if (kind === 'flag' && token.value !== undefined) throw new RangeError(`--${token.name} takes no value.`)
    if (kind !== 'flag' && isMissing(token)) throw new RangeError(`--${token.name} needs a value.`)
  }
  return {
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] ?? []) as readonly string[],
    flag: (name) => values[name] === true,
  }
}

function unknownOption(name: string): RangeError {
  return new RangeError(`There is no option ${JSON.stringify(name)}; --help lists them.`)
}

/** `--json --limit 5` has forgotten the file; a value that begins with dashes can be written `--json=--file`. */
function isMissing({
  value,
  inlineValue,
}: {
  value?: string | undefined
  inlineValue?: boolean | undefined
}): boolean {
  return value === undefined || value === '' || (inlineValue !== true && value.startsWith('--'))
}
