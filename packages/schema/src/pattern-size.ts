/**
 * Longest pattern that is compiled, in UTF-16 code units. The longest of 5,808 public tools has 43; the bound
 * keeps the compiler's own recursion shallow.
 */
export const MAX_PATTERN_LENGTH = 1_000
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
