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
 * Characters that are given to the segmenter at once. It nearDuplicates all of its text for every word it finds, so a long text
 * in one piece would take memory by the square of its length.
 */
const MAX_SEGMENTED = 256

/**
 * Cuts a run of letters into the words of a script that has no spaces between them, where it holds any, by the
 * dictionary of the platform (Unicode Standard Annex 29); any other run gives itself.
 */
function segmentRun(run: string): readonly string[] {
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

/** A run cut into pieces of at most `length` characters, each beginning with the last ones of the piece before. */
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

/**
 * A letter, digit or mark run with the signs that join identifiers inside it: `read_file`, `get-env`, `v1.2`. Joiners
 * that are not seen belong to it (Persian and Hindi write them inside words), and so do full-width signs.
 */
const WORD =
  /(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+(?:[_.\-\u2010\u2011＿．－]+(?:[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060)+)*/gu
const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}_])/giu

/** A text without its English possessives `'s`. */
export function dropPossessives(text: string): string {
  return text.includes("'") || text.includes('’') ? text.replace(POSSESSIVE, '') : text
}

/**
 * Cuts a text into words as they are written, identifiers in one piece. Underscores, dots and hyphens belong to
 * a word where they join two parts of it; everything else parts words. An English possessive `'s` is dropped.
 */
export function splitWords(text: string): readonly string[] {
  return (dropPossessives(text).match(WORD) ?? []).flatMap(segmentRun)
}

/**
 * Where an identifier changes: lower to upper, the last of several uppers before a lower (not after a single
 * first one, as in OAuth), letter and digit. Marks belong to the letter before them.
 */
const BOUNDARY =
  /(?<=(?:\p{Ll}|\p{N})\p{M}*)(?=\p{Lu})|(?<=\p{L}\p{M}*\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})|(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})|[_.\-\u2010\u2011＿．－]+/u
const SIMPLE = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+)$/

/**
 * The parts of an identifier, in order: `createPullRequest`, `create_pull_request` and `create-pull-request`
 * all give three. A word that is no identifier gives itself.
 */
export function splitIdentifier(word: string): readonly string[] {
  return SIMPLE.test(word) ? [word] : word.split(BOUNDARY).filter((part) => part !== '')
}
