import { type CatalogRecord, SEARCH_FIELDS } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'

const CAMEL = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu
const HAS_UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\ud840-\ud88f]/
/** Runs of letters, digits and marks. */
export const WORDS: RegExp = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
/** Most different words of a query that are looked for. */
const MAX_WORDS = 64

/** The texts of a record in the order of the search fields. */
export function fullTextsOf(record: CatalogRecord): readonly string[] {
  const { fields } = toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) })
  return SEARCH_FIELDS.map((field) =>
    field === 'name' ? toFullName(fields.name) : toFullText(fields[field]),
  )
}

/**
 * A text as a database is to see it: identifiers as words, and scripts written without spaces as pairs of characters. Case,
 * accents and stems are the work of its tokenizer.
 */
function toFullText(text: string): string {
  let prepared = text
  if (CAMEL.test(prepared)) {
    prepared = prepared.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  }
  return HAS_UNSPACED.test(prepared) ? prepared.replace(UNSPACED, pairs) : prepared
}

/** A name as {@link toFullText} has it, and in one piece, so that `createissue` is found too. */
function toFullName(name: string): string {
  const words = toFullText(name)
  const whole = name.replace(/[_.\-\s]+/g, '')
  return whole === words ? words : `${words} ${whole}`
}

/** The different words of a query, in lower case and in order; letters and digits alone, so that none is an operator. */
export function fullTextWords(query: string): readonly string[] {
  const words = new Set<string>()
  for (const [word] of toFullText(query).matchAll(WORDS)) {
    words.add(word.toLowerCase())
    if (words.size === MAX_WORDS) break
  }
  return [...words]
}

function pairs(run: string): string {
  const characters = [...run]
  return ` ${characters
    .slice(1)
    .map((character, i) => `${characters[i]}${character}`)
    .join(' ')} `
}
