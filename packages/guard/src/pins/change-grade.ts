import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, jsonEquals, quote } from '@toolscout/model/internal'
import { listStrings } from '../scan/list-strings.ts'
import { readToolNames, type ToolNames } from '../scan/match-rules.ts'
import { scanDefinition } from '../scan/scan-definition.ts'
import { wordsOfCode } from '../words/finding-words.ts'
import { compareShapes } from './schema-shape.ts'

/**
 * How grave a change of a definition is, least first:
 *
 * - `reworded`: other texts, in which nothing new of what follows stands.
 * - `optionalParameter`: a parameter came that a call may leave out.
 * - `reshaped`: anything else that is no text, such as a type, a result, a parameter that is gone.
 * - `moved`: its server is reached in another way.
 * - `unknown`: what it was is not known, and what it is looks clean.
 * - `requiredParameter`: a call needs a parameter that it did not need.
 * - `weakerHint`: it says no more that it only reads, destroys nothing, can be repeated, or stays in its own world.
 * - `newOrder`: its texts have an order, an address or the name of a tool of another server that they did not have.
 * - `renamed`: it is a tool that is gone, under another name.
 */
export const CHANGE_GRADES = [
  'reworded',
  'optionalParameter',
  'reshaped',
  'moved',
  'unknown',
  'requiredParameter',
  'weakerHint',
  'newOrder',
  'renamed',
] as const
/** One of {@link CHANGE_GRADES}. */
export type ChangeGrade = (typeof CHANGE_GRADES)[number]

const WORDS: { readonly [Grade in ChangeGrade]: string } = {
  reworded: 'reworded',
  optionalParameter: 'new optional parameter',
  reshaped: 'reshaped',
  moved: 'reached in another way',
  unknown: 'not known what it was',
  requiredParameter: 'new required parameter',
  weakerHint: 'weaker hint',
  newOrder: 'new order, address or tool name',
  renamed: 'renamed',
}

/** A grade in plain words. */
export function wordsOfGrade(grade: ChangeGrade): string {
  return WORDS[grade]
}

/** The graver of two. */
export function worseGrade(one: ChangeGrade, other: ChangeGrade | undefined): ChangeGrade {
  if (other === undefined) return one
  return CHANGE_GRADES.indexOf(other) > CHANGE_GRADES.indexOf(one) ? other : one
}

/** Whether a change of this grade hides a tool until it is approved, where changes are warned of. */
export function stops(grade: ChangeGrade | undefined): boolean {
  return grade !== undefined && CHANGE_GRADES.indexOf(grade) >= CHANGE_GRADES.indexOf('requiredParameter')
}

/** A grade, and why in a few words each, foreign ones quoted. */
export interface GradedChange {
  readonly grade: ChangeGrade
  readonly reasons: readonly string[]
}

/** Reasons that are listed of one kind. */
const MAX_REASONS = 3
/** What each hint is where a definition does not have it, and what it is where it is the weaker one (MCP, `ToolAnnotations`). */
const WEAKER_HINTS: readonly (readonly [hint: string, weaker: boolean])[] = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
  ['idempotentHint', false],
  ['openWorldHint', true],
]
/** Members whose changes are changes of texts, or of what only people see. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'title', 'description', 'icons'])
/** Each begins where a word begins and is bounded, so that reading stays linear in the text. */
const ADDRESS =
  /(?:https?|wss?|ftp):\/\/[^\s"'`<>()[\]{}]+|\bwww\.[^\s"'`<>()[\]{}]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi
/** Places of addresses that no model is shown as text. */
const NOT_SHOWN = /^\/icons\/|\/\$(?:schema|id|ref)$/
/** A word as programs write it, and one that is made of several. */
const PROGRAM_WORD = /(?<![\w-])[A-Za-z0-9_-]{2,128}(?![\w-])/g
const JOINED = /[A-Za-z0-9][_-]+[A-Za-z0-9]|[a-z][A-Z]/
const NO_NAMES = readToolNames([])

/** Judges a changed definition by what changed, both as MCP writes them. */
export function gradeChange(old: JsonObject, now: JsonObject, others: ToolNames = NO_NAMES): GradedChange {
  const orders = newOrders(old, now, others)
  const hints = weakerHints(old.annotations, now.annotations)
  const { required, isWidened, isReshaped } = compareShapes(old.inputSchema ?? {}, now.inputSchema ?? {})
  const needed = required.slice(0, MAX_REASONS).map((name) => `parameter ${quote(name)} is needed now`)
  const reasons = [...orders, ...hints, ...needed]
  if (orders.length > 0) return { grade: 'newOrder', reasons }
  if (hints.length > 0) return { grade: 'weakerHint', reasons }
  if (required.length > 0) return { grade: 'requiredParameter', reasons }
  if (isReshaped || isOtherwiseChanged(old, now)) return { grade: 'reshaped', reasons }
  return { grade: isWidened ? 'optionalParameter' : 'reworded', reasons }
}

/** Judges a definition of which it is not known what it was. */
export function gradeUnknown(now: JsonObject, others: ToolNames = NO_NAMES): GradedChange {
  const reasons = ordersIn(now, others).slice(0, MAX_REASONS)
  return { grade: reasons.length > 0 ? 'newOrder' : 'unknown', reasons }
}

function newOrders(old: JsonObject, now: JsonObject, others: ToolNames): readonly string[] {
  const known = new Set(scanDefinition(old, { otherTools: others }).findings.map(({ code }) => code))
  const orders = scanDefinition(now, { otherTools: others })
    .findings.filter(({ code }) => !known.has(code))
    .map(sayOrder)
  const [was, is] = [textsOf(old), textsOf(now)]
  const addresses = added(was, is, addressesOf).map((address) => `new address ${quote(address)}`)
  const named = added(was, is, (text) => namesIn(text, others)).map((name) => `names ${quote(name)}`)
  return [orders, addresses, named].flatMap((some) => some.slice(0, MAX_REASONS))
}

function ordersIn(now: JsonObject, otherTools: ToolNames): readonly string[] {
  const { level, findings } = scanDefinition(now, { otherTools })
  return level === 'clean' ? [] : findings.map(sayOrder)
}

function sayOrder({ code, excerpt }: { readonly code: string; readonly excerpt: string }): string {
  return `${wordsOfCode(code)}: ${quote(excerpt)}`
}

/** What a reader finds in the later texts and not in the earlier ones. */
function added(
  was: readonly string[],
  is: readonly string[],
  read: (text: string) => readonly string[],
): readonly string[] {
  const before = new Set(was.flatMap(read))
  return [...new Set(is.flatMap(read))].filter((one) => !before.has(one))
}

function textsOf(definition: JsonObject): readonly string[] {
  const { texts } = listStrings(definition)
  return texts.flatMap(({ where, text }) => (NOT_SHOWN.test(where) ? [] : text))
}

function addressesOf(text: string): readonly string[] {
  return (text.match(ADDRESS) ?? []).map((address) => address.replace(/[.,;:!?/]+$/, '').toLowerCase())
}

function namesIn(text: string, names: ToolNames): readonly string[] {
  return (text.match(PROGRAM_WORD) ?? []).filter(
    (name) => JOINED.test(name) && names.has(name.replace(/[_-]/g, '').toLowerCase()),
  )
}

function weakerHints(old: JsonValue | undefined, now: JsonValue | undefined): readonly string[] {
  return WEAKER_HINTS.flatMap(([hint, weaker]) => {
    const [was, is] = [hintOf(old, hint, weaker), hintOf(now, hint, weaker)]
    return was !== weaker && is === weaker ? [`${hint} was ${was} and is ${is}`] : []
  })
}

function hintOf(annotations: JsonValue | undefined, hint: string, preset: boolean): boolean {
  const value = isJsonObject(annotations) ? annotations[hint] : undefined
  return typeof value === 'boolean' ? value : preset
}

/** Whether anything but texts and the arguments changed. */
function isOtherwiseChanged(old: JsonObject, now: JsonObject): boolean {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].some((member) => {
    if (TEXTS.has(member) || member === 'inputSchema') return false
    const [was, is] = [old[member], now[member]]
    if (member === 'outputSchema' && was !== undefined && is !== undefined) {
      const { required, isWidened, isReshaped } = compareShapes(was, is)
      return required.length > 0 || isWidened || isReshaped
    }
    if (member === 'annotations') return !jsonEquals(withoutTitle(was), withoutTitle(is))
    return !jsonEquals(was, is)
  })
}

function withoutTitle(annotations: JsonValue | undefined): JsonObject {
  const { title: _, ...hints } = isJsonObject(annotations) ? annotations : {}
  return hints
}
