import type { JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import {
  _,
  Ajv2020,
  type CodeOptions,
  type ErrorObject,
  type KeywordCxt,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import type { Fault } from '../validation-result.ts'
import {
  areUnique,
  type CheckPlan,
  isMultipleOf,
  isOneOf,
  type Meter,
  type ValueCheck,
} from './check-plan.ts'
import { type Emission, type EmittedSchema, TEXT_WORK, WORK } from './emit-schema.ts'
import { FORMATS } from './formats.ts'

/** Most branches of all unions of a schema that are compiled to explain why none fits: each takes up to 1 ms. */
const MAX_EXPLAINED_BRANCHES = 64
type RegExpEngine = NonNullable<CodeOptions['regExp']>

/** What a validator's whole schema is called inside its own Ajv. */
const SCHEMA_KEY = 'schema'
/**
 * Compiles a check that says whether a value fits and stops at the first fault.
 *
 * Every check has an Ajv of its own, so no schema ever meets another one, and dropping the check frees all of it.
 */
export function compileJudge(emission: Emission, plan: CheckPlan, meter: Meter): ValueCheck {
  const ajv = createAjv(plan, meter, false)
  const validate = ajv.compile(emission.schema)
  return (value) => run(validate, value, emission)
}

/**
 * Compiles a check that looks for all faults and tries each branch of a union on its own. Its answer serves to
 * explain, never to decide.
 */
export function compileExplainer(emission: Emission, plan: CheckPlan, meter: Meter): ValueCheck {
  const ajv = createAjv(plan, meter, true)
  const branches = new Map<string, ValueCheck>()
  const compiled = (key: string): ValueCheck => {
    const validate = ajv.getSchema(key) as ValidateFunction
    return (value) => run(validate, value, emission)
  }
  const branch = (name: string): ValueCheck | undefined => {
    const known = branches.get(name)
    if (known !== undefined || branches.size >= MAX_EXPLAINED_BRANCHES) return known
    const check = compiled(`${SCHEMA_KEY}#/$defs/${name}`)
    branches.set(name, check)
    return check
  }
  addExplainedUnion(ajv, 'anyOf', branch)
  addExplainedUnion(ajv, 'oneOf', branch)
  ajv.addSchema(emission.schema as EmittedSchema, SCHEMA_KEY)
  return compiled(SCHEMA_KEY)
}

function createAjv(plan: CheckPlan, meter: Meter, allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    messages: false,
    verbose: true,
    ownProperties: true,
    inlineRefs: false,
    // Optimising the generated code takes longer than the code saves in the few calls it lives.
    code: { optimize: false, regExp: linearEngine(plan, meter) },
  })
  // Its constructor says true whatever is asked for. What asks for the members and items that were evaluated never comes
  // here, and the code that notes them sometimes throws: after a branch that is `true` beside one that has members, say.
  ajv.opts.unevaluated = false
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format)
  addMeter(ajv, meter)
  addJsonEquality(ajv, meter)
  addExactDivision(ajv, meter)
  return ajv
}

/** Runs patterns on the linear engine, at the price of a step for each character and atom. */
function linearEngine(plan: CheckPlan, meter: Meter): RegExpEngine {
  const engine = (source: string): ReturnType<RegExpEngine> => {
    const pattern = plan.patternFor(source)
    const test = (text: string): boolean => {
      meter.spend(text.length * (pattern?.atoms ?? 1))
      return pattern?.test(text) ?? true
    }
    // Ajv tells the patterns of a schema apart by their text.
    const expression = { test, toString: () => source }
    return expression
  }
  engine.code = 'linear'
  return engine
}

/** Makes every schema pay before anything else of it runs. */
function addMeter(ajv: Ajv2020, meter: Meter): void {
  ajv.addKeyword({
    keyword: WORK,
    before: '$ref',
    code: ({ gen, data, schema }: KeywordCxt) => {
      const pay = gen.scopeValue('func', { ref: meter.enter })
      gen.code(_`${pay}(${data}, ${schema[0]}, ${schema[1]})`)
    },
  })
  ajv.addKeyword({
    keyword: TEXT_WORK,
    type: 'string',
    before: 'maxLength',
    code: ({ gen, data, schema }: KeywordCxt) => {
      const pay = gen.scopeValue('func', { ref: meter.read })
      gen.code(_`${pay}(${data}, ${schema})`)
    },
  })
}

/**
 * Equality as JSON defines it, in place of Ajv's: that one calls `valueOf` and `toString` of the value, which a
 * caller may have named an argument, and compares `uniqueItems` pair by pair.
 */
function addJsonEquality(ajv: Ajv2020, meter: Meter): void {
  for (const keyword of ['enum', 'const', 'uniqueItems']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'enum', errors: false, compile: (values: JsonValue[]) => isOneOf(values, meter) })
  ajv.addKeyword({ keyword: 'const', errors: false, compile: (value: JsonValue) => isOneOf([value], meter) })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    compile: (isAsked: boolean) => (items: readonly JsonValue[]) => !isAsked || areUnique(items, meter),
  })
}

/** Division as JSON writes numbers, in place of Ajv's, which takes every number for a multiple once a quotient overflows. */
function addExactDivision(ajv: Ajv2020, meter: Meter): void {
  const keyword = 'multipleOf'
  const validate = (divisor: number, value: number, parentSchema: EmittedSchema = {}): boolean => {
    validate.errors = [{ keyword, params: { multipleOf: divisor }, parentSchema }]
    return isMultipleOf(value, divisor, meter)
  }
  validate.errors = [] as { keyword: string; params: object; parentSchema: EmittedSchema }[]
  ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword, type: 'number', schemaType: 'number', validate })
}

/** A union whose branches are names; what each says against the value is kept. */
function addExplainedUnion(
  ajv: Ajv2020,
  keyword: 'anyOf' | 'oneOf',
  branch: (name: string) => ValueCheck | undefined,
): void {
  const validate = (names: readonly string[], data: JsonValue, parentSchema: EmittedSchema = {}): boolean => {
    const branches = names.flatMap((name) => {
      const check = branch(name)
      return check === undefined ? [] : [check(data)]
    })
    const fitting = branches.filter((faults) => faults.length === 0).length
    const isUndecided = names.length > branches.length && fitting === 0
    if (isUndecided || fitting === 1 || (fitting > 1 && keyword === 'anyOf')) return true
    validate.errors = [{ keyword, params: { branches, fitting }, parentSchema }]
    return false
  }
  validate.errors = [] as { keyword: string; params: object; parentSchema: EmittedSchema }[]
  ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword, schemaType: 'array', before: 'allOf', validate })
}

function run(validate: ValidateFunction, value: JsonValue, emission: Emission): readonly Fault[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => toFault(error, emission))
}

function toFault(error: ErrorObject, emission: Emission): Fault {
  return {
    path: error.instancePath,
    keyword: error.keyword,
    params: isJsonObject(error.params) ? error.params : {},
    value: error.data as JsonValue,
    node: emission.nodeOf(error.parentSchema),
  }
}
