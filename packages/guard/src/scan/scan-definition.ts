import { checkOptions, hasHiddenCharacters, oneLine, spell, truncate } from '@toolscout/model/internal'
import type { PoisonCode } from '../checks/rules.ts'
import { decodeTexts, foldText, RUNS } from './decode-texts.ts'
import { judgeSentences } from './judge-sentences.ts'
import { listStrings, type PlacedText } from './list-strings.ts'
import { findNames, readToolNames, type ToolNames } from './match-rules.ts'

/** Something in a definition that texts for a model should not have. */
export interface PoisonFinding {
  readonly code: PoisonCode
  /** JSON Pointer into the definition. */
  readonly where: string
  /** The words in question, in one line, cut to 120 code points, hidden characters spelled. */
  readonly excerpt: string
  /** From 0 to 1. */
  readonly weight: number
}

/** How a definition looks: `suspicious` is worth the look of a person, `poisoned` is hardly ever anything else. */
export type PoisonLevel = 'clean' | 'suspicious' | 'poisoned'

/** What a scan came to. Frozen. */
export interface PoisonReport {
  /** From 0 to 1: `1 - (1 - weight) * …` over the heaviest finding of each code. */
  readonly score: number
  readonly level: PoisonLevel
  /** The heaviest of each code, heaviest first. */
  readonly findings: readonly PoisonFinding[]
}

/** Options of a scan. */
export interface ScanOptions {
  /**
   * Names of tools of other servers, as `readToolNames` prepares them. What speaks of them is looked at more closely.
   * Default none.
   */
  readonly otherTools?: ToolNames | undefined
}

/** Scores from which a definition is suspicious and poisoned; of the public definitions, see `docs/security.md`. */
const POISON_LEVELS: { readonly suspicious: number; readonly poisoned: number } = Object.freeze({
  suspicious: 0.4,
  poisoned: 0.75,
})

/** Texts that can hold no order, which most are: `string`, `object`; and names of up to two words. */
const ONE_WORD = /^[A-Za-z]?[a-z0-9]{0,18}$/
const TWO_WORDS = /^[A-Za-z]?[a-z0-9]{0,18}(?:[_.-]?[A-Za-z]?[a-z0-9]{0,18})?$/
/** Two words are no sentence, and in so few letters no other writing hides; they may only be written backwards. */
const FEW_LETTERS = /^(?=.{0,19}$)[A-Za-z]+[ _.-]?[A-Za-z]*$/
const mayOrder = (text: string, isName: boolean): boolean =>
  isName
    ? !TWO_WORDS.test(text)
    : !ONE_WORD.test(text) && (!FEW_LETTERS.test(text) || BACKWARDS.test(text.toLowerCase()))
/** Names are short for what they stand for, and honest ones speak of the same things. */
const NAME_SHARE = 0.5
const SHORT_NAME = 48
const NO_NAMES = readToolNames([])
const EXCERPT = 120
const OPTIONS = { otherTools: { functions: ['has'] } } as const
/** Decoded texts that give orders; there is no honest reason to encode them. */
const ENCODED_WEIGHT = 0.7
const HIDDEN_WEIGHT = 0.4
const LOOKALIKE_WEIGHT = 0.5
const UNREAD_WEIGHT = 0.5
const SPACED_WEIGHT = 0.6
const BACKWARDS_WEIGHT = 0.6
/** Single letters in a row, and words that are not spaced out without a reason. */
const SPACED = /(?:[a-z][ .\-_*]){10,400}[a-z]/g
/** The least of it; nearly no text has that. */
const MAY_SPACE = /[ .\-_*][a-z][ .\-_*][a-z][ .\-_*]/
const SPACED_WORDS = /ignore|previous|instruct|secret|password|system|credential|sshkey|upload|donottell/
/** Characters that mean nothing but to a font, or to who agreed on them. */
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/u
const BACKWARDS = /snoitcurtsni|erongi|drowssap|slaitnederc|terces|tpmorp metsys|drager sid|resu eht/

/**
 * Looks for texts that give orders to a model instead of saying what a tool does: in the description, the title, names,
 * descriptions, values and defaults of parameters, and every other text. Deterministic, offline, in linear time, and
 * bounded; what is beyond the bounds is a finding. It reads words, not meaning: an order in words it does not know passes.
 *
 * @param definition a `Tool`, or a definition as a server lists it, in which hidden characters still show.
 * @throws TypeError for an unknown option or one of another type.
 */
export function scanDefinition(definition: object, options: ScanOptions = {}): PoisonReport {
  checkOptions('the options of a scan', options, OPTIONS)
  const { otherTools = NO_NAMES } = options
  const heaviest = new Map<PoisonCode, PoisonFinding>()
  const add = (code: PoisonCode, weight: number, where: string, excerpt: string): void => {
    if ((heaviest.get(code)?.weight ?? 0) >= weight) return
    heaviest.set(
      code,
      Object.freeze({ code, where, excerpt: spell(truncate(oneLine(excerpt), EXCERPT)), weight }),
    )
  }
  const { texts, isWhole } = listStrings(definition, mayOrder)
  const isSkill = Reflect.get(definition, 'kind') === 'skill'
  for (const placed of texts) {
    const isInstructions = isSkill && SKILL_BODY.test(placed.where)
    if (isInstructions) scanText(placed, otherTools, onlySigns(add), SKILL_SIGNS)
    else scanText(placed, otherTools, add)
  }
  if (!isWhole) add('UNREAD_TEXT', UNREAD_WEIGHT, '', 'more text than is looked through')
  return summarizeFindings([...heaviest.values()])
}

/** The score and the level of findings, each of another code. */
export function summarizeFindings(unsorted: readonly PoisonFinding[]): PoisonReport {
  const findings = [...unsorted].sort((a, b) => b.weight - a.weight)
  const score = 1 - findings.reduce((rest, { weight }) => rest * (1 - weight), 1)
  const { suspicious, poisoned } = POISON_LEVELS
  const level = score >= poisoned ? 'poisoned' : score >= suspicious ? 'suspicious' : 'clean'
  return Object.freeze({ score, level, findings: Object.freeze(findings) })
}

/** Where the instructions of a skill stand: as a server lists it, and in a `Tool`. */
const SKILL_BODY = /^(?:\/otherMembers)?\/body$/
/**
 * Instructions are orders to a model by nature, so that their words say little: of the sentences in them only those count
 * that no honest skill needs, from these weights on, beside texts that hide.
 */
const SKILL_SIGNS: Readonly<Partial<Record<PoisonCode, number>>> = Object.freeze({
  OVERRIDES_INSTRUCTIONS: 0.4,
  SPEAKS_AS_SYSTEM: 0.7,
  CREDENTIALS: 0.7,
  CONVERSATION: 0.75,
  KEEPS_FROM_USER: 0.75,
  ENCODED_TEXT: 0,
  HIDDEN_TEXT: 0,
})

function onlySigns(add: AddFinding): AddFinding {
  return (code, weight, where, excerpt) => {
    if (weight >= (SKILL_SIGNS[code] ?? Number.POSITIVE_INFINITY)) add(code, weight, where, excerpt)
  }
}

type AddFinding = (code: PoisonCode, weight: number, where: string, excerpt: string) => void

function scanText(
  { where, text, isName }: PlacedText,
  others: ToolNames,
  add: AddFinding,
  signs?: Readonly<Partial<Record<PoisonCode, number>>>,
): void {
  const given = isName ? wordsOfName(text) : text
  const isShortName = isName && text.length < SHORT_NAME
  const { text: folded, hasLookalikes, isAscii } = foldText(given)
  // What is folded may be shorter than what was given.
  const shown = folded.length === given.length ? given : folded
  const named = others === NO_NAMES ? [] : findNames(shown, others)
  for (const { code, weight, from, to } of judgeSentences(folded, named, signs)) {
    add(code, isShortName ? weight * NAME_SHARE : weight, where, cutWords(shown, from, to))
  }
  if (isShortName) return
  if (hasLookalikes) add('HIDDEN_TEXT', LOOKALIKE_WEIGHT, where, text)
  if (hasHiddenCharacters(text) || (!isAscii && PRIVATE.test(text)))
    add('HIDDEN_TEXT', HIDDEN_WEIGHT, where, text)
  for (const [spaced] of MAY_SPACE.test(folded) ? folded.matchAll(SPACED) : []) {
    if (SPACED_WORDS.test(spaced.replace(/[^a-z]/g, ''))) add('ENCODED_TEXT', SPACED_WEIGHT, where, spaced)
  }
  const backwards = BACKWARDS.exec(folded)
  if (backwards !== null) add('ENCODED_TEXT', BACKWARDS_WEIGHT, where, shown.slice(backwards.index))
  for (const decoded of decodeTexts(text)) {
    const [heaviest] = judgeSentences(foldText(decoded).text, [])
    if (heaviest === undefined && !RUNS.test(decoded)) continue
    add('ENCODED_TEXT', ENCODED_WEIGHT, where, decoded)
    if (heaviest !== undefined) add(heaviest.code, heaviest.weight, where, decoded)
  }
}

/** Whole words of a part of a text, as many as an excerpt holds. */
function cutWords(text: string, from: number, to: number): string {
  const part = text.slice(from, to).trim()
  if (part.length <= EXCERPT) return part
  const end = part.lastIndexOf(' ', EXCERPT - 1)
  return `${part.slice(0, end > EXCERPT / 2 ? end : EXCERPT - 1)}…`
}

/** `readSecret_file` as words. */
function wordsOfName(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.-]+/g, ' ')
}
