import { InvalidJsonError, type InvalidJsonReason } from '../../errors.ts'
import { cleanText, isPlainText, quote } from '../text/foreign-text.ts'

/** Any value that JSON can write. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object; its members are in the order of the source. */
export interface JsonObject {
  readonly [member: string]: JsonValue
}

/** A JSON Schema in its object form; boolean schemas stand only inside other schemas. */
export type JsonSchema = JsonObject

/** Bounds on a foreign JSON value. All are inclusive. */
export interface JsonLimits {
  /** Nesting levels; a scalar has depth 0, `{}` has depth 1. */
  readonly maxDepth: number
  /** Values of any kind, members and items counted one by one. */
  readonly maxNodes: number
  /** UTF-16 code units over all texts and member names together. */
  readonly maxLength: number
}

/**
 * What a definition or a set of arguments may weigh: 64 levels, because deeper nesting overflows recursive
 * readers; 100,000 values and a million characters, far above any real tool (the largest of 5,808 public ones
 * has 309 values on 22 levels), yet read within milliseconds.
 */
const DEFAULT_JSON_LIMITS: JsonLimits = Object.freeze({
  maxDepth: 64,
  maxNodes: 100_000,
  maxLength: 1_000_000,
})

/**
 * Copies a foreign value into a fresh, deeply frozen JSON value.
 *
 * Members whose value is `undefined` are left out, as `JSON.stringify` does. Cost is linear in the value and
 * stops at the limits, so a hostile value is never walked further than allowed.
 *
 * @throws InvalidJsonError `INVALID_JSON` for functions, symbols, bigints, non-finite numbers, class instances
 * without `toJSON`, cycles, a member named `__proto__`, and values beyond the limits.
 */
export function copyJson(value: unknown, limits: JsonLimits = DEFAULT_JSON_LIMITS): JsonValue {
  return copyNode(value, 0, startBudget(limits, false))
}

/** As {@link copyJson}, into objects without a prototype: every name in them is their own, `__proto__` too. */
export function copyBareJson(value: unknown, limits: JsonLimits): JsonValue {
  return copyNode(value, 0, startBudget(limits, true))
}

/** As {@link copyJson}; says as well whether every text but the names of members is plain, see {@link isPlainText}. */
export function copyPlainJson(value: unknown, maxTextLength: number): readonly [JsonValue, isPlain: boolean] {
  const budget = startBudget(DEFAULT_JSON_LIMITS, false, maxTextLength)
  return [copyNode(value, 0, budget), budget.maxTextLength >= 0]
}

interface Budget {
  nodes: number
  length: number
  readonly maxDepth: number
  readonly isBare: boolean
  /** By depth, the way to where the copy is at; a pointer is made of it when something is wrong there. */
  readonly steps: (string | number | undefined)[]
  /** The longest plain text; below 0 when nothing is said of plainness, or a text was not plain. */
  maxTextLength: number
}

function startBudget(
  { maxNodes, maxLength, maxDepth }: JsonLimits,
  isBare: boolean,
  maxTextLength = -1,
): Budget {
  return { nodes: maxNodes, length: maxLength, maxDepth, isBare, steps: [], maxTextLength }
}

/** All of it in one function: it runs for every value of every definition, and so it is compiled once. */
function copyNode(value: unknown, depth: number, budget: Budget): JsonValue {
  budget.nodes -= 1
  if (budget.nodes < 0) throw refusal(budget, depth, 'maxNodes', 'More values than allowed, at', '')
  if (typeof value === 'string') {
    budget.length -= value.length
    if (budget.length < 0) throw tooLong(budget, depth)
    if (budget.maxTextLength >= 0 && !isPlainText(value, budget.maxTextLength)) budget.maxTextLength = -1
    return value
  }
  if (value === null || typeof value === 'boolean') return value
  // Minus zero has no JSON form of its own.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  if (typeof value !== 'object') {
    throw refusal(budget, depth, 'kind', `${quote(value)} at`, ' is no JSON value')
  }
  if (depth >= budget.maxDepth) {
    throw refusal(budget, depth, 'maxDepth', `Nested deeper than ${budget.maxDepth} levels at`, '')
  }
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (let i = 0; i < value.length; i += 1) {
      budget.steps[depth] = i
      items.push(copyNode(value[i], depth + 1, budget))
    }
    return Object.freeze(items)
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    const toJson: unknown = Reflect.get(value, 'toJSON')
    if (typeof toJson === 'function') {
      // One level further down, so that a `toJSON` that gives another of its kind ends at the limit as well.
      budget.steps[depth] = undefined
      return copyNode(toJson.call(value), depth + 1, budget)
    }
    if (Object.getPrototypeOf(prototype as object) !== null) {
      throw refusal(budget, depth, 'kind', 'The value at', ' is a class instance, not plain JSON')
    }
  }
  const copy: Record<string, JsonValue> = budget.isBare ? Object.create(null) : {}
  const members = Object.keys(value)
  for (let i = 0; i < members.length; i += 1) {
    const member = members[i] as string
    const item = (value as { readonly [member: string]: unknown })[member]
    if (item === undefined) continue
    if (member === '__proto__' && !budget.isBare) {
      throw refusal(budget, depth, 'kind', 'A member named __proto__ at', ' is refused')
    }
    budget.length -= member.length
    if (budget.length < 0) throw tooLong(budget, depth)
    budget.steps[depth] = member
    copy[member] = copyNode(item, depth + 1, budget)
  }
  return Object.freeze(copy)
}

function tooLong(budget: Budget, depth: number): InvalidJsonError {
  return refusal(budget, depth, 'maxLength', 'Longer than allowed in all, at', '')
}

/** Says what is wrong, with the place between the two halves of the sentence. */
function refusal(
  { steps }: Budget,
  depth: number,
  reason: InvalidJsonReason,
  before: string,
  after: string,
): InvalidJsonError {
  const path = steps
    .slice(0, depth)
    .reduce<string>((at, step) => (step === undefined ? at : childPointer(at, step)), '')
  return new InvalidJsonError(`${before} ${path === '' ? 'the top' : quote(path)}${after}.`, path, reason)
}

/** The value of a JSON text; `undefined` for what is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Whether a JSON value is an object (and not an array or null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The one byte-exact text of a JSON value: no white space, members sorted by UTF-16 code units, numbers as
 * ECMAScript prints them (RFC 8785, JSON Canonicalization Scheme). Two values are equal as JSON exactly when
 * their canonical texts are.
 *
 * @throws InvalidJsonError `INVALID_JSON` for a value {@link copyJson} would refuse for its kind.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (isJsonObject(value)) {
    const members = Object.keys(value).filter((member) => value[member] !== undefined)
    return `{${members
      .sort()
      .map((member) => `${JSON.stringify(member)}:${canonicalJson(value[member] as JsonValue)}`)
      .join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InvalidJsonError(`${value} has no JSON form.`, '')
  }
  const text = JSON.stringify(value)
  if (text === undefined) throw new InvalidJsonError(`${quote(value)} has no JSON form.`, '')
  return text
}

/** Whether two JSON values are equal: member order does not matter, item order does, `1` equals `1.0`. */
export function jsonEquals(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => jsonEquals(item, b[i]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const members = Object.keys(a)
  return (
    members.length === Object.keys(b).length &&
    members.every((member) => Object.hasOwn(b, member) && jsonEquals(a[member], b[member]))
  )
}

/** A JSON pointer one step further down; the member's name is escaped (RFC 6901, section 3). */
export function childPointer(pointer: string, step: string | number): string {
  return `${pointer}/${typeof step === 'number' ? step : escapeStep(step)}`
}

function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/

/** Takes a pointer apart (RFC 6901, section 4); empty for the whole document. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value a pointer names; `undefined` when there is none. Looks at own members only. */
export function valueAt(document: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const token of tokens) {
    if (Array.isArray(value)) value = ARRAY_INDEX.test(token) ? value[Number(token)] : undefined
    else value = isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
  }
  return value
}

/**
 * A frozen copy of a JSON value with every text and every member name cleaned, by default of hidden characters. Of
 * two names that become one, the later counts.
 *
 * @param value bounded already, as {@link copyJson} does it.
 */
export function cleanJson(value: JsonValue, clean: (text: string) => string = cleanText): JsonValue {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => cleanJson(item, clean)))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(
    ([member, item]) => [clean(member), cleanJson(item, clean)] as const,
  )
  // A name that only becomes `__proto__` here is none of the names that were let in.
  return Object.freeze(Object.fromEntries(members.filter(([member]) => member !== '__proto__')))
}
