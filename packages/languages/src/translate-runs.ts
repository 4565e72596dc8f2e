import { foldWord } from './fold-word.ts'
import { findForm } from './inflection.ts'
import { cutRun, cutWord, type Piece } from './unspaced.ts'
import { type WordList, wordListOf } from './word-lists.ts'

/** What of a request is not English, in English. */
export interface Translation {
  /** The request with its foreign words in English, as far as they are known: `show my 3 file`. */
  readonly text: string
  /** Other English words for them, the likeliest first. */
  readonly others: readonly string[]
  /** Foreign words, stop words aside. */
  readonly words: number
  /** How many of them are not in the lists. */
  readonly unknown: number
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々'
/** Addresses, paths, files and words with digits, which are the same in every language. */
export const VALUE: string =
  '(?<![\\w.:/@#%&=+~-])[\\w.:/@#%&=+~-]*(?:[\\d@/_]|\\w\\.[a-z]{2,4}\\b)[\\w.:/@#%&=?+~-]*'
const RUNS = new RegExp(
  `${VALUE}|[${UNSPACED}]+|\\p{Script=Hangul}+|(?:(?![${UNSPACED}\\p{Script=Hangul}])[\\p{L}\\p{M}])+|[^\\p{L}\\p{M}\\d]+|\\d+`,
  'gu',
)
const WORD = /^[\p{L}\p{M}]+$/u
const KANA = /[\u3040-\u30ff]/
const MAX_PHRASE = 4
/** What stands between the words of a phrase: `e-mail`, `capture d'écran`. */
const JOINERS = new Set([' ', '-', "'"])

/** The words of a text in English, those of the alphabet of English from the language `latin`. */
export function translateRuns(
  text: string,
  latin: string | undefined,
  isEnglish: (word: string) => boolean,
): Translation {
  const runs = text.replaceAll('’', "'").match(RUNS) ?? []
  const collected: Collected = { out: [], others: [], words: 0, unknown: 0 }
  const languageOf = languages(text, latin)
  const separated = findSeparated(runs, latin)
  for (let i = 0; i < runs.length; i += 1) {
    const run = runs[i] as string
    const parted = separated.get(i)
    if (parted !== undefined) {
      addPiece({ text: run, senses: parted }, collected)
      continue
    }
    const language = WORD.test(run) ? languageOf(run) : undefined
    const list = language === undefined ? undefined : wordListOf(language)
    if (language === undefined) collected.out.push(run)
    else if (list === undefined) addPiece({ text: run }, collected)
    else if (language === 'zh' || language === 'ja') {
      for (const piece of cutRun(run, list)) addPiece(piece, collected)
    } else {
      const phrase = findPhrase(runs, i, list)
      const word = foldWord(run)
      const senses =
        phrase === undefined && !isName(runs, i, language) ? cutWord(word, language, list) : undefined
      if (phrase !== undefined) {
        addPiece(phrase.piece, collected)
        i = phrase.last
      } else if (language === latin && senses === undefined && isEnglish(word)) collected.out.push(run)
      else addPiece({ text: run, senses }, collected)
    }
  }
  const { out, others, words, unknown } = collected
  return { text: out.join('').replace(/\s+/g, ' ').trim(), others, words, unknown }
}

interface Collected {
  readonly out: string[]
  readonly others: string[]
  words: number
  unknown: number
}

function addPiece({ text, senses }: Piece, collected: Collected): void {
  if (senses?.length === 0) return
  collected.words += 1
  if (senses === undefined) {
    collected.unknown += 1
    collected.out.push(` ${text} `)
    return
  }
  for (const [first = '', ...rest] of senses) {
    collected.out.push(` ${first} `)
    collected.others.push(...rest)
  }
}

/** Words of several words, such as `in der nähe`: the longest that begins here. */
function findPhrase(
  runs: readonly string[],
  start: number,
  list: WordList,
): { readonly piece: Piece; readonly last: number } | undefined {
  let phrase = foldWord(runs[start] as string)
  let found: { readonly piece: Piece; readonly last: number } | undefined
  for (let last = start + 2; last <= start + 2 * (MAX_PHRASE - 1); last += 2) {
    const joiner = runs[last - 1] ?? ''
    if (!JOINERS.has(joiner) || runs[last] === undefined) break
    phrase += joiner + foldWord(runs[last] as string)
    const senses = list.sensesOf(phrase)
    if (senses !== undefined) found = { piece: { text: phrase, senses: [senses] }, last }
  }
  return found
}

/** Particles that verbs part with, to the end of their clause: `schalte das Licht aus`, `zet de lampen uit`. */
const PARTICLES: { readonly [language: string]: RegExp } = {
  de: /^(?:ab|an|auf|aus|durch|ein|fest|fort|her|hin|los|mit|nach|um|vor|weg|weiter|zu|dazu|hinzu|zuruck|zusammen|hoch|runter|(?:her|hin)(?:aus|auf|ab|an|unter|ein))$/,
  nl: /^(?:aan|af|bij|door|in|na|om|op|over|samen|terug|toe|uit|vast|voor|weg)$/,
}
const END_OF_CLAUSE = /[.,;:!?\n]/
/** What may follow a particle in Dutch: `reken euro om naar dollar`. */
const PREPOSITION = /^(?:naar|van|voor|met|tot)$/

/** The senses of verbs that stand apart from their particles, by where the two stand: none where the particle does. */
function findSeparated(
  runs: readonly string[],
  latin: string | undefined,
): ReadonlyMap<number, readonly (readonly string[])[]> {
  const found = new Map<number, readonly (readonly string[])[]>()
  const particles = PARTICLES[latin ?? '']
  const list = latin === undefined ? undefined : wordListOf(latin)
  if (latin === undefined || list === undefined || particles === undefined) return found
  let start = 0
  for (let i = 0; i < runs.length; i += 1) {
    const particle = foldWord(runs[i] as string)
    const isLast = END_OF_CLAUSE.test(runs[i + 1] ?? '.') || PREPOSITION.test(runs[i + 2] ?? '')
    for (let at = start; isLast && at < i && particles.test(particle); at += 1) {
      const verb = foldWord(runs[at] as string)
      const senses = WORD.test(verb) ? findForm(particle + verb, latin, list) : undefined
      if (senses === undefined) continue
      found.set(at, [senses]).set(i, [])
      break
    }
    if (END_OF_CLAUSE.test(runs[i] as string)) start = i + 1
  }
  return found
}

/** Codes such as PR and URL. */
const CODE = /^[A-Z]{2,5}$/

/** Whether a word is a name: a code, or one with a capital inside a sentence, which says nothing in German. */
function isName(runs: readonly string[], at: number, language: string): boolean {
  if (CODE.test(runs[at] as string) && runs.some((run) => /\p{Ll}/u.test(run))) return true
  if (language === 'de' || at === 0 || !/^\p{Script=Latin}/u.test(runs[at] as string)) return false
  return /^\p{Lu}/u.test(runs[at] as string) && !/[.!?:¿¡"“«]\s*$/.test(runs[at - 1] ?? '')
}

/** By script, where a script is one of a language we know, or else what was guessed. */
function languages(text: string, latin: string | undefined): (run: string) => string | undefined {
  const han = KANA.test(text) ? 'ja' : 'zh'
  const cyrillic = /[іїєґ]/i.test(text) ? 'uk' : 'ru'
  return (run) => {
    if (/^\p{Script=Latin}/u.test(run)) return latin
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(run)) return han
    if (/^\p{Script=Hangul}/u.test(run)) return 'ko'
    if (/^\p{Script=Cyrillic}/u.test(run)) return cyrillic
    if (/^\p{Script=Arabic}/u.test(run)) return 'ar'
    if (/^\p{Script=Devanagari}/u.test(run)) return 'hi'
    return 'other'
  }
}
