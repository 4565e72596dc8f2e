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
