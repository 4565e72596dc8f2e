/** Most keywords of one tool. */
export const MAX_KEYWORDS = 20
/** Shortest word in code points that says something, in scripts that write words of letters. */
const MIN_LENGTH = 3
/** How much of a description is looked through, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 4_000
/** The stop-words of Loom. */
const STOP_WORDS = new Set(
  'the a an and or is are was were be to of in for on with this that it as by from at can will'.split(' '),
)
/** Scripts that write no spaces, and in which a word is a character or two. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** What most texts are made of; of them, words are found without tables of all letters. */
const ASCII = /^[\t\n\r\x20-\x7e]*$/
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words a tool is known by, from its name and description: in lower case, each once, in their order, without words
 * that every text has. An identifier such as `http_request` is one word. Any script.
 */
export function keywordsOf(name: string, description = ''): readonly string[] {
  const text = `${name} ${description.slice(0, MAX_TEXT_LENGTH)}`
  const words = new Set<string>()
  for (const word of ASCII.test(text) ? plainWords(text) : anyWords(text)) {
    words.add(word)
    if (words.size === MAX_KEYWORDS) break
  }
  return Object.freeze([...words])
}

function* plainWords(text: string): Iterable<string> {
  for (const word of text.toLowerCase().match(/[a-z0-9_]+/g) ?? []) {
    if (word.length >= MIN_LENGTH && !STOP_WORDS.has(word)) yield word
  }
}

function* anyWords(text: string): Iterable<string> {
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
    for (const part of DENSE.test(word) ? segments(word) : [word]) if (isKeyword(part)) yield part
  }
}

function segments(text: string): readonly string[] {
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

function isKeyword(word: string): boolean {
  if (STOP_WORDS.has(word)) return false
  return DENSE.test(word) || [...word].length >= MIN_LENGTH
}
