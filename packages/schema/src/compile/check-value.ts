import type { JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { Fault } from '../validation-result.ts'
import { isMultipleOf, isOneOf, type Meter } from './check-plan.ts'
import type { EmittedSchema } from './emit-schema.ts'
import { isOfFormat } from './formats.ts'

/** Takes down that a keyword is not met. */
export type Fail = (keyword: string, params?: Fault['params']) => void

/** What a schema says of any value by itself. */
export function checkAny(schema: EmittedSchema, value: JsonValue, meter: Meter, fail: Fail): void {
  const { type, enum: values, const: only } = schema
  if (type !== undefined && ![type].flat().some((name) => isOfType(value, name as string)))
    fail('type', { type })
  if (values !== undefined && !isListed(values as JsonValue[], values as JsonValue[], value, meter))
    fail('enum')
  if (only !== undefined && !isListed(schema, [only as JsonValue], value, meter)) fail('const')
  const { format } = schema
  const isRead = typeof value === 'string' || typeof value === 'number'
  if (isRead && typeof format === 'string' && !isOfFormat(value, format)) fail('format', { format })
}

const lists = new WeakMap<object, (value: JsonValue) => boolean>()

/** Whether a value is one of some; `owner` is what these are found by when the next value comes. */
function isListed(owner: object, values: readonly JsonValue[], value: JsonValue, meter: Meter): boolean {
  const known = lists.get(owner) ?? isOneOf(values, meter)
  lists.set(owner, known)
  return known(value)
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  return typeof value === type
}

const COMPARISONS = [
  ['minimum', '>=', (value: number, limit: number) => value >= limit],
  ['exclusiveMinimum', '>', (value: number, limit: number) => value > limit],
  ['maximum', '<=', (value: number, limit: number) => value <= limit],
  ['exclusiveMaximum', '<', (value: number, limit: number) => value < limit],
] as const

/** What a schema says of a number by itself. */
export function checkNumber(schema: EmittedSchema, value: number, meter: Meter, fail: Fail): void {
  for (const [keyword, comparison, holds] of COMPARISONS) {
    const limit = schema[keyword]
    if (typeof limit === 'number' && !holds(value, limit)) fail(keyword, { comparison, limit })
  }
  const { multipleOf } = schema
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf, meter))
    fail('multipleOf', { multipleOf })
}

/** Whether a size is within `min…` and `max…`. */
export function checkSize(
  schema: EmittedSchema,
  of: 'Length' | 'Items' | 'Properties',
  size: number,
  fail: Fail,
): void {
  const [least, most] = [schema[`min${of}`], schema[`max${of}`]]
  if (typeof least === 'number' && size < least) fail(`min${of}`, { limit: least })
  if (typeof most === 'number' && size > most) fail(`max${of}`, { limit: most })
}

/** What of a value the keywords of a schema have looked at, for `unevaluated…`. */
export class Evaluated {
  // Made when there is something to note: most schemas note nothing.
  #names: Set<string> | undefined
  /** Items that `contains` holds. */
  #places: Set<number> | undefined
  /** How many items from the first on. */
  #first = 0

  /** Takes down a member. */
  addName(name: string): void {
    this.#names ??= new Set()
    this.#names.add(name)
  }

  /** Takes down one item. */
  addPlace(place: number): void {
    this.#places ??= new Set()
    this.#places.add(place)
  }

  /** Takes down the items up to a count. */
  addFirst(count: number): void {
    this.#first = Math.max(this.#first, count)
  }

  /** Takes over what another schema has looked at of the same value, and pays for it. */
  join(other: Evaluated, meter: Meter): void {
    meter.spend((other.#names?.size ?? 0) + (other.#places?.size ?? 0))
    for (const name of other.#names ?? []) this.addName(name)
    for (const place of other.#places ?? []) this.addPlace(place)
    this.addFirst(other.#first)
  }

  /** Whether a member was looked at. */
  hasName(name: string): boolean {
    return this.#names?.has(name) ?? false
  }

  /** The first item from a place on that was not looked at; the count of items when all were. */
  nextPlace(from: number, count: number): number {
    let place = Math.max(from, this.#first)
    while (place < count && this.#places?.has(place)) place += 1
    return Math.min(place, count)
  }
}
