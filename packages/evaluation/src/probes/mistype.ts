import type { Random } from '../statistics/random.ts'

/** Letters a name must have, so that what is left of it still says which it is. */
const FEWEST_LETTERS = 6
const LETTER = /^\p{L}$/u
const ASCII_LETTER = /^[A-Za-z]$/
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** Changes the letter at a place; gives nothing where that would change nothing. */
type Edit = (characters: readonly string[], at: number, random: Random) => readonly string[] | undefined

/** The four slips of Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964. */
const EDITS: readonly Edit[] = [
  (characters, at) => {
    const [letter, next] = [characters[at] as string, characters[at + 1]]
    if (next === undefined || !LETTER.test(next) || next === letter) return undefined
    return [...characters.slice(0, at), next, letter, ...characters.slice(at + 2)]
  },
  (characters, at) => [...characters.slice(0, at), ...characters.slice(at + 1)],
  (characters, at) => [...characters.slice(0, at + 1), ...characters.slice(at)],
  (characters, at, random) => {
    const letter = characters[at] as string
    const other = drawLetter(letter, characters, random)
    return other === letter ? undefined : [...characters.slice(0, at), other, ...characters.slice(at + 1)]
  },
]

/** Another letter for one: of the alphabet where that is the English one, otherwise of those the name has itself. */
function drawLetter(letter: string, characters: readonly string[], random: Random): string {
  if (!ASCII_LETTER.test(letter)) {
    const own = characters.filter((other) => LETTER.test(other))
    return own[random.below(own.length)] as string
  }
  const drawn = ALPHABET[random.below(ALPHABET.length)] as string
  return letter === letter.toLowerCase() ? drawn : drawn.toUpperCase()
}

/**
 * A name with one slip of the keyboard: two neighbours swapped, a letter left out, doubled or another one; never the
 * first. `undefined` for a name with fewer than six letters.
 */
export function mistypeName(name: string, random: Random): string | undefined {
  const characters = [...name]
  const places = characters.flatMap((character, i) => (LETTER.test(character) ? [i] : []))
  const [, ...later] = places
  if (places.length < FEWEST_LETTERS) return undefined
  for (;;) {
    const edit = EDITS[random.below(EDITS.length)] as Edit
    const edited = edit(characters, later[random.below(later.length)] as number, random)?.join('')
    if (edited !== undefined && edited !== name) return edited
  }
}
