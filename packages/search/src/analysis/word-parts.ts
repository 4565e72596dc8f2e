import { isUnspaced } from './unspaced.ts'
import type { Token, Word } from './word.ts'

const NO_CHARACTERS: readonly string[] = []

/**
 * Adds those parts of a word that are not held, neither as they are nor by their stem, as people would name them: of
 * overlapping pairs of characters, the run they make without the characters at its ends that are held with another
 * neighbour. A word in one piece is one part, a stop word has none.
 */
export function absentParts(
  { tokens }: Pick<Word, 'tokens'>,
  isHeld: (term: string) => boolean,
  absent: string[],
): void {
  let heldCharacters: Set<string> | undefined
  const runs: string[] = []
  /** The run of absent pairs that ends at the part before. */
  let open: string | undefined
  for (let i = 0; i < tokens.length; i += 1) {
    const { term, surface } = tokens[i] as Token
    if (!surface) continue
    const pair = isUnspaced(term) ? [...term] : NO_CHARACTERS
    if (isPartHeld(tokens, i, isHeld)) {
      if (pair.length > 0) heldCharacters = new Set([...(heldCharacters ?? NO_CHARACTERS), ...pair])
      open = undefined
      continue
    }
    const [first = '', ...others] = pair
    const isNext = first !== '' && open?.endsWith(first) === true
    const run = isNext ? open + others.join('') : term
    if (isNext) runs.pop()
    runs.push(run)
    open = pair.length > 0 ? run : undefined
  }
  for (const run of runs) {
    const rest = heldCharacters === undefined ? run : withoutHeldEnds(run, heldCharacters)
    if (rest !== '') absent.push(rest)
  }
}

/** Whether the part that begins with a token is held: its stem follows it; what is neither stands for the whole. */
function isPartHeld(tokens: Word['tokens'], start: number, isHeld: (term: string) => boolean): boolean {
  if (isHeld((tokens[start] as Token).term)) return true
  for (let i = start + 1; i < tokens.length; i += 1) {
    const { term, surface, root } = tokens[i] as Token
    if (surface) return false
    if (root && isHeld(term)) return true
  }
  return false
}

function withoutHeldEnds(run: string, held: ReadonlySet<string>): string {
  const characters = [...run]
  const start = held.has(characters[0] as string) ? 1 : 0
  const end = characters.length - (held.has(characters.at(-1) as string) ? 1 : 0)
  return characters.slice(start, end).join('')
}
