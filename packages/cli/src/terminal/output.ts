import { spellJson } from '@toolscout/model/internal'
import type { CliHost } from '../host.ts'
import { createPalette, type Palette } from './palette.ts'
import { createProgress, type Progress } from './progress.ts'
import { shown } from './shown.ts'

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
  /** The same, as a warning. */
  readonly warn: (line: string) => void
  readonly progress: (what: string) => Progress
}

/** Creates an {@link Output}. Quiet leaves notes and progress out, and keeps warnings. */
export function createOutput(
  { stdout, stderr, env, now }: CliHost,
  { isJson, isQuiet }: { readonly isJson: boolean; readonly isQuiet: boolean },
): Output {
  const errorPalette = createPalette(stderr, env)
  let hasGiven = false
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
    warn: (line) => stderr.write(`${errorPalette.yellow('warning')}: ${shown(line, 2_000)}\n`),
    progress: (what) => createProgress(isQuiet ? { ...stderr, isTerminal: false } : stderr, what, now),
  }
}

/** JSON for a terminal: what is hidden in foreign texts is spelled as escapes, so that it parses to what it was. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2).split('\n').map(spellJson).join('\n')
}
