import weights from '../checks/order-weights.json' with { type: 'json' }
import type { PoisonCode } from '../checks/rules.ts'
import { findMarker } from './decode-texts.ts'
import { matchRules, type Span } from './match-rules.ts'
import { keyOfGram, readGrams } from './read-grams.ts'

/** A sentence that may be an order to a model. */
export interface JudgedSentence {
  /** The rule that says most about it, or `GIVES_ORDERS` where its words alone do. */
  readonly code: PoisonCode
  /** From 0 to 1. */
  readonly weight: number
  /** Offsets in the text. */
  readonly from: number
  readonly to: number
}

/** Shorter ones say too little. */
const LEAST_WORDS = 3
/** Log odds by words from which a sentence is looked at more closely: rules add no more than what is missing then. */
const CLOSER = -1.75
/** Log odds that weigh .4 and .75, from which a definition is suspicious and poisoned; chosen on the half of the attacks that is read. */
const SUSPICIOUS = -0.1
const POISONED = 1.5
const SLOPE = (Math.log(3) - Math.log(2 / 3)) / (POISONED - SUSPICIOUS)
const MIDDLE = SUSPICIOUS - Math.log(2 / 3) / SLOPE
/** Below this weight a sentence is no finding, not even beside others. */
const LEAST_WEIGHT = 0.25
/** What it adds that an order names a tool of another server: the texts that were learned from know no servers. */
const OTHERS = 2

/** A quoted text that is mentioned counts a quarter. */
const QUOTE_SHARE = Math.log(4)
/** What is quoted; of less than two words it is no sentence. */
const QUOTED = /["“”„«‘`][^"“”„«»‘’`]*["”“»’`]|'[^']*'(?![a-z])/g
const isSentence = (quoted: string): boolean => /\S\s+\S/.test(quoted)
/** Words beside which a quoted text is mentioned, not said. */
const MENTIONS =
  /\b(?:such as|like|e\.g|for example|for instance|phrases?|wordings?|strings?|patterns?|texts?|sentences?|prompts?|messages?|examples?|samples?|quot(?:es?|ed|ing)|contain(?:s|ing)?|match(?:es|ing)?|detect(?:s|ed|ing|ion|or)?|flag(?:s|ged)?|catch(?:es)?|block(?:s|ed)?|reject(?:s|ed)?|recogni[sz]es?|finds?|attempts?|attacks?|inject(?:ion|ions|ed)|jailbreaks?|label(?:s|led)?|classif\w+|says?|named|titled|called|wie|z\.b|como|por ejemplo|comme|par exemple)\b/

/** The sentences of a folded text that may be orders, heaviest first. Of several rules one of `signs` names a sentence. */
export function judgeSentences(
  text: string,
  named: readonly Span[],
  signs: object = NO_SIGNS,
): readonly JudgedSentence[] {
  const found: JudgedSentence[] = []
  readGrams(text, ({ from, to, words }, grams, count) => {
    if (words < LEAST_WORDS) return
    const byWords = weighGrams(grams, count)
    const others = named.filter(([start]) => start >= from && start < to)
    if (byWords < CLOSER && others.length === 0) return
    const sentence = text.slice(from, to)
    const spans = others.map(([start, end]): Span => [start - from, end - from])
    const { code, odds } = weighRules(sentence, byWords, { others: spans, signs })
    const least = Math.min(odds, oddsOfMention(sentence))
    const weight = 1 / (1 + Math.exp(-SLOPE * (least - MIDDLE)))
    if (weight >= LEAST_WEIGHT) found.push({ code, weight, from, to })
  })
  return found.sort((a, b) => b.weight - a.weight)
}

const NO_SIGNS = Object.freeze({})
const NOTHING = Object.freeze({ others: Object.freeze([]), signs: NO_SIGNS })
/** More than any rule weighs. */
const SIGN = 1_000

/** Adds to the log odds of the words what the rules say that the sentence breaks; the one that says most names it. */
function weighRules(
  sentence: string,
  byWords: number,
  { others, signs }: { readonly others: readonly Span[]; readonly signs: object },
): { readonly code: PoisonCode; readonly odds: number } {
  let [code, most, odds] = ['GIVES_ORDERS' as PoisonCode, 0, byWords]
  const add = (by: number, why: PoisonCode): void => {
    odds += by
    const heavy = by + (Object.hasOwn(signs, why) ? SIGN : 0)
    if (heavy > most) [code, most] = [why, heavy]
  }
  for (const broken of matchRules(sentence, others)) {
    add(broken === 'SPEAKS_FOR_OTHERS' ? OTHERS : weighRule(broken), broken)
  }
  if (findMarker(sentence) !== undefined) add(weighRule('MARKER'), 'SPEAKS_AS_SYSTEM')
  return { code, odds }
}

/** The log odds of a sentence that mentions a quoted text: of the rest, or a quarter of the quoted text. Infinite where none is mentioned. */
function oddsOfMention(sentence: string): number {
  if (!MENTIONS.test(sentence)) return Number.POSITIVE_INFINITY
  const quoted = (sentence.match(QUOTED) ?? []).filter(isSentence)
  if (quoted.length === 0) return Number.POSITIVE_INFINITY
  const rest = sentence.replace(QUOTED, (text) => (isSentence(text) ? ' 0 ' : text))
  return Math.max(oddsOf(rest), ...quoted.map((text) => oddsOf(text) - QUOTE_SHARE))
}

function oddsOf(text: string): number {
  let most = CLOSER
  readGrams(text, ({ from, to }, grams, count) => {
    const byWords = weighGrams(grams, count)
    if (byWords >= CLOSER) most = Math.max(most, weighRules(text.slice(from, to), byWords, NOTHING).odds)
  })
  return most
}

/** Parts of one in which the weights are written. */
const SCALE = weights.scale
/** A sentence of fewer known grams says no more for that. */
const LEAST = weights.least

/** Some twenty for each gram. */
const BITS = 2 ** 18

interface GramTable {
  /** Numbers of grams, each in the first free place from its remainder on; 0 where there is none. */
  readonly keys: Uint32Array
  readonly weights: Int8Array
  /** A bit for each remainder of a key: nearly all grams of honest texts are not known, and few bytes tell it. */
  readonly bits: Uint32Array
  /** The reading in which each was met last. */
  readonly met: Uint32Array
}

let table: GramTable | undefined
let reading = 0

function readTable(): GramTable {
  const grams = Object.entries<string>(weights.grams).flatMap(([weight, list]) =>
    list.split('|').map((gram) => [keyOfGram(gram), Number(weight)] as const),
  )
  const size = 2 ** Math.ceil(Math.log2(grams.length * 3 + 2))
  const [keys, values, bits] = [new Uint32Array(size), new Int8Array(size), new Uint32Array(BITS / 32)]
  for (const [key, weight] of grams) {
    const part = (key & (BITS - 1)) >>> 5
    bits[part] = (bits[part] as number) | (1 << (key & 31))
    let place = key & (size - 1)
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) & (size - 1)
    keys[place] = key
    values[place] = weight
  }
  return { keys, weights: values, bits, met: new Uint32Array(size) }
}

/**
 * How likely the grams of a sentence are those of an order to a model, in log odds: a bias and the weights of those that
 * are known, each once, by the root of how many there are. The weights were learned from sentences (`training/`).
 */
function weighGrams(grams: Uint32Array, count: number): number {
  table ??= readTable()
  const { keys, weights: values, bits, met } = table
  reading = (reading + 1) >>> 0
  const mask = keys.length - 1
  let [sum, known] = [0, 0]
  for (let i = 0; i < count; i += 1) {
    const key = grams[i] as number
    if (((bits[(key & (BITS - 1)) >>> 5] as number) & (1 << (key & 31))) === 0) continue
    let place = key & mask
    while (keys[place] !== key && keys[place] !== 0) place = (place + 1) & mask
    if (keys[place] === 0 || met[place] === reading) continue
    met[place] = reading
    sum += values[place] as number
    known += 1
  }
  return weights.bias + sum / SCALE / Math.sqrt(Math.max(LEAST, known))
}

/** What a rule that a sentence breaks, or a mark of a false system text, adds to its log odds. */
function weighRule(code: PoisonCode | 'MARKER'): number {
  return (weights.rules as Readonly<Record<string, number>>)[code] ?? 0
}
