/** Scripts without spaces whose words are of one or two characters, and Korean, whose particles cling to words. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu
/** Scripts without spaces whose words are of many characters, so that only a dictionary tells them apart. */
const SEGMENTED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The first character of those scripts; what lies below has spaces. */
const FIRST = /[\u0e00-\u{10ffff}]/u

/** Whether a text holds letters of a script that is written without spaces, or of Korean. */
export function isUnspaced(text: string): boolean {
  return FIRST.test(text) && (text.search(PAIRED) >= 0 || SEGMENTED.test(text))
}

/** Made when first needed, because making it takes tens of milliseconds. */
let segmenter: Intl.Segmenter | undefined
/**
 * Characters that are given to the segmenter at once. It copies all of its text for every word it finds, so a long text
 * in one piece would take memory by the square of its length.
 */
const MAX_SEGMENTED = 256

/**
 * Cuts a run of letters into the words of a script that has no spaces between them, where it holds any, by the
 * dictionary of the platform (Unicode Standard Annex 29); any other run gives itself.
 */
export function segmentRun(run: string): readonly string[] {
  if (!FIRST.test(run) || !SEGMENTED.test(run)) return [run]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  const words: string[] = []
  for (const part of run.split(/[_.-]+/)) {
    for (const chunk of chunksOf(part, MAX_SEGMENTED, 0)) {
      for (const { segment, isWordLike } of segmenter.segment(chunk)) if (isWordLike) words.push(segment)
    }
  }
  return words
}

/**
 * Cuts a word of mixed scripts at the script's border, and runs of a script without spaces into overlapping
 * pairs of characters (bigrams), which find words without a dictionary. A run of one character gives itself.
 */
export function splitPairs(word: string): readonly string[] {
  if (!FIRST.test(word)) return [word]
  const pieces: string[] = []
  let end = 0
  for (const match of word.matchAll(PAIRED)) {
    if (match.index > end) pieces.push(word.slice(end, match.index))
    pieces.push(...bigrams(match[0]))
    end = match.index + match[0].length
  }
  if (end < word.length) pieces.push(word.slice(end))
  return pieces
}

/** A run cut into pieces of at most so many characters, each beginning with the last ones of the piece before. */
export function chunksOf(run: string, length: number, overlap: number): readonly string[] {
  if (run.length <= length) return [run]
  const characters = [...run]
  const chunks: string[] = []
  for (let i = 0; i === 0 || i + overlap < characters.length; i += length - overlap) {
    chunks.push(characters.slice(i, i + length).join(''))
  }
  return chunks
}

function bigrams(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}
