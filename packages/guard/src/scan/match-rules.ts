import { BITS, CONCEPTS, type Concept, LONGEST_PHRASE, PHRASE_STARTS } from '../checks/lexicon.ts'
import { RULES, type Rule, type Sign } from '../checks/rules.ts'

/** A rule that a text breaks, and where. */
export interface RuleMatch {
  readonly rule: Rule
  /** Offsets in the text. */
  readonly from: number
  readonly to: number
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORD = /[a-z0-9]+/g
const ASCII = /^[\0-\x7f]*$/
const SENTENCE_END = /[.!?:;]\s|\n/
/** What the end of a sentence counts, in words: what stands in two sentences is less of one thing. */
const SENTENCE_GAP = 4
const MAY_LINK = /:\/\/|@|\d\.\d|\+\d/
const LINK =
  /(?:https?|wss?|ftp):\/\/|[a-z\d]@[a-z\d-]{1,63}\.[a-z]|\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\+\d[\d ()-]{7,}/g
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}
const IS_LEET = /^[a-z]*[0134578][a-z0134578]*$/
const FAR = -1_000_000
/** Words of the longest name of a tool that is known again in a text. */
const LONGEST_NAME = 6
const LONGEST = Math.max(LONGEST_PHRASE, LONGEST_NAME)

const SIGNS: readonly Sign[] = [...(Object.keys(BITS) as Concept[]), 'other', 'link', 'mail']
const NEEDS = RULES.map((rule) => ({
  rule,
  needs: rule.needs.map((signs) => signs.map((sign) => SIGNS.indexOf(sign))),
}))
/** By sign, the rules it can complete. */
const RULES_OF = SIGNS.map((_sign, i) =>
  NEEDS.filter(({ needs }) => needs.some((signs) => signs.includes(i))),
)
const [OTHER, LINKED, MAIL] = [SIGNS.indexOf('other'), SIGNS.indexOf('link'), SIGNS.indexOf('mail')]

/** Names of tools of other servers, as words. */
export interface OtherNames {
  readonly names: ReadonlySet<string>
  /** First words of those that have several. */
  readonly starts: ReadonlySet<string>
}

/** Reads names as words of a text; a name that is a plain word, such as `search`, is hardly ever meant as a name. */
export function readOtherNames(names: Iterable<string>): OtherNames {
  const phrases = [...names].flatMap((name) => {
    const phrase = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    return phrase.includes(' ') || /[a-z][A-Z]/.test(name) ? [phrase] : []
  })
  return { names: new Set(phrases), starts: new Set(phrases.map((phrase) => phrase.split(' ', 1)[0] ?? '')) }
}

/**
 * Which rules a folded text breaks, the heaviest of each code. Each word is looked at once, with where the signs stood last;
 * no more words than the text has, so its cost is linear.
 */
export function matchRules(text: string, others: OtherNames): readonly RuleMatch[] {
  const lastWord = new Array<number>(SIGNS.length).fill(FAR)
  const lastOffset = new Array<number>(SIGNS.length).fill(0)
  const broken = new Map<string, RuleMatch>()
  const see = (sign: number, at: number, from: number, to: number): void => {
    lastWord[sign] = at
    lastOffset[sign] = from
    for (const { rule, needs } of RULES_OF[sign] ?? []) {
      const before = broken.get(rule.code)
      if (before !== undefined && before.rule.weight >= rule.weight) continue
      const span = spanOf(needs, rule, { lastWord, lastOffset, at })
      if (span !== undefined) broken.set(rule.code, { rule, from: span, to })
    }
  }
  const links = MAY_LINK.test(text) ? [...text.matchAll(LINK)] : []
  const words: string[] = []
  let [at, end, linked] = [0, 0, 0]
  for (const match of text.matchAll(ASCII.test(text) ? ASCII_WORD : WORD)) {
    const from = match.index
    const word = isHiddenName(text, from) ? `.${match[0]}` : match[0]
    if (words.length > 0) at += SENTENCE_END.test(text.slice(end, from + 1)) ? SENTENCE_GAP : 1
    end = from + match[0].length
    for (let link = links[linked]; link !== undefined && link.index < end; link = links[linked]) {
      see(LINKED, at, link.index, end)
      if (link[0].includes('@')) see(MAIL, at, link.index, end)
      linked += 1
    }
    words.push(word)
    if (words.length > LONGEST) words.shift()
    for (let first = 0; first < words.length; first += 1) {
      const isWord = first === words.length - 1
      const start = words[first] ?? ''
      if (!isWord && !PHRASE_STARTS.has(start) && !others.starts.has(start)) continue
      const phrase = isWord ? word : words.slice(first).join(' ')
      if (others.names.has(phrase)) see(OTHER, at, from, end)
      const bits = CONCEPTS.get(phrase) ?? (isWord && IS_LEET.test(word) ? leetBits(word) : 0)
      for (let rest = bits; rest !== 0; rest &= rest - 1) see(31 - Math.clz32(rest & -rest), at, from, end)
    }
  }
  return [...broken.values()]
}

/** Where what breaks a rule begins; `undefined` where it is not broken. */
function spanOf(
  needs: readonly (readonly number[])[],
  { within, isOrdered = false }: Rule,
  {
    lastWord,
    lastOffset,
    at,
  }: { readonly lastWord: readonly number[]; readonly lastOffset: readonly number[]; readonly at: number },
): number | undefined {
  let [from, before] = [Number.POSITIVE_INFINITY, FAR]
  for (const signs of needs) {
    let [place, offset] = [FAR, 0]
    for (const sign of signs) {
      if ((lastWord[sign] ?? FAR) > place) [place, offset] = [lastWord[sign] ?? FAR, lastOffset[sign] ?? 0]
    }
    if (at - place > within || (isOrdered && place < before)) return undefined
    before = place
    from = Math.min(from, offset)
  }
  return from
}

/** Whether a dot belongs to a word, as in `~/.env`; `process.env` is something else. */
function isHiddenName(text: string, from: number): boolean {
  return text[from - 1] === '.' && !/[\p{L}\p{N}_)\]}]/u.test(text[from - 2] ?? ' ')
}

function leetBits(word: string): number {
  return CONCEPTS.get(word.replace(/\d/g, (digit) => LEET[digit] ?? digit)) ?? 0
}
