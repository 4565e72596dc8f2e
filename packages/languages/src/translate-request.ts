import { foldWord } from './fold-word.ts'
import { type Translation, translateRuns, VALUE } from './translate-runs.ts'
import { readData } from './word-lists.ts'

/** Longer texts are documents; their end is not translated. */
const MAX_LENGTH = 4_000
/** Characters of English texts; dashes, quotes and dots of the block General Punctuation are among them. */
const PLAIN = /^[\x20-\x7e\s\u2010-\u2027]*$/
const VALUES = new RegExp(VALUE, 'g')
const ASCII_WORD = /[a-z]+/g
const LATIN_WORD = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu
/** English words for each foreign one; where there are more, the foreign ones are what is asked about, not the asking. */
const MOST_ENGLISH = 4

/**
 * The English words of a request in one of twenty languages, or partly in one: words of other scripts are always
 * foreign, those in the alphabet of English when words and letters of the text speak for a language that has it.
 * `undefined` for a request in English.
 *
 * Pure and synchronous; the words of a language are read from the package when they are first needed.
 */
export function translateRequest(request: string): Translation | undefined {
  const head = request.slice(0, MAX_LENGTH)
  const isPlain = PLAIN.test(head)
  const text = isPlain ? head : head.normalize('NFKC')
  // Addresses and identifiers are English in every language.
  const prose = text.replace(VALUES, ' ')
  const written = isPlain ? prose.toLowerCase().match(ASCII_WORD) : prose.match(LATIN_WORD)?.map(foldWord)
  const latin = guessLanguage(written ?? [], text, isPlain)
  if (latin === undefined && isPlain) return undefined
  const isEnglish = (word: string): boolean => /[!?]$/.test(markOf(word) ?? '')
  const translation = translateRuns(text, latin, isEnglish)
  if (translation.words === 0) return undefined
  const isAside = latin === undefined && MOST_ENGLISH * translation.words < (written?.length ?? 0)
  return isAside ? undefined : translation
}

/** Letters that few languages have, and whose. */
const LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[ßäöü]/i, ['de', 'fi', 'sv', 'tr']],
  [/[ğşı]/, ['tr']],
  [/[ñ¿¡]/i, ['es']],
  [/[ãõ]/i, ['pt', 'vi']],
  [/[łąęśźż]/i, ['pl']],
  [/[ůěřž]/i, ['cs']],
  [/å/i, ['sv', 'fi']],
  [/[ơưđạảấầậắằặẹẻếềểệịỉọỏốồổộớờợụủứừựỳỷ]/i, ['vi']],
  [/[àèìòù]/i, ['it', 'fr', 'pt']],
  [/[éêçœ]/i, ['fr', 'pt']],
  [/[áíóú]/i, ['es', 'pt', 'cs']],
]
/** What such a letter counts; a name in an English request may have one. */
const LETTER_MARK = 1.5
/** How many times likelier than English a language must be, as a power of ten: most requests are English. */
const LEAST = 2
/** What an English word counts against every language; those of products occur in all. */
const STOP_WORD = 2
const COMMON_WORD = 1
/** Marks are in thirds. */
const MARK_UNIT = 3
const MARK = /([a-z]{2})(\d)/g

/**
 * The language in the alphabet of English that a text is written in, by words and letters that it has and English has
 * not; `undefined` for English, and when nothing tells.
 *
 * @param words of that alphabet, folded.
 */
function guessLanguage(words: readonly string[], text: string, isPlain: boolean): string | undefined {
  const sums = new Map<string, number>()
  let againstAll = 0
  const raise = (language: string, by: number): void => {
    sums.set(language, (sums.get(language) ?? 0) + by)
  }
  for (const word of words) {
    const mark = markOf(word)
    if (mark === undefined) continue
    const english = mark.endsWith('!') ? STOP_WORD : mark.endsWith('?') ? COMMON_WORD : 0
    againstAll += english
    if (mark.length === 1) continue
    // Where it is a word of the language, it does not speak against it, or half as much where English has it more often.
    for (const [, language = '', thirds] of mark.matchAll(MARK))
      raise(language, thirds === '0' ? english / 2 : Number(thirds) / MARK_UNIT + english)
  }
  if (sums.size === 0) return undefined
  if (!isPlain) {
    for (const [pattern, languages] of LETTERS) {
      if (pattern.test(text)) for (const language of languages) raise(language, LETTER_MARK)
    }
  }
  let best: string | undefined
  let highest = LEAST + againstAll
  for (const [language, sum] of sums) {
    if (sum <= highest) continue
    highest = sum
    best = language
  }
  return best
}

/** The lines of the file but the first, in ascending order of their words. */
let lines: string | undefined
/** What was looked up before. */
const known = new Map<string, string | undefined>()
const MAX_KNOWN = 10_000

/** What a folded word tells of the language of a text: `de9es6`, with `!` or `?` for those of English. */
function markOf(word: string): string | undefined {
  if (known.has(word)) return known.get(word)
  if (lines === undefined) {
    const file = readData(new URL('../data/marks.txt', import.meta.url)).toString()
    lines = file.slice(file.indexOf('\n') + 1)
  }
  const mark = findMark(lines, `${word} `)
  if (known.size === MAX_KNOWN) known.clear()
  known.set(word, mark)
  return mark
}

/** Binary search: a request needs a dozen of twenty thousand lines. */
function findMark(text: string, head: string): string | undefined {
  let low = 0
  let high = text.length
  while (low < high) {
    const start = text.lastIndexOf('\n', (low + high) >> 1) + 1
    const from = Math.max(low, start)
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    if (line.startsWith(head)) return line.slice(head.length)
    // The space behind a word comes before every letter.
    if (line < head) low = from + line.length + 1
    else high = from
  }
  return undefined
}
