import { knownEnglish } from '../english.ts'
import { Memo } from './tools-by-key.ts'

/** Classes of verbs, a bit each. */
export const READ = 1
export const DELETE = 8
export const RUN = 16
const BITS: { readonly [name: string]: number } = {
  read: READ,
  create: 2,
  update: 4,
  delete: DELETE,
  run: RUN,
}

/** Words between a verb and its particle, as in `take the label off`. */
const MOST_BETWEEN = 7

/** An English phrase, and the verbs that software has for it. */
export interface VerbPhrase {
  /** By place, any of several; `*` stands for an object of up to {@link MOST_BETWEEN} words. */
  readonly words: readonly (readonly string[])[]
  readonly verbs: readonly string[]
}

/** What is known of verbs, from `verbs.json`. */
export interface Verbs {
  readonly classes: ReadonlyMap<string, number>
  /** Those that are nouns as well. */
  readonly nouns: ReadonlySet<string>
  /** Those of them that are rather verbs in names of tools. */
  readonly inNames: ReadonlySet<string>
  /** Lines of phrases by first word. */
  readonly phrases: ReadonlyMap<string, readonly string[]>
  /** What may stand before the verb of a request. */
  readonly lead: RegExp
  /** How a question begins. */
  readonly question: RegExp
  /** Things whose names begin with a verb. */
  readonly compounds: RegExp
  /** How a description of a tool may begin before it says what the tool does. */
  readonly opening: RegExp
  /** By word: what it may begin, of {@link BEGINS}. */
  readonly beginnings: ReadonlyMap<string, number>
  /** Lines of verbs that do the same, and of those that do the opposite. */
  readonly alike: readonly string[]
  readonly opposites: readonly string[]
}

/** What a word may begin, a bit each: `without` a refusal. Whatever no word begins need not be looked for. */
export const BEGINS: Readonly<Record<'lead' | 'question' | 'narrative' | 'compound' | 'refusal', number>> =
  Object.freeze({ lead: 1, question: 2, narrative: 4, compound: 8, refusal: 16 })
/** First words of what is not to be done. */
const REFUSING = ['but', 'without', 'rather', 'instead']
/** What may stand before a question. */
const BEFORE_QUESTION = ['and', 'so', 'but', 'then']

let known: Verbs | undefined

/** Reads the verbs when they are first needed; what takes longer is read when a word asks for it. */
export function knownVerbs(): Verbs {
  known ??= readVerbs()
  return known
}

function readVerbs(): Verbs {
  const { verbs } = knownEnglish()
  const classes = new Map<string, number>()
  for (const [name, words] of Object.entries(verbs.classes)) {
    for (const verb of words.split(' ')) classes.set(verb, (classes.get(verb) ?? 0) | (BITS[name] as number))
  }
  const phrases = new Map<string, string[]>()
  for (const line of verbs.phrases) {
    for (const first of line.slice(0, line.indexOf(' ')).split('/')) {
      const others = phrases.get(first)
      if (others === undefined) phrases.set(first, [line])
      else others.push(line)
    }
  }
  const beginnings = new Map<string, number>()
  const begin = (what: number, texts: readonly string[]): void => {
    for (const text of texts) {
      const [first = ''] = text.split(' ', 1)
      beginnings.set(first, (beginnings.get(first) ?? 0) | what)
    }
  }
  begin(BEGINS.lead, verbs.leads)
  begin(BEGINS.question, [...verbs.questions, ...BEFORE_QUESTION])
  begin(BEGINS.narrative, verbs.narratives)
  begin(BEGINS.compound, verbs.compounds)
  begin(BEGINS.refusal, REFUSING)
  return {
    classes,
    nouns: new Set(verbs.nouns.split(' ')),
    inNames: new Set(verbs['nouns that are verbs in names'].split(' ')),
    phrases,
    lead: new RegExp(`^(?:(?:${verbs.leads.join('|')}) )+`),
    question: new RegExp(`^(?:(?:and|so|but|then) )?(?:${verbs.questions.join('|')})(?= |$)`),
    compounds: new RegExp(` (?:${verbs.compounds.join('|')})(?= )`, 'g'),
    opening: new RegExp(`^(?:(?:${verbs.openings.join('|')}) )+`),
    beginnings,
    alike: verbs.alike,
    opposites: verbs.opposites,
  }
}

const related = new Memo((verb: string) => {
  const { alike, opposites } = knownVerbs()
  const has = (words: string): boolean => ` ${words} `.includes(` ${verb} `)
  const sides = opposites.map((line) => line.split(' | ')).filter((sides) => sides.some(has))
  return {
    alike: new Set(alike.filter(has).flatMap((line) => line.split(' '))),
    opposite: new Set(
      sides.flatMap(([left = '', right = '']) => [
        ...(has(left) ? right.split(' ') : []),
        ...(has(right) ? left.split(' ') : []),
      ]),
    ),
  }
})

/** The verbs that do the same as one, itself among them, and those that do the opposite. */
export function relatedVerbs(verb: string): {
  readonly alike: ReadonlySet<string>
  readonly opposite: ReadonlySet<string>
} {
  return related.get(verb)
}

/** The words of a text in small ASCII letters. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z0-9'-]+/g) ?? []
  )
}

/** A phrase in a request. */
export interface FoundPhrase {
  readonly verbs: readonly string[]
  /** Where its words stand, in order; without those of the object. */
  readonly places: readonly number[]
}

/** The longest phrase that begins at a word. */
export function phraseAt(words: readonly string[], start: number): FoundPhrase | undefined {
  for (const phrase of verbWord(words[start] as string).phrases) {
    const places = placesOf(phrase.words, words, start)
    if (places !== undefined) return { verbs: phrase.verbs, places }
  }
  return undefined
}

function placesOf(
  phrase: VerbPhrase['words'],
  words: readonly string[],
  start: number,
): readonly number[] | undefined {
  const places: number[] = []
  let at = start
  for (let i = 0; i < phrase.length; i += 1) {
    if (phrase[i]?.[0] === '*') {
      const next = phrase[i + 1] as readonly string[]
      const last = Math.min(at + MOST_BETWEEN, words.length - 1)
      do at += 1
      while (at <= last && !next.includes(words[at] as string))
    } else {
      if (phrase[i]?.includes(words[at] as string) !== true) return undefined
      places.push(at)
      at += 1
    }
  }
  return places
}

const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ['ies', 'y'],
  ['s', ''],
  ['es', ''],
  ['ing', ''],
  ['ing', 'e'],
]

/** What a word is among verbs. */
export interface VerbWord {
  /** The verb that it is a form of: `create` of `creates` and `creating`. */
  readonly base: string | undefined
  readonly isVerb: boolean
  /** Whether it is a noun as well. */
  readonly isNoun: boolean
  /** Phrases that it begins, the longest first. */
  readonly phrases: readonly VerbPhrase[]
  /** What else it may begin, of {@link BEGINS}. */
  readonly begins: number
}

const NO_LINES: readonly string[] = []

/** Longer words are seldom verbs, and pieces of a text that long keep all of it in memory. */
const LONGEST_KNOWN = 12
const knownWords = new Memo(readVerbWord)

function readPhrase(line: string): VerbPhrase {
  const [written = [], verbs = []] = line.split(' > ').map((side) => side.split(' '))
  return { words: written.map((word) => word.split('/')), verbs }
}

const byLength = (one: VerbPhrase, other: VerbPhrase): number => other.words.length - one.words.length

function readVerbWord(word: string): VerbWord {
  const { classes, nouns, phrases, beginnings } = knownVerbs()
  return {
    base: readBase(word, classes),
    isVerb: classes.has(word),
    isNoun: nouns.has(word),
    phrases: (phrases.get(word) ?? NO_LINES).map(readPhrase).sort(byLength),
    begins: beginnings.get(word) ?? 0,
  }
}

/** What a word is among verbs; of the words that requests are made of, it is known already. */
export function verbWord(word: string): VerbWord {
  return word.length > LONGEST_KNOWN ? readVerbWord(word) : knownWords.get(word)
}

function readBase(word: string, classes: Verbs['classes']): string | undefined {
  if (classes.has(word)) return word
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue
    const base = word.slice(0, -ending.length) + instead
    if (classes.has(base)) return base
  }
  return undefined
}

/** The verb that a word is a form of. */
export function baseOf(word: string): string | undefined {
  return verbWord(word).base
}

/** Whether a verb does something to what there is, rather than reads it. */
export function changes(verb: string): boolean {
  return ((knownVerbs().classes.get(verb) ?? 0) & ~READ) !== 0
}
