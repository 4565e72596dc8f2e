import type { JsonValue } from '@toolscout/model'
import { canonicalJson, isJsonObject } from '@toolscout/model/internal'
import type { Fault } from '../validation-result.ts'

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
