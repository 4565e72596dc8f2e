import type { JsonValue } from '@toolscout/model'
import { canonicalJson, isJsonObject, quote } from '@toolscout/model/internal'
import {
  type SchemaGraph,
  type SchemaNode,
  type UncheckedKeyword,
  uncheckedKeyword,
} from '../gate/keywords.ts'
import type { Fault } from '../validation-result.ts'
import { ATOMS_PER_PATTERN, compilePattern, type LinearPattern, MAX_PATTERN_ATOMS } from './linear-pattern.ts'

/** What of a schema can be checked without ever turning a fitting value away. */
export interface CheckPlan {
  /** Keywords of a schema that are not applied, beside those the reading left out. */
  readonly dropped: (node: SchemaNode, keyword: string) => boolean
  /** The pattern to use; `undefined` for one the engine does not run. */
  readonly patternFor: (source: string) => LinearPattern | undefined
  /**
   * Whether a keyword depends on what others have evaluated (`unevaluated…`) or on the way a check came (`$dynamicRef`).
   * Code that Ajv makes of those errs, so such a schema is interpreted.
   */
  readonly isContextual: boolean
  readonly unchecked: readonly UncheckedKeyword[]
}

/** Keywords that look at what their neighbours said, with those neighbours. */
const NEIGHBOURS: ReadonlyMap<string, readonly string[]> = new Map([
  ['additionalProperties', ['properties', 'patternProperties']],
  ['items', ['prefixItems']],
])
/** Keywords that turn a value away because another schema did fit. */
const REVERSING = new Set(['not', 'if', 'oneOf'])

/**
 * Compiles the patterns of a schema that has passed the gate, and decides what is left out of a check when some
 * keywords cannot be applied.
 *
 * Leaving a keyword out lets more values pass. Where passing is what a surrounding keyword holds against a value
 * (`not`, `if`, the "exactly one" of `oneOf`, `maxContains`, `unevaluated…`, or a neighbour such as
 * `additionalProperties`), that keyword is left out too, and so on outwards. So a schema that is checked in part
 * accepts every value the whole schema accepts.
 */
export function planSchema(graph: SchemaGraph): CheckPlan {
  const patterns = compilePatterns(graph)
  const refusal = (source: string): string | undefined => {
    const reading = patterns.get(source)
    return typeof reading === 'string' ? reading : undefined
  }
  const dropped = new Map<SchemaNode, Set<string>>()
  const unchecked = [...graph.unchecked]
  const weak = weakNodes(graph, (source) => refusal(source) !== undefined)
  for (const node of graph.nodes) {
    const drop = (keyword: string, reason: 'pattern' | 'depends', message: string): void => {
      const keywords = dropped.get(node) ?? new Set<string>()
      dropped.set(node, keywords.add(keyword))
      unchecked.push(uncheckedKeyword({ path: node.pointer, keyword, reason, message }))
    }
    for (const { keyword, message } of refusedPatterns(node, refusal)) drop(keyword, 'pattern', message)
    const isLeftOut = (keyword: string): boolean =>
      node.omitted.has(keyword) || (dropped.get(node)?.has(keyword) ?? false)
    for (const keyword of dependants(node, weak, isLeftOut)) {
      drop(
        keyword,
        'depends',
        `${quote(keyword)} depends on a part that is not checked, so it is not checked.`,
      )
    }
  }
  return {
    dropped: (node, keyword) => dropped.get(node)?.has(keyword) ?? false,
    patternFor: (source) => {
      const reading = patterns.get(source)
      return typeof reading === 'string' ? undefined : reading
    },
    isContextual: graph.nodes.some(({ edges }) =>
      edges.some(({ keyword }) => keyword.startsWith('unevaluated') || keyword === '$dynamicRef'),
    ),
    unchecked: Object.freeze(unchecked),
  }
}

/** Schemas that let more pass than they say: those with an unchecked keyword, and those that use such a schema. */
function weakNodes(graph: SchemaGraph, isRefused: (pattern: string) => boolean): ReadonlySet<SchemaNode> {
  const users = new Map<SchemaNode, SchemaNode[]>()
  const weak = new Set<SchemaNode>()
  for (const node of graph.nodes) {
    const pattern = node.assertions.get('pattern')
    const hasRefused =
      (typeof pattern === 'string' && isRefused(pattern)) ||
      node.edges.some(({ keyword, key }) => keyword === 'patternProperties' && isRefused(String(key)))
    if (hasRefused || node.omitted.size > 0) weak.add(node)
    for (const { keyword, target } of node.edges) {
      if (keyword === '$defs' || keyword === 'definitions') continue
      const known = users.get(target)
      if (known === undefined) users.set(target, [node])
      else known.push(node)
    }
  }
  // A set hands out what is added while it is walked, so this reaches every user of a user.
  for (const node of weak) for (const user of users.get(node) ?? []) weak.add(user)
  return weak
}

function* refusedPatterns(
  node: SchemaNode,
  refusal: (pattern: string) => string | undefined,
): Generator<{ readonly keyword: string; readonly message: string }> {
  const pattern = node.assertions.get('pattern')
  const message = typeof pattern === 'string' ? refusal(pattern) : undefined
  if (message !== undefined) yield { keyword: 'pattern', message }
  for (const { keyword, key } of node.edges) {
    const refused = keyword === 'patternProperties' ? refusal(String(key)) : undefined
    if (refused !== undefined) yield { keyword, message: refused }
  }
}

/** Keywords of a schema that must go because something they look at is weak. */
function dependants(
  node: SchemaNode,
  weak: ReadonlySet<SchemaNode>,
  isLeftOut: (keyword: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { keyword, target } of node.edges) {
    if (REVERSING.has(keyword) && weak.has(target)) found.add(keyword)
    if (keyword.startsWith('unevaluated') && weak.has(node)) found.add(keyword)
    if (keyword === 'contains' && weak.has(target) && node.assertions.has('maxContains'))
      found.add('maxContains')
    if (NEIGHBOURS.get(keyword)?.some(isLeftOut)) found.add(keyword)
  }
  return found
}

/** Every pattern of the schema, compiled or with the reason why not, within one allowance for all. */
function compilePatterns(graph: SchemaGraph): ReadonlyMap<string, LinearPattern | string> {
  const patterns = new Map<string, LinearPattern | string>()
  let left = MAX_PATTERN_ATOMS
  const add = (source: unknown): void => {
    if (typeof source !== 'string' || patterns.has(source)) return
    const reading = compilePattern(source, left)
    patterns.set(source, reading.ok ? reading.pattern : reading.message)
    if (reading.ok) left -= ATOMS_PER_PATTERN + reading.pattern.atoms
  }
  for (const { assertions, edges } of graph.nodes) {
    add(assertions.get('pattern'))
    for (const { keyword, key } of edges) if (keyword === 'patternProperties') add(key)
  }
  return patterns
}

/** Steps to look at one member of an object, when every member is looked at: 0.5 µs in objects of 50,000. */
const STEPS_PER_MEMBER = 8
/** Steps to write a value for comparison: for the value, and for each character of it. */
const STEPS_PER_WRITTEN = { value: 10, character: 1 / 4 }

/** Steps to divide two numbers as JSON writes them: 4 µs where their exponents are far apart. */
const STEPS_PER_DIVISION = 40

/** Thrown by a {@link Meter} that has run out, so that generated code stops wherever it is. Never leaves the package. */
export const OUT_OF_WORK: unique symbol = Symbol('out of work')

/**
 * Counts the steps of one check of a value. A count and not a clock: the same value and schema give the same
 * answer on every machine.
 */
export class Meter {
  #max = 0
  #left = 0

  /** Starts over with `maxSteps`. */
  start(maxSteps: number): void {
    this.#max = maxSteps
    this.#left = maxSteps
  }

  /** Takes steps off. @throws {@link OUT_OF_WORK} when there are none left. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw OUT_OF_WORK
  }

  /** Pays for one schema that looks at a value, and for each member where it looks at all of them. */
  readonly enter = (value: unknown, steps: number, hasMemberLoop: boolean): void =>
    this.spend(
      steps + (hasMemberLoop && isJsonObject(value) ? STEPS_PER_MEMBER * Object.keys(value).length : 0),
    )

  /** Pays for reading a text. */
  readonly read = (text: string, perCharacter: number): void =>
    this.spend(Math.ceil(text.length * perCharacter))

  /** Steps taken since the start. */
  spent(): number {
    return this.#max - this.#left
  }
}

/** Checks a value and gives what is wrong with it, in the order in which it was found; empty when it fits. */
export type ValueCheck = (value: JsonValue) => readonly Fault[]

/** Whether a value is one of some, as JSON says: in place of Ajv's equality, which calls `valueOf` and `toString` of the value. */
export function isOneOf(values: readonly JsonValue[], meter: Meter): (value: JsonValue) => boolean {
  const scalars = new Set(values.filter((value) => !isCompound(value)))
  const compounds = new Set(values.filter(isCompound).map(canonicalJson))
  return (value) => {
    if (!isCompound(value)) return scalars.has(value)
    return compounds.size > 0 && compounds.has(meteredJson(value, meter))
  }
}

/** Whether no two items are equal. */
export function areUnique(items: readonly JsonValue[], meter: Meter): boolean {
  return new Set(items.map((item) => meteredJson(item, meter))).size === items.length
}

/**
 * Whether a number is a multiple of another one, both as JSON writes them: `19.99` is one of `0.01`, and neither
 * rounding nor a quotient beyond the largest number decides.
 */
export function isMultipleOf(value: number, divisor: number, meter: Meter): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  meter.spend(STEPS_PER_DIVISION)
  const [a, b] = [toDecimal(value), toDecimal(divisor)]
  const exponent = Math.min(a.exponent, b.exponent)
  return (
    (a.digits * 10n ** BigInt(a.exponent - exponent)) % (b.digits * 10n ** BigInt(b.exponent - exponent)) ===
    0n
  )
}

/** A number as digits × 10^exponent. */
function toDecimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** The canonical text of a value, paid for by its length. */
function meteredJson(value: JsonValue, meter: Meter): string {
  const text = canonicalJson(value)
  meter.spend(STEPS_PER_WRITTEN.value + Math.ceil(text.length * STEPS_PER_WRITTEN.character))
  return text
}

const isCompound = (value: JsonValue): boolean => typeof value === 'object' && value !== null
