import type { JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject } from '@toolscout/model/internal'
import type { Fault } from '../validation-result.ts'
import type { CheckPlan } from './check-plan.ts'
import { checkAny, checkNumber, checkSize, type Fail } from './check-value.ts'
import { areUnique, type Meter, type ValueCheck } from './checks.ts'
import { type Emission, type EmittedSchema, TEXT_WORK, WORK } from './emit-schema.ts'

type Emitted = EmittedSchema | boolean
type Names = ReadonlyMap<string, Emitted>

/** What of a value some schema has looked at, for `unevaluated…`. */
interface Evaluated {
  readonly names: Set<string>
  /** How many items from the first on. */
  items: number
}

/**
 * A check that goes through the schema with every value, where no code can be made of texts (the policy of a page, edge
 * runtimes). Slower than compiled code, and says the same. It finds all faults, so it explains as well.
 */
export function interpretSchema(emission: Emission, plan: CheckPlan, meter: Meter): ValueCheck {
  const { schema } = emission
  const definitions =
    typeof schema === 'object' ? ((schema.$defs ?? {}) as { readonly [name: string]: Emitted }) : {}
  const find = (ref: string): Emitted => definitions[ref.slice('#/$defs/'.length)] ?? true
  return (value) => {
    const faults: Fault[] = []
    new Look({ emission, plan, meter, find }, faults).apply(schema, value, '')
    return faults
  }
}

interface LookDeps {
  readonly emission: Emission
  readonly plan: CheckPlan
  readonly meter: Meter
  readonly find: (ref: string) => Emitted
}

/** One look at a value; a branch has a look of its own. */
class Look {
  readonly #deps: LookDeps
  readonly #faults: Fault[]

  constructor(deps: LookDeps, faults: Fault[]) {
    this.#deps = deps
    this.#faults = faults
  }

  apply(schema: Emitted, value: JsonValue, path: string): Evaluated {
    const evaluated: Evaluated = { names: new Set(), items: 0 }
    if (schema === true) return evaluated
    const fail = (keyword: string, params: Fault['params'] = {}): void => {
      const node = this.#deps.emission.nodeOf(schema)
      this.#faults.push({ path, keyword, params, value, node })
    }
    if (schema === false) {
      fail('false schema')
      return evaluated
    }
    const { meter } = this.#deps
    const [steps, hasMemberLoop] = schema[WORK] as [number, boolean]
    meter.enter(value, steps, hasMemberLoop)
    this.#applyInPlace(schema, value, path, evaluated, fail)
    checkAny(schema, value, meter, fail)
    if (typeof value === 'number') checkNumber(schema, value, fail)
    if (typeof value === 'string') this.#checkText(schema, value, fail)
    if (Array.isArray(value)) this.#checkItems(schema, value, path, evaluated, fail)
    else if (isJsonObject(value)) this.#checkMembers(schema, value, path, evaluated, fail)
    return evaluated
  }

  /** What a schema says of a value beside what others say; what it looked at counts only when it fits. */
  #try(schema: Emitted, value: JsonValue, evaluated: Evaluated): readonly Fault[] {
    const faults: Fault[] = []
    const own = new Look(this.#deps, faults).apply(schema, value, '')
    if (faults.length === 0) join(evaluated, own)
    return faults
  }

  #applyInPlace(
    schema: EmittedSchema,
    value: JsonValue,
    path: string,
    evaluated: Evaluated,
    fail: Fail,
  ): void {
    const also = (other: Emitted): void => join(evaluated, this.apply(other, value, path))
    if (schema.$ref !== undefined) also(this.#deps.find(schema.$ref as string))
    for (const part of (schema.allOf ?? []) as readonly Emitted[]) also(part)
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (schema[keyword] === undefined) continue
      const branches = (schema[keyword] as readonly Emitted[]).map((branch) =>
        this.#try(branch, value, evaluated),
      )
      const fitting = branches.filter((faults) => faults.length === 0).length
      if (fitting === 0 || (fitting > 1 && keyword === 'oneOf')) fail(keyword, { branches, fitting })
    }
    if (schema.not !== undefined && this.#try(schema.not as Emitted, value, nothing()).length === 0)
      fail('not')
    if (schema.if !== undefined) {
      const fits = this.#try(schema.if as Emitted, value, evaluated).length === 0
      also(((fits ? schema.then : schema.else) as Emitted | undefined) ?? true)
    }
    if (!isJsonObject(value)) return
    for (const [name, other] of namesOf(schema.dependentSchemas)) if (Object.hasOwn(value, name)) also(other)
  }

  #checkText(schema: EmittedSchema, text: string, fail: Fail): void {
    if (schema[TEXT_WORK] !== undefined) this.#deps.meter.read(text, schema[TEXT_WORK] as number)
    if (schema.minLength !== undefined || schema.maxLength !== undefined)
      checkSize(schema, 'Length', [...text].length, fail)
    const { pattern } = schema
    if (typeof pattern === 'string' && !this.#matches(pattern, text)) fail('pattern', { pattern })
  }

  #matches(source: string, text: string): boolean {
    const pattern = this.#deps.plan.patternFor(source)
    this.#deps.meter.spend(text.length * (pattern?.atoms ?? 1))
    return pattern?.test(text) ?? true
  }

  #checkItems(
    schema: EmittedSchema,
    items: readonly JsonValue[],
    path: string,
    evaluated: Evaluated,
    fail: Fail,
  ): void {
    const each = (other: Emitted, from: number): void => {
      for (let i = from; i < items.length; i += 1)
        this.apply(other, items[i] as JsonValue, childPointer(path, i))
      evaluated.items = items.length
    }
    checkSize(schema, 'Items', items.length, fail)
    if (schema.uniqueItems === true && !areUnique(items, this.#deps.meter)) fail('uniqueItems')
    const first = (schema.prefixItems ?? []) as readonly Emitted[]
    for (const [i, other] of first.slice(0, items.length).entries())
      this.apply(other, items[i] as JsonValue, childPointer(path, i))
    evaluated.items = Math.max(evaluated.items, Math.min(first.length, items.length))
    if (schema.items === false && first.length > 0) {
      if (items.length > first.length) fail('items', { limit: first.length })
    } else if (schema.items !== undefined) each(schema.items as Emitted, first.length)
    if (schema.contains !== undefined) {
      const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as {
        [limit: string]: number
      }
      const held = items.filter(
        (item) => this.#try(schema.contains as Emitted, item, nothing()).length === 0,
      ).length
      if (held < minContains || held > maxContains)
        fail('contains', { minContains, maxContains: schema.maxContains })
      // As Ajv has it; the specification says those that it holds.
      evaluated.items = items.length
    }
    if (schema.unevaluatedItems === false) {
      if (items.length > evaluated.items) fail('unevaluatedItems', { limit: evaluated.items })
    } else if (schema.unevaluatedItems !== undefined)
      each(schema.unevaluatedItems as Emitted, evaluated.items)
  }

  #checkMembers(
    schema: EmittedSchema,
    value: { readonly [name: string]: JsonValue },
    path: string,
    evaluated: Evaluated,
    fail: Fail,
  ): void {
    const names = Object.keys(value)
    const applyTo = (name: string, other: Emitted): void => {
      this.apply(other, value[name] as JsonValue, childPointer(path, name))
      evaluated.names.add(name)
    }
    checkSize(schema, 'Properties', names.length, fail)
    const has = (name: string): boolean => Object.hasOwn(value, name)
    for (const name of (schema.required ?? []) as readonly string[])
      if (!has(name)) fail('required', { missingProperty: name })
    for (const [property, needed] of namesOf(schema.dependentRequired) as ReadonlyMap<string, unknown>)
      for (const name of has(property) ? (needed as readonly string[]) : [])
        if (!has(name)) fail('dependentRequired', { property, missingProperty: name })
    const own = namesOf(schema.properties)
    for (const [name, other] of own) if (has(name)) applyTo(name, other)
    const patterns = [...namesOf(schema.patternProperties)]
    const further = names.filter((name) => {
      const matching = patterns.filter(([pattern]) => this.#matches(pattern, name))
      for (const [, other] of matching) applyTo(name, other)
      return matching.length === 0 && !own.has(name)
    })
    const { additionalProperties, propertyNames, unevaluatedProperties } = schema
    for (const name of additionalProperties === undefined ? [] : further) {
      if (additionalProperties === false) fail('additionalProperties', { additionalProperty: name })
      else applyTo(name, additionalProperties as Emitted)
    }
    for (const name of propertyNames === undefined ? [] : names)
      if (this.#try(propertyNames as Emitted, name, nothing()).length > 0)
        fail('propertyNames', { propertyName: name })
    if (unevaluatedProperties === undefined) return
    for (const name of names.filter((known) => !evaluated.names.has(known))) {
      if (unevaluatedProperties === false) fail('unevaluatedProperties', { unevaluatedProperty: name })
      else applyTo(name, unevaluatedProperties as Emitted)
    }
  }
}

function nothing(): Evaluated {
  return { names: new Set(), items: 0 }
}

function join(evaluated: Evaluated, other: Evaluated): void {
  for (const name of other.names) evaluated.names.add(name)
  evaluated.items = Math.max(evaluated.items, other.items)
}

function namesOf(schemas: unknown): Names {
  return new Map(Object.entries((schemas ?? {}) as { readonly [name: string]: Emitted }))
}
