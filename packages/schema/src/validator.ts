import type { JsonValue } from '@toolscout/model'
import {
  canonicalJson,
  oneLine,
  quote,
  requireKnownMembers,
  sha256,
  truncate,
} from '@toolscout/model/internal'
import type { CompiledSchema } from './compile-schema.ts'
import { isDeepFrozen } from './deep-frozen.ts'
import { explainFaults, MAX_ISSUE_LENGTH } from './explain-faults.ts'
import { passGate } from './gate.ts'
import { createLruCache } from './lru-cache.ts'
import { allowPlainSchemas, isPlainSchema } from './plain-schema.ts'
import { shownPointer } from './pointer.ts'
import { type JsonReading, readJson } from './read-json.ts'
import { completeLimits, type SchemaLimits } from './schema-limits.ts'
import { type UncheckedKeyword, uncheckedKeyword } from './unchecked-keyword.ts'
import type { ValidationIssue, ValidationResult } from './validation-result.ts'

/** Settings of a {@link SchemaValidator}. `0` is a bound like any other and never means unlimited. */
export interface SchemaValidatorOptions {
  /** What a schema may weigh; see {@link SchemaLimits}. */
  readonly limits?: Partial<SchemaLimits> | undefined
  /** Compiled schemas that are kept, an integer of 0 or more. Default 500. */
  readonly maxCachedSchemas?: number | undefined
  /** UTF-8 bytes of a value as JSON text, an integer of 0 or more. Default 1 MiB. */
  readonly maxValueBytes?: number | undefined
  /** Nesting levels of a value, an integer of 0 or more; a scalar has 0, `{}` has 1. Default 64. */
  readonly maxValueDepth?: number | undefined
  /** Steps one check may take, an integer of 0 or more. Default 2,000,000. */
  readonly maxSteps?: number | undefined
}

/**
 * - 500 schemas: more than the tools one agent uses in a day; each takes about 60 KB.
 * - 1 MiB and 64 levels: what MCP hosts send at most, and what recursive readers survive.
 * - 2,000,000 steps: 20 to 250 ms in the slowest cases found, which is as long as a process may stand still; a
 *   usual check takes under 100 steps.
 */
export const DEFAULT_VALIDATOR_OPTIONS: {
  readonly maxCachedSchemas: number
  readonly maxValueBytes: number
  readonly maxValueDepth: number
  readonly maxSteps: number
} = Object.freeze({
  maxCachedSchemas: 500,
  maxValueBytes: 1_048_576,
  maxValueDepth: 64,
  maxSteps: 2_000_000,
})

/** Checks values against JSON Schemas of strangers. */
export interface SchemaValidator {
  /**
   * Checks a value. Neither schema nor value is changed, and nothing of either is kept but the compiled schema.
   *
   * A value that is no JSON, too big or too deep does not fit; it is not an error. Rejects only for the schema:
   * `INVALID_SCHEMA`, `UNSAFE_SCHEMA`, `UNSUPPORTED_SCHEMA`, `EXTERNAL_REF`, see {@link checkSchema}.
   */
  readonly validate: (schema: unknown, value: unknown) => Promise<ValidationResult>
  /**
   * What no check against a schema will apply; empty when values are checked in full. For whoever takes a schema in, to
   * give notice: it compiles patterns and nothing else, keeps nothing, and rejects as `validate` does, so what is
   * refused later is known at once.
   */
  readonly inspect: (schema: unknown) => Promise<readonly UncheckedKeyword[]>
  /** Compiled schemas that are kept at the moment. */
  readonly cachedSchemas: () => number
}

/**
 * Creates a validator. The engine behind it is loaded when the first schema is compiled.
 *
 * @throws RangeError for an option that is no integer of 0 or more, TypeError for an unknown one.
 */
export function createSchemaValidator(options: SchemaValidatorOptions = {}): SchemaValidator {
  requireKnownMembers('the options of a validator', options, [
    'limits',
    ...Object.keys(DEFAULT_VALIDATOR_OPTIONS),
  ])
  const limits = completeLimits(options.limits ?? {})
  const bounds = {
    maxBytes: atLeastZero('maxValueBytes', options.maxValueBytes),
    maxDepth: atLeastZero('maxValueDepth', options.maxValueDepth),
    // Every value takes at least one byte, so the bytes bound the nodes.
    maxNodes: Number.MAX_SAFE_INTEGER,
  }
  const allowsPlain = allowPlainSchemas(limits)
  const maxSteps = atLeastZero('maxSteps', options.maxSteps)
  const cache = createLruCache<CompiledSchema>(atLeastZero('maxCachedSchemas', options.maxCachedSchemas))

  /** Keys of schemas that can never change, so that neither gate nor hash has to look at them again. */
  const keys = new WeakMap<object, string>()

  const compiled = async (schema: unknown): Promise<CompiledSchema> => {
    const knownKey = isObject(schema) ? keys.get(schema) : undefined
    const cached = knownKey === undefined ? undefined : cache.get(knownKey)
    if (cached !== undefined) return cached
    // The gate goes first: writing a hostile schema in canonical form would already be too much.
    const { graph } = passGate(schema, limits)
    const key = knownKey ?? sha256(canonicalJson(graph.document))
    if (isObject(schema) && isDeepFrozen(schema)) keys.set(schema, key)
    const { compileSchema } = await import('./compile-schema.ts')
    const known = cache.get(key)
    if (known !== undefined) return known
    const fresh = compileSchema(graph)
    cache.set(key, fresh)
    return fresh
  }

  return Object.freeze({
    validate: async (schema: unknown, value: unknown) => {
      const check = await compiled(schema)
      const reading = readJson(value, bounds)
      return reading.ok
        ? checkValue(check, reading.json, maxSteps)
        : invalid([unreadable(reading, bounds)], check.unchecked)
    },
    inspect: async (schema: unknown) => {
      if (allowsPlain && isPlainSchema(schema)) return NOTHING
      const { graph } = passGate(schema, limits)
      const { planSchema } = await import('./plan-schema.ts')
      return planSchema(graph).unchecked
    },
    cachedSchemas: cache.size,
  })
}

const NOTHING: readonly never[] = Object.freeze([])

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function checkValue(schema: CompiledSchema, value: JsonValue, maxSteps: number): ValidationResult {
  const { unchecked } = schema
  const outcome = schema.check(value, maxSteps)
  if (outcome.verdict === 'fits') return Object.freeze({ valid: true, unchecked })
  if (outcome.verdict === 'fails') {
    return invalid(explainFaults(schema.graph.document, outcome.faults), unchecked)
  }
  const { reason } = outcome
  const message =
    reason === 'work'
      ? `Checking this value takes more work than the ${maxSteps} steps allowed, so it was not checked.`
      : 'The code that checks this schema broke on this value, so it was not checked.'
  const whole = uncheckedKeyword({ path: '', keyword: '', reason, message })
  return Object.freeze({ valid: true, unchecked: Object.freeze([...unchecked, whole]) })
}

function invalid(
  issues: readonly ValidationIssue[],
  unchecked: readonly UncheckedKeyword[],
): ValidationResult {
  return Object.freeze({ valid: false, issues: Object.freeze(issues), unchecked })
}

function unreadable(
  reading: JsonReading & { readonly ok: false },
  bounds: { readonly maxBytes: number; readonly maxDepth: number },
): ValidationIssue {
  const { reason, path, found } = reading
  const place = path === '' ? 'The value' : truncate(path, 80)
  const message =
    reason === 'depth'
      ? `${place} is nested deeper than the ${bounds.maxDepth} levels allowed.`
      : reason === 'not-json'
        ? `${place} is ${quote(found)}, which is no JSON; use text, numbers, booleans, null, arrays and objects.`
        : `The value is larger than the ${bounds.maxBytes} bytes of JSON allowed; send less.`
  return Object.freeze({
    path: reason === 'bytes' ? '' : shownPointer(path),
    message: truncate(oneLine(message), MAX_ISSUE_LENGTH),
    keyword: reason === 'not-json' ? 'json' : reason,
  })
}

function atLeastZero(option: keyof typeof DEFAULT_VALIDATOR_OPTIONS, given: number | undefined): number {
  const value = given ?? DEFAULT_VALIDATOR_OPTIONS[option]
  if (Number.isInteger(value) && value >= 0) return value
  throw new RangeError(`${option} is ${value}; it must be an integer of 0 or more.`)
}
