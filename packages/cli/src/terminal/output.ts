import { styleText } from 'node:util'
import { spellJson } from '@toolscout/model/internal'
import type { CliHost, CliStream } from '../host.ts'
import { shown } from './columns.ts'

/** What a command says, and to whom. */
export interface Output {
  /** Whether the answer is JSON. */
  readonly isJson: boolean
  /** Colours of the answer. */
  readonly palette: Palette
  /** Width of the answer; absent without a terminal. */
  readonly columns: number | undefined
  /** Whether the answer was given; with `--json` an error then goes to stderr alone, so that stdout is one object. */
  readonly hasGiven: boolean
  /** The answer of a command, once: as JSON, or as text without a line break at the end. */
  readonly give: (value: object, text: () => string) => void
  /** A line on stderr. */
  readonly note: (line: string) => void
  /** The same, as a warning; one that was just said is not said again. */
  readonly warn: (line: string) => void
  /** Shows how far work has come, on a terminal, while it lasts. */
  readonly progress: <T>(what: string, work: (update: Progress['update']) => Promise<T>) => Promise<T>
}

/** Creates an {@link Output}. Quiet leaves out notes, warnings and progress; errors are none of them. */
export function createOutput(
  { stdout, stderr, env, now }: CliHost,
  { isJson, isQuiet }: { readonly isJson: boolean; readonly isQuiet: boolean },
): Output {
  const errorPalette = createPalette(stderr, env)
  let hasGiven = false
  let warned = ''
  return {
    get hasGiven() {
      return hasGiven
    },
    isJson,
    palette: createPalette(stdout, env),
    columns: stdout.isTerminal ? stdout.columns : undefined,
    give: (value, text) => {
      hasGiven = true
      if (isJson) stdout.write(`${toJsonText(value)}\n`)
      else {
        const written = text()
        if (written !== '') stdout.write(`${written}\n`)
      }
    },
    note: (line) => {
      if (!isQuiet) stderr.write(`${errorPalette.dim(shown(line, 2_000))}\n`)
    },
    warn: (line) => {
      if (isQuiet || line === warned) return
      warned = line
      stderr.write(`${errorPalette.yellow('warning')}: ${shown(line, 2_000)}\n`)
    },
    progress: async (what, work) => {
      const progress = createProgress(isQuiet ? { ...stderr, isTerminal: false } : stderr, what, now)
      try {
        return await work(progress.update)
      } finally {
        progress.end()
      }
    },
  }
}

/** JSON for a terminal: what is hidden in foreign texts is spelled as escapes, so that it parses to what it was. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2).split('\n').map(spellJson).join('\n')
}

/** How far long work has come, in one line that vanishes. */
export interface Progress {
  /** Without a total, such as for one thing that is waited for, the label alone is shown. */
  readonly update: (done: number, total: number, label?: string) => void
  /** Takes the line away. May be called twice. */
  readonly end: () => void
}

/** Shortest time between two drawings: a person sees no more. */
const LEAST_PAUSE_MS = 50
const CLEAR_LINE = '\r\u001b[2K'

/** A line of progress on a terminal; on anything else nothing is ever written. */
export function createProgress(stream: CliStream, what: string, now: CliHost['now']): Progress {
  if (!stream.isTerminal) return { update: () => {}, end: () => {} }
  let drawnAt: number | undefined
  return {
    update: (done, total, label = '') => {
      const at = now()
      if (drawnAt !== undefined && at - drawnAt < LEAST_PAUSE_MS && done < total) return
      drawnAt = at
      const width = Math.max(0, (stream.columns ?? 80) - what.length - 20)
      stream.write(
        `${CLEAR_LINE}${what}${total === 0 ? '' : ` ${done}/${total}`} ${shown(label, Math.min(40, width))}`,
      )
    },
    end: () => {
      if (drawnAt !== undefined) stream.write(CLEAR_LINE)
      drawnAt = undefined
    },
  }
}

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Colours of a stream; each gives the text as it is where there are none. */
export type Palette = { readonly [name in Colour]: (text: string) => string }

/** The colours of a stream, see {@link hasColours}. */
export function createPalette(stream: CliStream, env: CliHost['env']): Palette {
  const isColoured = hasColours(stream, env)
  // Which stream it is, and whether it takes colours, is known here.
  const painter = (name: Colour) => (text: string) =>
    isColoured ? styleText(name, text, { validateStream: false }) : text
  return {
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
    cyan: painter('cyan'),
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
