import { weighGrams, weighRule } from '../checks/order-weights.ts'
import type { PoisonCode } from '../checks/rules.ts'
import { findMarker } from './fold-text.ts'
import { matchRules, type Span } from './match-rules.ts'
import { readGrams } from './read-grams.ts'

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
