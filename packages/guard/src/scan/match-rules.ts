import {
  BITS,
  beginningsOf,
  type Concept,
  knownConcepts,
  type PoisonCode,
  RULES,
  type Rule,
  type Sign,
} from '../checks/rules.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ASCII = /^[\0-\x7f]*$/
const SENTENCE_END = /[.!?:;]\s|\n/
/** Distance that the end of a sentence adds, in words: two sentences are less likely one order. */
const SENTENCE_GAP = 4
const MAY_LINK = /:\/\/|@|\d\.\d|\+\d/
const LINK =
  /(?:https?|wss?|ftp):\/\/|[a-z\d]@[a-z\d-]{1,63}\.[a-z]|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\+\d[\d ()-]{7,}/g
/** Letters by the digit that stands for each; a space where none does. */
const LEET = 'oi eas tb'
const IS_LEET = /^[a-z]*[0134578][a-z0134578]*$/
const FAR = -1_000_000

const SIGNS: readonly Sign[] = [...(Object.keys(BITS) as Concept[]), 'other', 'link', 'mail']
const [OTHER, LINKED, MAIL] = [SIGNS.indexOf('other'), SIGNS.indexOf('link'), SIGNS.indexOf('mail')]

/** What a word or phrase says, and whether it begins a longer phrase: nearly all words are not among them. */
type Phrases = ReadonlyMap<string, { readonly bits: number; readonly isBeginning: boolean }>
let phrases: Phrases | undefined

/** All of them, read when the first text is looked through. */
function knownPhrases(): Phrases {
  if (phrases === undefined) {
    const concepts = knownConcepts()
    const beginnings = beginningsOf(concepts.keys())
    phrases = new Map(
      [...concepts.keys(), ...beginnings].map((phrase) => [
        phrase,
        { bits: concepts.get(phrase) ?? 0, isBeginning: beginnings.has(phrase) },
      ]),
    )
  }
  return phrases
}
const UNKNOWN = { bits: 0, isBeginning: false }

/** A rule whose signs are numbers. */
interface PreparedRule extends Omit<Rule, 'needs'> {
  readonly code: PoisonCode
  readonly needs: readonly (readonly number[])[]
}

const PREPARED: readonly PreparedRule[] = Object.entries<readonly Rule[]>(RULES).flatMap(([code, rules]) =>
  rules.map((rule) => ({
    ...rule,
    code: code as PoisonCode,
    needs: rule.needs.map((signs) => signs.map((sign) => SIGNS.indexOf(sign))),
  })),
)

/** A sign in a text. */
interface Observation {
  readonly sign: number
  /** Words before it. */
  readonly at: number
}

/** Part of a text, by offsets. */
export type Span = readonly [from: number, to: number]

/**
 * The rules that a folded sentence breaks. Every word is looked at once, and every sign once for each rule all of whose
 * signs are there.
 *
 * @param others where tools of other servers are named.
 */
export function matchRules(text: string, others: readonly Span[] = []): ReadonlySet<PoisonCode> {
  const observations = findSigns(text, others)
  const present = new Set(observations.map(({ sign }) => sign))
  const broken = new Set<PoisonCode>()
  for (const rule of PREPARED) {
    const isPossible = rule.needs.every((signs) => signs.some((sign) => present.has(sign)))
    if (isPossible && !broken.has(rule.code) && isBroken(rule, observations)) broken.add(rule.code)
  }
  return broken
}

/** In the order of the text. */
function findSigns(text: string, others: readonly Span[]): readonly Observation[] {
  const found: Observation[] = []
  const phrasesKnown = knownPhrases()
  const links = MAY_LINK.test(text) ? [...text.matchAll(LINK)] : []
  /** What may become a phrase. */
  const open: string[] = []
  let [at, end, linked, named] = [0, 0, 0, 0]
  const readWord = (from: number, to: number, hasDigit: boolean): void => {
    const word = text.slice(isHiddenName(text, from) ? from - 1 : from, to)
    if (end > 0) at += endsSentence(text, end, from) ? SENTENCE_GAP : 1
    end = to
    for (let link = links[linked]; link !== undefined && link.index < end; link = links[linked]) {
      found.push({ sign: LINKED, at })
      if (link[0].includes('@')) found.push({ sign: MAIL, at })
      linked += 1
    }
    for (let other = others[named]; other !== undefined && other[0] < end; other = others[named]) {
      found.push({ sign: OTHER, at })
      named += 1
    }
    let kept = 0
    for (let i = 0; i <= open.length; i += 1) {
      const isWord = i === open.length
      const phrase = isWord ? word : `${open[i]} ${word}`
      const known = phrasesKnown.get(phrase) ?? UNKNOWN
      const bits = known.bits === 0 && isWord && hasDigit && IS_LEET.test(word) ? leetBits(word) : known.bits
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        found.push({ sign: 31 - Math.clz32(rest & -rest), at })
      }
      if (known.isBeginning) {
        open[kept] = phrase
        kept += 1
        if (isWord) break
      }
    }
    open.length = kept
  }
  if (!ASCII.test(text))
    for (const { 0: word, index } of text.matchAll(WORD)) readWord(index, index + word.length, true)
  else eachAsciiWord(text, readWord)
  return found
}

/** Visits the runs of small letters and digits of a text of ASCII, in order. */
function eachAsciiWord(text: string, visit: (from: number, to: number, hasDigit: boolean) => void): void {
  let from = -1
  let hasDigit = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const isDigit = code >= 0x30 && code <= 0x39
    if (isDigit || (code >= 0x61 && code <= 0x7a)) {
      if (from < 0) from = i
      hasDigit ||= isDigit
    } else if (from >= 0) {
      visit(from, i, hasDigit)
      from = -1
      hasDigit = false
    }
  }
  if (from >= 0) visit(from, text.length, hasDigit)
}

/** Whether every list has a sign that stands close enough to the others, in the order the rule asks for. */
function isBroken(
  { needs, within, isOrdered = false }: PreparedRule,
  observations: readonly Observation[],
): boolean {
  const last = new Array<Observation | undefined>(needs.length).fill(undefined)
  for (const observation of observations) {
    let isNews = false
    for (const [i, signs] of needs.entries()) {
      if (!signs.includes(observation.sign)) continue
      last[i] = observation
      isNews = true
    }
    if (!isNews) continue
    let before = FAR
    const isMet = last.every((seen) => {
      const fits =
        seen !== undefined && observation.at - seen.at <= within && !(isOrdered && seen.at < before)
      before = seen?.at ?? FAR
      return fits
    })
    if (isMet) return true
  }
  return false
}

function endsSentence(text: string, end: number, from: number): boolean {
  // Most words stand one space apart.
  return from - end > 1 ? SENTENCE_END.test(text.slice(end, from + 1)) : text[end] === '\n'
}

/** Whether a dot belongs to a word, as in `~/.env`; `process.env` is something else. */
function isHiddenName(text: string, from: number): boolean {
  return text[from - 1] === '.' && !/[\p{L}\p{N}_)\]}]/u.test(text[from - 2] ?? ' ')
}

function leetBits(word: string): number {
  return knownConcepts().get(word.replace(/\d/g, (digit) => LEET.at(Number(digit)) ?? digit)) ?? 0
}

/** Names of tools of other servers, in one spelling. */
export type ToolNames = Pick<ReadonlySet<string>, 'has'>

/** A name as texts write it: several words joined by `_`, `-` or a capital. */
const NAME =
  /(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)/g
const MAY_NAME = /[A-Za-z0-9](?:[_-][A-Za-z0-9]|(?<=[a-z])[A-Z])/

/** Reads names; one that is a plain word, such as `search`, is hardly ever meant as a name. */
export function readToolNames(names: Iterable<string>): ToolNames {
  const known = new Set<string>()
  for (const name of names) if (MAY_NAME.test(name)) known.add(spellName(name))
  return known
}

/** All names but those of one server, whose texts are to be looked through. */
export function namesOfOthers(all: ToolNames, own: ToolNames): ToolNames {
  return { has: (name) => all.has(name) && !own.has(name) }
}

/** Where a text names tools, in order. */
export function findNames(text: string, names: ToolNames): readonly Span[] {
  if (!MAY_NAME.test(text)) return []
  const found: Span[] = []
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (names.has(spellName(name))) found.push([index, index + name.length])
  }
  return found
}

function spellName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}
