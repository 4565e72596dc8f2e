import { foldWord, isUnspaced } from './split-words.ts'
import type { Token, Word } from './tokens.ts'

const NONE: readonly string[] = []

/**
 * Words that no tool holds, neither as they are nor by their stem; each once, as it is first written. Of an identifier or
 * a run of characters that tools hold in part: the parts that they do not.
 */
export function unmatchedTerms(words: readonly Word[], isHeld: (term: string) => boolean): readonly string[] {
  const absent: string[] = []
  for (const word of words) absentWords(word, isHeld, absent)
  if (absent.length < 2) return absent.length === 0 ? NONE : absent
  const folded = new Set<string>()
  return absent.filter((text) => folded.size < folded.add(foldWord(text)).size)
}

/** Adds what of a word is not held: the word itself as it is written, or some parts of it. */
export function absentWords(word: Word, isHeld: (term: string) => boolean, absent: string[]): void {
  const { text, tokens } = word
  if (tokens.length === 0) return
  let parts = 0
  let isAnyHeld = false
  for (let i = 0; i < tokens.length; i += 1) {
    const { term, surface, root } = tokens[i] as Token
    if (surface) parts += 1
    if (!isHeld(term)) continue
    // Of what is held as a whole nothing is absent.
    if (!surface && !root) return
    isAnyHeld = true
  }
  if (!isAnyHeld) absent.push(text)
  else if (parts > 1) absentParts(word, isHeld, absent)
}

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

/** Whether the part that begins with a token is held: its stem follows it; a token that is neither is the whole identifier. */
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

/** Which hits hold a word of the query or one of its expansions, a bit each, as `held` has them of terms. */
export function holdersOf(
  held: ReadonlyMap<string, number>,
  root: string,
  { expansions }: { readonly expansions: ReadonlyMap<string, readonly string[]> },
): number {
  let holders = held.get(root) ?? 0
  const others = expansions.get(root)
  if (others !== undefined)
    for (let i = 0; i < others.length; i += 1) holders |= held.get(others[i] as string) ?? 0
  return holders
}
