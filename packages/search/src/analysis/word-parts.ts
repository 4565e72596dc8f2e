import { isUnspaced } from './unspaced.ts'
import type { Word } from './word.ts'

/** A part of an identifier, two characters of a script without spaces, or a whole word. */
export interface WordPart {
  /** The part in the form in which words are compared. */
  readonly text: string
  /** The terms it is found by. */
  readonly terms: readonly string[]
}

/** The parts a word is made of, in order; a word in one piece is one, a stop word has none. */
export function partsOf({ tokens }: Word): readonly WordPart[] {
  const parts: { readonly text: string; readonly terms: string[] }[] = []
  for (const { term, surface, root } of tokens) {
    if (surface) parts.push({ text: term, terms: [term] })
    // A stem follows its word; what is neither stands for the whole.
    else if (root) parts.at(-1)?.terms.push(term)
  }
  return parts
}

/**
 * Those parts of a word that are not held, as people would name them: of overlapping pairs of characters, the run they
 * make without the characters at its ends that are held with another neighbour.
 */
export function absentParts(word: Word, isHeld: (part: WordPart) => boolean): readonly string[] {
  const heldCharacters = new Set<string>()
  const runs: string[] = []
  /** The run of absent pairs that ends at the part before. */
  let open: string | undefined
  for (const part of partsOf(word)) {
    const pair = isUnspaced(part.text) ? [...part.text] : []
    if (isHeld(part)) {
      for (const character of pair) heldCharacters.add(character)
      open = undefined
      continue
    }
    const [first = '', ...others] = pair
    const isNext = first !== '' && open?.endsWith(first) === true
    const run = isNext ? open + others.join('') : part.text
    if (isNext) runs.pop()
    runs.push(run)
    open = pair.length > 0 ? run : undefined
  }
  return runs.map((run) => withoutHeldEnds(run, heldCharacters)).filter((run) => run !== '')
}

function withoutHeldEnds(run: string, held: ReadonlySet<string>): string {
  if (held.size === 0) return run
  const characters = [...run]
  const start = held.has(characters[0] as string) ? 1 : 0
  const end = characters.length - (held.has(characters.at(-1) as string) ? 1 : 0)
  return characters.slice(start, end).join('')
}
