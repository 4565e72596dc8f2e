import { quote } from '@toolscout/model/internal'
import { RE2JS } from 're2js'

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

/**
 * Longest pattern that is compiled, in UTF-16 code units. The longest of 5,808 public tools has 43; the bound
 * keeps the compiler's own recursion shallow.
 */
const MAX_PATTERN_LENGTH = 1_000
/** What compiling a pattern takes whatever its size, in atoms. */
export const ATOMS_PER_PATTERN = 10
/**
 * Atoms all patterns of one schema may have together once their repeats are unrolled. The engine unrolls
 * `x{1000}` into a thousand steps and takes about 10 µs for each, so this is about 50 ms.
 */
export const MAX_PATTERN_ATOMS = 5_000

/** A class such as `\p{L}` is a table of hundreds of ranges; building it takes about as long as 20 characters. */
const CLASS_TABLE_ATOMS = 20
const REPEAT = /^\{(\d{1,6})(?:,(\d{0,6}))?\}/
const CLASS_TABLE = /\\[pP]/g

interface Group {
  /** Atoms of the group so far, the last one included. */
  atoms: number
  /** The last atom, which a repeat that follows multiplies. */
  last: number
}

/**
 * How many atoms a pattern has once its repeats are unrolled, from above and without compiling it. Reads any
 * text, also one that is no pattern.
 */
export function patternAtoms(pattern: string): number {
  const stack: Group[] = []
  let group: Group = { atoms: 0, last: 0 }
  const add = (atoms: number): void => {
    group.atoms += atoms
    group.last = atoms
  }
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] as string
    if (character === '\\') {
      at += 1
      add(pattern[at] === 'p' || pattern[at] === 'P' ? CLASS_TABLE_ATOMS : 1)
    } else if (character === '[') {
      const end = classEnd(pattern, at)
      const tables = pattern.slice(at, end).match(CLASS_TABLE)?.length ?? 0
      add(1 + tables * CLASS_TABLE_ATOMS)
      at = end
    } else if (character === '(') {
      stack.push(group)
      group = { atoms: 1, last: 0 }
    } else if (character === ')') {
      const inner = group.atoms
      group = stack.pop() ?? { atoms: 0, last: 0 }
      add(inner)
    } else {
      const repeat = character === '{' ? REPEAT.exec(pattern.slice(at, at + 16)) : null
      if (repeat === null) {
        add(1)
        continue
      }
      const times = Math.max(1, Number(repeat[1]), Number(repeat[2] || 0))
      const unrolled = group.last * times
      group.atoms += unrolled - group.last
      group.last = unrolled
      at += repeat[0].length - 1
    }
  }
  return stack.reduce((sum, open) => sum + open.atoms, Math.max(1, group.atoms))
}

/** Position of the bracket that ends a character class; the end of the text when none does. */
function classEnd(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === ']') return at
  }
  return pattern.length
}
