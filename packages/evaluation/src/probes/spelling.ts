import type { Random } from '../statistics/random.ts'

const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u
/** Lower to upper, and the last of several uppers before a lower: `getHTMLPage` is get, HTML, Page. */
const CAPITAL_INSIDE = /(?<=(?:\p{Ll}|\p{N})\p{M}*)(?=\p{Lu})|(?<=\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})/u

/** The words of a name as it is written: `getUser`, `get_user` and `get-user` have two. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .split(SEPARATORS)
    .flatMap((part) => part.split(CAPITAL_INSIDE))
    .filter((word) => word !== '')
}

/**
 * What all spellings of a name have in common: `send_message`, `sendMessage` and `send message` have one key. A name
 * of signs alone is its own.
 */
export function keyOfName(name: string): string {
  return wordsOfName(name).join('').toLowerCase() || name
}

/** A name of several words in the other usual spelling: camelCase as snake_case, anything else as camelCase. */
export function recaseName(name: string): string | undefined {
  const words = wordsOfName(name).map((word) => word.toLowerCase())
  if (words.length < 2) return undefined
  if (!SEPARATORS.test(name)) return words.join('_')
  return words.map((word, i) => (i === 0 ? word : capitalize(word))).join('')
}

function capitalize(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** A name of several words as words, in lower case. */
export function spaceName(name: string): string | undefined {
  const words = wordsOfName(name)
  return words.length < 2 ? undefined : words.join(' ').toLowerCase()
}

/** A name of several words in one piece, in lower case. */
export function fuseName(name: string): string | undefined {
  const words = wordsOfName(name)
  return words.length < 2 ? undefined : words.join('').toLowerCase()
}

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
