import inflections from './inflections.json' with { type: 'json' }
import type { WordList } from './word-lists.ts'

/** How the words of a language change; without accents, as words are folded. */
interface Inflection {
  /** What is cut off the end, alternatives of a pattern. */
  readonly cut: string
  /** What the word of a dictionary may have in its place. */
  readonly endings: readonly string[]
  /** What may precede a word, a pattern from its start. */
  readonly prefix?: string
  /** Whether words are written together. */
  readonly compounds?: boolean
}

const INFLECTIONS: { readonly [language: string]: Inflection } = inflections.languages

const CUTS = new Map(
  Object.entries(INFLECTIONS).map(([language, { cut }]) => [language, new RegExp(`^(?:${cut})$`, 'u')]),
)
/** Shorter beginnings are found in too many words. */
const MIN_STEM = 3
/** More of a word is not an ending. */
const MAX_CUT = 10
const MIN_PART = 4

/**
 * The words of the list that a folded word is a form or a compound of: rows of senses; none where nothing is known, an
 * empty row for a stop word.
 */
export function findSenses(
  word: string,
  language: string,
  list: WordList,
): readonly (readonly string[])[] | undefined {
  const exact = list.sensesOf(word)
  if (exact !== undefined) return [exact]
  if (list.stopWords.has(word)) return []
  const form = findForm(word, language, list)
  if (form !== undefined) return [form]
  const { prefix, compounds } = INFLECTIONS[language] ?? {}
  const before = prefix === undefined ? undefined : new RegExp(prefix, 'u').exec(word)?.[0]
  if (before !== undefined && word.length - before.length >= 2) {
    for (const rest of withoutPrefix(word, before, language)) {
      const senses = list.sensesOf(rest) ?? findForm(rest, language, list)
      if (senses !== undefined) return [senses]
    }
  }
  if (language === 'de') {
    const [, first = '', second = ''] = /^(.*?)(?:ge|zu)(\p{L}{3,}?)(?:t|en)$/u.exec(word) ?? []
    const senses = second === '' ? undefined : list.sensesOf(`${first}${second}en`)
    if (senses !== undefined) return [senses]
  }
  return compounds === true ? splitCompound(word, language, list) : undefined
}

/** The senses of the word of the list that a folded word is a form of. */
export function findForm(word: string, language: string, list: WordList): readonly string[] | undefined {
  const { endings } = INFLECTIONS[language] ?? {}
  const isCut = CUTS.get(language)
  if (endings === undefined || isCut === undefined) return undefined
  const most = Math.min(MAX_CUT, word.length - MIN_STEM)
  for (let cut = 0; cut <= most; cut += 1) {
    const end = word.length - cut
    if (cut > 0 && !isCut.test(word.slice(end))) continue
    const stem = word.slice(0, end)
    for (const ending of endings) {
      const senses = list.sensesOf(stem + ending)
      if (senses !== undefined) return senses
    }
  }
  return undefined
}

/** Indonesian prefixes swallow the first consonant of some words. */
function withoutPrefix(word: string, prefix: string, language: string): readonly string[] {
  const rest = word.slice(prefix.length)
  if (language === 'ar') return [rest, `${rest}ه`]
  const swallowed: { readonly [nasal: string]: string } = { ny: 's', m: 'p', n: 't', ng: 'k' }
  const nasal = /(?:ny|ng|m|n)$/.exec(prefix)?.[0] ?? ''
  return nasal === '' ? [rest] : [rest, (swallowed[nasal] ?? '') + rest]
}

/** Two words of the list that are written together, the second as long as can be. */
function splitCompound(
  word: string,
  language: string,
  list: WordList,
): readonly (readonly string[])[] | undefined {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const tail = list.sensesOf(word.slice(at)) ?? findForm(word.slice(at), language, list)
    if (tail === undefined) continue
    const first = word.slice(0, at)
    const head = list.sensesOf(first) ?? list.sensesOf(first.replace(/(?:es|en|s|n|e)$/, ''))
    if (head !== undefined) return [head, tail]
  }
  return undefined
}
