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
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words a tool is known by, from its name and description: in lower case, each once, in their order, without words
 * that every text has. An identifier such as `http_request` is one word. Any script.
 */
export function keywordsOf(name: string, description = ''): readonly string[] {
  const text = `${name} ${description.slice(0, MAX_TEXT_LENGTH)}`.normalize('NFKC').toLowerCase()
  const runs = text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const words = runs.flatMap((run) => (DENSE.test(run) ? segments(run) : run)).filter(isKeyword)
  return Object.freeze([...new Set(words)].slice(0, MAX_KEYWORDS))
}

function segments(text: string): readonly string[] {
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}

function isKeyword(word: string): boolean {
  if (STOP_WORDS.has(word)) return false
  return DENSE.test(word) || [...word].length >= MIN_LENGTH
}
