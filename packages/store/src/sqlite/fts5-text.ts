/** Most different words of a query that are looked for. */
const MAX_WORDS = 64
const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu
const HAS_UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\ud840-\ud88f]/
const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/**
 * A text as FTS5 is to see it: identifiers as words, and scripts written without spaces as pairs of characters. Case,
 * accents and stems are the tokenizer's work.
 */
export function toFts5Text(text: string): string {
  let prepared = text
  if (CAMEL.test(prepared)) {
    prepared = prepared.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  }
  return HAS_UNSPACED.test(prepared) ? prepared.replace(UNSPACED, pairs) : prepared
}

/** A name as {@link toFts5Text} has it, and in one piece, so that `createissue` is found too. */
export function toFts5Name(name: string): string {
  const words = toFts5Text(name)
  const whole = name.replace(/[_.\-\s]+/g, '')
  return whole === words ? words : `${words} ${whole}`
}

/**
 * A query as an FTS5 expression that matches any of its words, or `undefined` without a word. Each word is in quotes,
 * where nothing is an operator; letters and digits cannot end a quote.
 */
export function toFts5Query(query: string): string | undefined {
  const words = new Set<string>()
  for (const [word] of toFts5Text(query).matchAll(WORDS)) {
    words.add(`"${word.toLowerCase()}"`)
    if (words.size === MAX_WORDS) break
  }
  return words.size === 0 ? undefined : [...words].join(' OR ')
}

function pairs(run: string): string {
  const characters = [...run]
  return ` ${characters
    .slice(1)
    .map((character, i) => `${characters[i]}${character}`)
    .join(' ')} `
}
