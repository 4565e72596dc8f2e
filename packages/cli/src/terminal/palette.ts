import type { CliHost, CliStream } from '../host.ts'

/** Colours of a stream; each gives the text as it is where there are none. */
export interface Palette {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** Select Graphic Rendition (ECMA-48 8.3.117): what switches each on and off. */
const CODES: { readonly [name in keyof Palette]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/** The colours of a stream, see {@link hasColours}. */
export function createPalette(stream: CliStream, env: CliHost['env']): Palette {
  const isColoured = hasColours(stream, env)
  const painter = ([on, off]: readonly [number, number]) =>
    isColoured ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text
  return {
    bold: painter(CODES.bold),
    dim: painter(CODES.dim),
    red: painter(CODES.red),
    green: painter(CODES.green),
    yellow: painter(CODES.yellow),
    cyan: painter(CODES.cyan),
  }
}

/**
 * Whether a stream has colours: FORCE_COLOR decides first (`0` and `false` are no), then NO_COLOR when it is not empty
 * (no-color.org), then whether it is a terminal that knows them.
 */
function hasColours(stream: CliStream, env: CliHost['env']): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return stream.isTerminal && TERM !== 'dumb'
}
