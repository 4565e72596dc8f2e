import { ENGLISH_STOP_WORDS } from '@toolscout/search'

/** Most different words of a query that are looked for. */
const MAX_WORDS = 64
const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu
const HAS_UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\ud840-\ud88f]/
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/**
 * A text as the full-text search of SQLite is to see it: identifiers in words, and what is written without spaces in
 * pairs of characters. The rest (case, accents, stems) is the tokenizer's.
 */
export function searchText(text: string): string {
  let prepared = text
  if (CAMEL.test(prepared)) {
    prepared = prepared.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  }
  return HAS_UNSPACED.test(prepared) ? prepared.replace(UNSPACED, pairs) : prepared
}

/** A name as {@link searchText} has it, and in one piece, so that `createissue` is found too. */
export function searchName(name: string): string {
  const words = searchText(name)
  const whole = name.replace(/[_.\-\s]+/g, '')
  return whole === words ? words : `${words} ${whole}`
}

/** The words of a query that are looked for, each once, without those every text holds. */
export function queryWords(query: string): readonly string[] {
  const words = new Set<string>()
  for (const [word] of searchText(query).matchAll(WORDS)) {
    if (ENGLISH_STOP_WORDS.has(word.toLowerCase())) continue
    words.add(word.toLowerCase())
    if (words.size === MAX_WORDS) break
  }
  return [...words]
}

/** Any of some words. Each stands in quotes, where nothing is an operator; letters and digits cannot end a quote. */
export function anyOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}

function pairs(run: string): string {
  const characters = [...run]
  return ` ${characters
    .slice(1)
    .map((character, i) => `${characters[i]}${character}`)
    .join(' ')} `
}
