import type { JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject } from '@toolscout/model/internal'
import type { Fault } from '../validation-result.ts'
import { areUnique, type CheckPlan, type Meter, type ValueCheck } from './check-plan.ts'
import { checkAny, checkNumber, checkSize, Evaluated, type Fail } from './check-value.ts'
import { type Emission, type EmittedSchema, TEXT_WORK, WORK } from './emit-schema.ts'

type Emitted = EmittedSchema | boolean
type Names = ReadonlyMap<string, Emitted>

/** What a schema takes to be interpreted, in steps of compiled code: about a microsecond. */
const STEPS_PER_SCHEMA = 10
const NOTHING = new Evaluated()

/**
 * A check that goes through the schema with every value: where no code can be made of texts (the policy of a page, edge
 * runtimes), and for what Ajv's code gets wrong. Slower than compiled code. It finds all faults, so it explains as well.
 */
export function interpretSchema(emission: Emission, plan: CheckPlan, meter: Meter): ValueCheck {
  const { schema } = emission
  const definitions =
    typeof schema === 'object' ? ((schema.$defs ?? {}) as { readonly [name: string]: Emitted }) : {}
  const find = (ref: string): Emitted => definitions[ref.slice('#/$defs/'.length)] ?? true
  return (value) => {
    const faults: Fault[] = []
    new Look({ emission, plan, meter, find, scope: [] }, faults).apply(schema, value, '')
    return faults
  }
}

interface LookDeps {
  readonly emission: Emission
  readonly plan: CheckPlan
  readonly meter: Meter
  readonly find: (ref: string) => Emitted
  /** The resources the check went through on its way in, the outermost first: the dynamic scope. */
  readonly scope: number[]
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
    const { meter, emission, scope } = this.#deps
    if (schema === true) {
      meter.spend(1)
      return NOTHING
    }
    const node = emission.nodeOf(schema)
    const fail = (keyword: string, params: Fault['params'] = {}): void => {
      this.#faults.push({ path, keyword, params, value, node })
    }
    if (schema === false) {
      fail('false schema')
      return NOTHING
    }
    // What stands for a hoisted schema has no price of its own, and is in no resource.
    const [steps, hasMemberLoop] = (schema[WORK] ?? [1, false]) as [number, boolean]
    meter.enter(value, steps + STEPS_PER_SCHEMA, hasMemberLoop)
    const evaluated = new Evaluated()
    const isEntered = node !== undefined && node.resource !== scope.at(-1)
    if (isEntered) scope.push(node.resource)
    this.#applyInPlace(schema, value, path, evaluated, fail)
    checkAny(schema, value, meter, fail)
    if (typeof value === 'number') checkNumber(schema, value, meter, fail)
    if (typeof value === 'string') this.#checkText(schema, value, fail)
    if (Array.isArray(value)) this.#checkItems(schema, value, path, evaluated, fail)
    else if (isJsonObject(value)) this.#checkMembers(schema, value, path, evaluated, fail)
    if (isEntered) scope.pop()
    return evaluated
  }

  /** What a schema says of a value beside what others say; what it looked at counts only when it fits. */
  #try(schema: Emitted, value: JsonValue, evaluated: Evaluated): readonly Fault[] {
    const faults: Fault[] = []
    const own = new Look(this.#deps, faults).apply(schema, value, '')
    if (faults.length === 0) evaluated.join(own, this.#deps.meter)
    return faults
  }

  /** The schema a dynamic reference means here: that of the outermost resource that has one. */
  #findDynamic(candidates: readonly (readonly [resource: number, schema: EmittedSchema])[]): Emitted {
    const { scope, meter } = this.#deps
    meter.spend(scope.length + candidates.length)
    const byResource = new Map(candidates)
    const outermost = scope.find((resource) => byResource.has(resource)) ?? candidates[0]?.[0]
    return byResource.get(outermost as number) ?? true
  }

  #applyInPlace(
    schema: EmittedSchema,
    value: JsonValue,
    path: string,
    evaluated: Evaluated,
    fail: Fail,
  ): void {
    const { meter, find } = this.#deps
    const also = (other: Emitted): void => evaluated.join(this.apply(other, value, path), meter)
    if (schema.$ref !== undefined) also(find(schema.$ref as string))
    if (schema.$dynamicRef !== undefined) also(this.#findDynamic(schema.$dynamicRef as []))
    for (const part of (schema.allOf ?? []) as readonly Emitted[]) also(part)
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (schema[keyword] === undefined) continue
      const branches = (schema[keyword] as readonly Emitted[]).map((branch) =>
        this.#try(branch, value, evaluated),
      )
      const fitting = branches.filter((faults) => faults.length === 0).length
      if (fitting === 0 || (fitting > 1 && keyword === 'oneOf')) fail(keyword, { branches, fitting })
    }
    if (schema.not !== undefined && this.#try(schema.not as Emitted, value, new Evaluated()).length === 0)
      fail('not')
    if (schema.if !== undefined) {
      const fits = this.#try(schema.if as Emitted, value, evaluated).length === 0
      also(((fits ? schema.then : schema.else) as Emitted | undefined) ?? true)
    }
    if (!isJsonObject(value)) return
    const dependent = namesOf(schema.dependentSchemas)
    meter.spend(dependent.size)
    for (const [name, other] of dependent) if (Object.hasOwn(value, name)) also(other)
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
      evaluated.addFirst(items.length)
    }
    checkSize(schema, 'Items', items.length, fail)
    if (schema.uniqueItems === true && !areUnique(items, this.#deps.meter)) fail('uniqueItems')
    const first = (schema.prefixItems ?? []) as readonly Emitted[]
    for (const [i, other] of first.slice(0, items.length).entries())
      this.apply(other, items[i] as JsonValue, childPointer(path, i))
    evaluated.addFirst(Math.min(first.length, items.length))
    if (schema.items === false && first.length > 0) {
      if (items.length > first.length) fail('items', { limit: first.length })
    } else if (schema.items !== undefined) each(schema.items as Emitted, first.length)
    if (schema.contains !== undefined) {
      const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as {
        [limit: string]: number
      }
      const isHeld = (item: JsonValue): boolean =>
        this.#try(schema.contains as Emitted, item, new Evaluated()).length === 0
      const held = [...items.keys()].filter((i) => isHeld(items[i] as JsonValue))
      if (held.length < minContains || held.length > maxContains)
        fail('contains', { minContains, maxContains: schema.maxContains })
      // Before 2020-12 `contains` left no note of what it held.
      if (this.#deps.emission.dialect === '2020-12') for (const i of held) evaluated.addPlace(i)
    }
    if (schema.unevaluatedItems === undefined) return
    const next = (from: number): number => evaluated.nextPlace(from, items.length)
    if (schema.unevaluatedItems === false) {
      if (next(0) < items.length) fail('unevaluatedItems', { limit: next(0) })
    } else {
      for (let i = next(0); i < items.length; i = next(i + 1))
        this.apply(schema.unevaluatedItems as Emitted, items[i] as JsonValue, childPointer(path, i))
    }
    evaluated.addFirst(items.length)
  }

  #checkMembers(
    schema: EmittedSchema,
    value: { readonly [name: string]: JsonValue },
    path: string,
    evaluated: Evaluated,
    fail: Fail,
  ): void {
    const { additionalProperties, propertyNames, unevaluatedProperties } = schema
    const [, hasMemberLoop] = (schema[WORK] ?? []) as [number?, boolean?]
    const names = hasMemberLoop ? Object.keys(value) : []
    const applyTo = (name: string, other: Emitted): void => {
      this.apply(other, value[name] as JsonValue, childPointer(path, name))
      evaluated.addName(name)
    }
    checkSize(schema, 'Properties', names.length, fail)
    const has = (name: string): boolean => Object.hasOwn(value, name)
    for (const name of (schema.required ?? []) as readonly string[])
      if (!has(name)) fail('required', { missingProperty: name })
    for (const [property, needed] of namesOf(schema.dependentRequired) as ReadonlyMap<string, unknown>)
      for (const name of has(property) ? (needed as readonly string[]) : [])
        if (!has(name)) fail('dependentRequired', { property, missingProperty: name })
    const own = namesOf(schema.properties)
    this.#deps.meter.spend(own.size)
    for (const [name, other] of own) if (has(name)) applyTo(name, other)
    const patterns = [...namesOf(schema.patternProperties)]
    const further = names.filter((name) => {
      const matching = patterns.filter(([pattern]) => this.#matches(pattern, name))
      for (const [, other] of matching) applyTo(name, other)
      return matching.length === 0 && !own.has(name)
    })
    for (const name of additionalProperties === undefined ? [] : further) {
      if (additionalProperties === false) fail('additionalProperties', { additionalProperty: name })
      else applyTo(name, additionalProperties as Emitted)
    }
    for (const name of propertyNames === undefined ? [] : names)
      if (this.#try(propertyNames as Emitted, name, new Evaluated()).length > 0)
        fail('propertyNames', { propertyName: name })
    if (unevaluatedProperties === undefined) return
    for (const name of names.filter((known) => !evaluated.hasName(known))) {
      if (unevaluatedProperties === false) fail('unevaluatedProperties', { unevaluatedProperty: name })
      else applyTo(name, unevaluatedProperties as Emitted)
    }
  }
}

const NO_NAMES: Names = new Map()
const namesBySchemas = new WeakMap<object, Names>()

/** The schemas of a map by name; read once, since `Object.entries` of 500 takes longer than most checks. */
function namesOf(schemas: unknown): Names {
  if (!isJsonObject(schemas)) return NO_NAMES
  const known = namesBySchemas.get(schemas)
  if (known !== undefined) return known
  const names = new Map(Object.entries(schemas as { readonly [name: string]: Emitted }))
  namesBySchemas.set(schemas, names)
  return names
}
