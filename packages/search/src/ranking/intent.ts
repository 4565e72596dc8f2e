import type { ToolAction } from './tool-action.ts'
import {
  BEGINS,
  baseOf,
  DELETE,
  type FoundPhrase,
  knownVerbs,
  phraseAt,
  READ,
  RUN,
  relatedVerbs,
  verbWord,
  wordsOf,
} from './verbs.ts'

/** What a request wants done. */
export interface Intent {
  /** Verbs that are meant, and how surely each, above 0, at most 1. */
  readonly verbs: ReadonlyMap<string, number>
  /** Classes of those that are meant rather surely, a bit each; 0 where no verb is known. */
  readonly classes: number
  /** Verbs that the request has as a phrase, `disable` of `switch off`: tools are looked for by them as well. */
  readonly phrased: readonly string[]
  /** Words of phrases, whose verbs stand for them. */
  readonly spent: ReadonlySet<string>
  /** How clear it is, above 0, at most 1: a long request is about many things. */
  readonly clarity: number
}

/** What a question asks for, by how it begins. */
const READING: readonly (readonly [question: RegExp, verbs: readonly string[]])[] = [
  [/^(?:and |so )?how (?:many|much)\b/, ['count', 'list', 'get']],
  [/^(?:what|which|who|any)/, ['list', 'get', 'search', 'read']],
  [/^/, ['get', 'check', 'list']],
]

/** What a verb counts for in a narrative or a question, rather than a command. */
const ASIDE = 0.4
/** What each further verb of a phrase counts less than the one before it. */
const STEP = 0.08
/** What the last word of a terse request counts for, as in `custom domain update`. */
const TERSE = 0.7
/** How surely a verb must be meant for its class and its opposites to count. */
const SURE = 0.5
/** What follows is not to be done: `put it in the bin, but do not wipe it`. */
const REFUSAL =
  /(?:^| )but (?:please )?(?:don't|dont|do not|not|never) |(?:^| )(?:without|rather than|instead of) /
/** How a later subquery begins that says what is not to be done. */
const NOT_THAT = /^(?:please )?(?:don['’]?t|do not|not|never) /i
const REFUSED = 'instead of '
/** Subqueries from which on a request is less clear. */
const CLEAR = 2
const ARTICLE = /^an?$/
/** Words of a subquery that are read. */
const MOST_WORDS = 64

/** What one subquery wants done. */
interface SubqueryIntent {
  readonly verbs: ReadonlyMap<string, number>
  readonly phrased: readonly string[]
  readonly spent: readonly string[]
}

/** What a request and its subqueries want done, each of which is read once. English only; what is not understood wants nothing. */
export class Intents {
  readonly #subqueries: readonly string[]
  readonly #read: (SubqueryIntent | undefined)[] = []

  constructor(subqueries: readonly string[]) {
    this.#subqueries = subqueries
  }

  /** What the whole request wants. */
  whole(): Intent {
    const parts = this.#subqueries.map((subquery, i) =>
      i > 0 && NOT_THAT.test(subquery) ? readSubquery(subquery.replace(NOT_THAT, REFUSED)) : this.#readAt(i),
    )
    return toIntent(parts)
  }

  /** What one subquery wants by itself. */
  at(place: number): Intent {
    return toIntent([this.#readAt(place)])
  }

  #readAt(place: number): SubqueryIntent {
    this.#read[place] ??= readSubquery(this.#subqueries[place] as string)
    return this.#read[place]
  }
}

function toIntent(parts: readonly SubqueryIntent[]): Intent {
  const verbs = new Map<string, number>()
  const phrased: string[] = []
  const spent = new Set<string>()
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as SubqueryIntent
    for (const [verb, weight] of part.verbs) if (weight > (verbs.get(verb) ?? 0)) verbs.set(verb, weight)
    for (const verb of part.phrased) if (!phrased.includes(verb)) phrased.push(verb)
    for (const word of part.spent) spent.add(word)
  }
  let classes = 0
  for (const [verb, weight] of verbs) if (weight >= SURE) classes |= knownVerbs().classes.get(verb) ?? 0
  return { verbs, classes, phrased, spent, clarity: Math.min(1, CLEAR / Math.max(1, parts.length)) }
}

/** The words of a subquery up to what is refused, without what may stand before its verb, and those that are refused. */
function wordsWanted(text: string): readonly [wanted: readonly string[], refused: readonly string[]] {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  let begins = verbWord(words[0] ?? '').begins & BEGINS.lead
  for (let i = 0; i < words.length; i += 1)
    begins |= verbWord(words[i] as string).begins & (BEGINS.compound | BEGINS.refusal)
  if (begins === 0) return [words, NO_WORDS]
  const { lead, compounds } = knownVerbs()
  const plain = ` ${words.join(' ')} `.replace(compounds, ' -').trimStart()
  const start = lead.exec(plain)?.[0].length ?? 0
  const [wanted = '', ...refused] = plain.slice(start).trimEnd().split(REFUSAL)
  return [wanted === '' ? NO_WORDS : wanted.split(' '), refused.join(' ').split(' ')]
}

const NO_WORDS: readonly string[] = []

function readSubquery(text: string): SubqueryIntent {
  const verbs = new Map<string, number>()
  const phrased: string[] = []
  const [words, refused] = wordsWanted(text)
  const spent = refused.filter((word) => baseOf(word) !== undefined)
  if (words.length === 0) return { verbs, phrased, spent }
  const { begins } = verbWord(words[0] as string)
  const add = (verb: string, weight: number): void => {
    if (weight > (verbs.get(verb) ?? 0)) verbs.set(verb, weight)
  }
  const rest = (begins & BEGINS.question) === 0 ? '' : words.join(' ')
  const isQuestion = rest !== '' && knownVerbs().question.test(rest)
  const whole = isQuestion || (begins & BEGINS.narrative) !== 0 ? ASIDE : 1
  const read = isQuestion ? READING.find(([kind]) => kind.test(rest)) : undefined
  for (const verb of read?.[1] ?? []) add(verb, 1)
  let hasVerb = false
  // Then what follows, such as `open` in `show open issues`, is no other.
  const isVerb = baseOf(words[0] as string) !== undefined
  const inPhrases: number[] = []
  for (let i = 0; i < words.length; i += 1) {
    const phrase = phraseAt(words, i)
    // A single word is a verb where the request begins with it.
    if (phrase === undefined || (phrase.places.length === 1 && (i > 1 || (i > 0 && (hasVerb || isVerb)))))
      continue
    spent.push(...wordsSpent(words, phrase))
    phrase.verbs.forEach((verb, place) => {
      add(verb, whole * (1 - STEP * place))
      if (!isQuestion) phrased.push(verb)
    })
    if (phrase.places.length === 1 && verbWord(words[i] as string).isVerb) add(words[i] as string, whole)
    inPhrases.push(i)
    hasVerb = true
  }
  for (let i = 0; i < words.length; i += 1) {
    const { base, isVerb: isOne } = verbWord(words[i] as string)
    const verb = i === 0 ? base : isOne ? words[i] : undefined
    if (verb === undefined || inPhrases.includes(i)) continue
    const isPlaceOfVerb = i === 0 || /^(?:to|and|then)$/.test(words[i - 1] as string)
    if (!isPlaceOfVerb && verbWord(verb).isNoun) continue
    add(verb, i === 0 || !hasVerb ? whole : ASIDE * whole)
    hasVerb = true
  }
  for (const word of verbs.has('remove') ? words : []) {
    // To remove a like is to unlike.
    const verb = `un${baseOf(word) ?? ''}`
    if (!knownVerbs().classes.has(verb)) continue
    add(verb, whole)
    phrased.push(verb)
  }
  const last = words.at(-1) as string
  if (!hasVerb && !isQuestion && verbWord(last).isVerb) add(last, TERSE)
  return { verbs, phrased, spent }
}

/** Words that only say a verb; `take a screenshot` is about screenshots, which it captures. */
function wordsSpent(words: readonly string[], { verbs, places }: FoundPhrase): readonly string[] {
  if (places.length === 1) return []
  const said = places.filter(
    (place) => !ARTICLE.test(words[place - 1] ?? '') || !verbs.includes(words[place] ?? ''),
  )
  return said.map((place) => words[place] as string)
}

/** Whether a request surely wants something changed or done, rather than only known. */
export function wantsChange({ classes }: Intent): boolean {
  return (classes & ~READ) !== 0
}

/** How a tool fares that does not do what is asked: from 0 for the opposite to 1 for the very verb. */
export const AGREEMENT: Readonly<
  Record<'alike' | 'class' | 'unknown' | 'other' | 'deletes' | 'opposite', number>
> = Object.freeze({
  alike: 0.95,
  class: 0.6,
  unknown: 0.5,
  other: 0.3,
  deletes: 0.2,
  opposite: 0,
})
/** The same where the request has no verb, so that it asks for something rather than wants it changed. */
const UNASKED = Object.freeze({ changes: 0.7, deletes: 0.4 })

/** How far a tool does what is asked, from 0 for the opposite to 1. */
export function agreementOf({ verb, classes }: ToolAction, intent: Intent): number {
  const deletes = (classes & DELETE) !== 0
  if (intent.verbs.size === 0) {
    if (classes === 0 || (classes & (READ | RUN)) !== 0) return 1
    return deletes ? UNASKED.deletes : UNASKED.changes
  }
  if (verb === '') return AGREEMENT.unknown
  let best = (intent.classes & classes) === 0 ? 0 : AGREEMENT.class
  let isOpposite = false
  for (const [asked, weight] of intent.verbs) {
    if (asked === verb) best = Math.max(best, weight)
    else if (relatedVerbs(asked).alike.has(verb)) best = Math.max(best, AGREEMENT.alike * weight)
    if (weight >= SURE && relatedVerbs(asked).opposite.has(verb)) isOpposite = true
  }
  if (best > AGREEMENT.class || (best > 0 && !isOpposite)) return best
  if (isOpposite) return AGREEMENT.opposite
  return deletes && (intent.classes & DELETE) === 0 ? AGREEMENT.deletes : AGREEMENT.other
}
