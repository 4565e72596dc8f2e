import type { JsonValue } from '@toolscout/model'
import { canonicalJson, oneLine, sha256, truncate } from '@toolscout/model/internal'
import type { CompiledSchema } from './compile/compile-schema.ts'
import { shownPointer } from './errors.ts'
import type { JsonReading } from './gate/gate.ts'
import { type UncheckedKeyword, uncheckedKeyword } from './gate/keywords.ts'
import { isPlainSchema } from './gate/plain-schema.ts'
import { SCHEMA_LIMITS, type SchemaLimits } from './gate/schema-limits.ts'
import { MAX_ISSUE_LENGTH, type ValidationIssue, type ValidationResult } from './validation-result.ts'

/** Bounds of a {@link SchemaValidator}. `0` is a bound like any other and never means unlimited. */
export interface ValidatorBounds {
  /** What a schema may weigh. */
  readonly limits: SchemaLimits
  /** UTF-8 bytes of a value as JSON text. */
  readonly maxValueBytes: number
  /** Nesting levels of a value; a scalar has 0, `{}` has 1. */
  readonly maxValueDepth: number
  /** Steps one check may take. */
  readonly maxSteps: number
}

/**
 * - 1 MiB and 64 levels: what MCP hosts send at most, and what recursive readers survive.
 * - 2,000,000 steps: 20 to 250 ms in the slowest cases found, which is as long as a process may stand still; a
 *   usual check takes under 100 steps.
 */
export const VALIDATOR_BOUNDS: ValidatorBounds = Object.freeze({
  limits: SCHEMA_LIMITS,
  maxValueBytes: 1_048_576,
  maxValueDepth: 64,
  maxSteps: 2_000_000,
})

/** Compiled schemas that are kept: more than the tools one agent uses in a day; each takes about 60 KB. */
export const MAX_CACHED_SCHEMAS = 500

/** Checks values against untrusted JSON Schemas. */
export interface SchemaValidator {
  /**
   * Checks a value. Neither schema nor value is changed, and nothing of either is kept but the compiled schema.
   *
   * A value that is no JSON, too big or too deep does not fit; it is not an error. Rejects only for the schema:
   * `INVALID_SCHEMA`, `UNSAFE_SCHEMA`, `UNSUPPORTED_SCHEMA`, `EXTERNAL_REF`, see {@link passGate}.
   */
  readonly validate: (schema: unknown, value: unknown) => Promise<ValidationResult>
  /**
   * What no check against a schema will apply; empty when values are checked in full. Ask it when a schema is registered, to
   * give notice: it compiles patterns and nothing else, keeps nothing, and rejects as `validate` does, so what is
   * refused later is known at once.
   */
  readonly inspect: (schema: unknown) => Promise<readonly UncheckedKeyword[]>
}

/** Creates a validator within {@link VALIDATOR_BOUNDS}. Its engine is loaded when the first schema is compiled. */
export function createSchemaValidator(): SchemaValidator {
  return createBoundedValidator()
}

/** As {@link createSchemaValidator}, within other bounds. */
export function createBoundedValidator(
  given: Partial<ValidatorBounds> = {},
  cache: LruCache<CompiledSchema> = new LruCache(MAX_CACHED_SCHEMAS),
): SchemaValidator {
  const { limits, maxValueBytes, maxValueDepth, maxSteps } = { ...VALIDATOR_BOUNDS, ...given }
  // Every value takes at least one byte.
  const bounds = { maxBytes: maxValueBytes, maxDepth: maxValueDepth, maxNodes: maxValueBytes }
  /** Keys of schemas that can never change, so that neither gate nor hash has to look at them again. */
  const keys = new WeakMap<object, string>()

  const compiled = async (schema: unknown): Promise<CompiledSchema> => {
    const knownKey = isObject(schema) ? keys.get(schema) : undefined
    const cached = knownKey === undefined ? undefined : cache.get(knownKey)
    if (cached !== undefined) return cached
    const { passGate } = await import('./gate/gate.ts')
    // The gate goes first: writing a hostile schema in canonical form would already be too much.
    const graph = passGate(schema, limits)
    const key = knownKey ?? sha256(canonicalJson(graph.document))
    if (isObject(schema) && isDeepFrozen(schema)) keys.set(schema, key)
    const { compileSchema } = await import('./compile/compile-schema.ts')
    const known = cache.get(key)
    if (known !== undefined) return known
    const fresh = compileSchema(graph)
    cache.set(key, fresh)
    return fresh
  }

  return Object.freeze({
    validate: async (schema, value) => {
      const check = await compiled(schema)
      const { readJson } = await import('./gate/gate.ts')
      const reading = readJson(value, bounds)
      return reading.ok
        ? checkValue(check, reading.json, maxSteps)
        : invalid([unreadable(reading, bounds)], check.unchecked)
    },
    inspect: async (schema) => {
      if (isPlainSchema(schema)) return NOTHING
      const { passGate } = await import('./gate/gate.ts')
      const graph = passGate(schema, limits)
      const { planSchema } = await import('./compile/check-plan.ts')
      return planSchema(graph).unchecked
    },
  } satisfies SchemaValidator)
}

const NOTHING: readonly never[] = Object.freeze([])

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

async function checkValue(
  schema: CompiledSchema,
  value: JsonValue,
  maxSteps: number,
): Promise<ValidationResult> {
  const { unchecked } = schema
  const outcome = schema.check(value, maxSteps)
  if (outcome.verdict === 'fits') return Object.freeze({ valid: true, unchecked })
  if (outcome.verdict === 'fails') {
    const { explainFaults } = await import('./explain/explain-faults.ts')
    return invalid(explainFaults(schema.graph.document, outcome.faults), unchecked)
  }
  const { reason } = outcome
  const message = `Checking this value takes more work than the ${maxSteps} steps allowed, so it was not checked.`
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
  const { reason, path } = reading
  const place = path === '' ? 'The value' : truncate(path, 80)
  const messages = {
    depth: `${place} is nested deeper than the ${bounds.maxDepth} levels allowed.`,
    json: `${place} is no JSON; use text, numbers, booleans, null, arrays and objects.`,
    bytes: `The value is larger than the ${bounds.maxBytes} bytes of JSON allowed; send less.`,
  }
  const keyword = ({ depth: 'depth', 'not-json': 'json', bytes: 'bytes', nodes: 'bytes' } as const)[reason]
  return Object.freeze({
    path: keyword === 'bytes' ? '' : shownPointer(path),
    message: truncate(oneLine(messages[keyword]), MAX_ISSUE_LENGTH),
    keyword,
  })
}

/** A map that forgets what was not used for longest once it holds more than it may; with `0` it keeps nothing. */
export class LruCache<Value> {
  // A Map keeps the order of insertion, so the first key is the one that was not used for longest.
  readonly #entries: Map<string, Value> = new Map()
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  /** Entries there are. */
  get size(): number {
    return this.#entries.size
  }

  /** The value of a key, which then counts as used; `undefined` when there is none. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  /** Keeps a value; the one that was not used for longest may go for it. */
  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest = key] = this.#entries.keys()
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(oldest)
  }
}

/**
 * Whether a value can never become another one: scalars, and frozen plain objects and arrays of such values, without
 * getters. Only for values that are known to be JSON within bounds, since it walks all of it.
 */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (!Object.isFrozen(value) || !isPlain(value)) return false
  return Reflect.ownKeys(value).every((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key)
    return property !== undefined && 'value' in property && isDeepFrozen(property.value)
  })
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value)
    ? prototype === Array.prototype
    : prototype === Object.prototype || prototype === null
}
