import { quote } from '@toolscout/model/internal'
import { RE2JS } from 're2js'
import { MAX_PATTERN_LENGTH, patternAtoms } from './pattern-size.ts'

/** A pattern that runs in time linear in the text, whatever the pattern. */
export interface LinearPattern {
  readonly source: string
  /** Atoms of the pattern with its repeats unrolled: what a step through one character may cost. */
  readonly atoms: number
  /** Whether the pattern occurs somewhere in the text, as JSON Schema's `pattern` asks. */
  readonly test: (text: string) => boolean
}

/** A pattern, or a sentence that says why it is none for a linear engine. */
export type PatternReading =
  | { readonly ok: true; readonly pattern: LinearPattern }
  | { readonly ok: false; readonly message: string }

/**
 * Compiles a pattern of a schema with RE2's algorithm (Russ Cox, "Regular Expression Matching in the Wild", 2010),
 * which never backtracks. It knows neither look-around nor back-references; such a pattern is not compiled, and
 * neither is one of more than `maxAtoms`. JavaScript's own engine is never used.
 */
export function compilePattern(source: string, maxAtoms: number): PatternReading {
  if (source.length > MAX_PATTERN_LENGTH) {
    return refuse(source, `is longer than ${MAX_PATTERN_LENGTH} characters`)
  }
  const atoms = patternAtoms(source)
  if (atoms > maxAtoms) return refuse(source, `has ${atoms} atoms where ${maxAtoms} are left for this schema`)
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source))
    return { ok: true, pattern: { source, atoms, test: (text) => compiled.test(text) } }
  } catch {
    return refuse(source, 'uses what a linear engine does not have, such as look-around')
  }
}

function refuse(source: string, why: string): PatternReading {
  return { ok: false, message: `The pattern ${quote(source)} ${why}, so it is not checked.` }
}
