import { type JsonValue, quote } from '@toolscout/model'
import { compileExplainer, compileJudge, type ValueCheck } from './ajv-compiler.ts'
import { planCheck } from './check-plan.ts'
import { emitSchema } from './emit-schema.ts'
import { InvalidSchemaError } from './errors.ts'
import type { Fault } from './fault.ts'
import { compilePattern, type LinearPattern } from './linear-pattern.ts'
import { createMeter, OUT_OF_WORK } from './meter.ts'
import { ATOMS_PER_PATTERN, MAX_PATTERN_ATOMS } from './pattern-size.ts'
import type { SchemaGraph } from './schema-graph.ts'
import type { UncheckedKeyword } from './unchecked-keyword.ts'

/** What came of checking one value. */
export type CheckOutcome =
  | { readonly verdict: 'fits'; readonly steps: number }
  | { readonly verdict: 'fails'; readonly faults: readonly Fault[]; readonly steps: number }
  /** The steps ran out before there was an answer. */
  | { readonly verdict: 'unknown' }

/** A schema that values can be checked against. */
export interface CompiledSchema {
  readonly graph: SchemaGraph
  /** Keywords no check applies. */
  readonly unchecked: readonly UncheckedKeyword[]
  readonly check: (value: JsonValue, maxSteps: number) => CheckOutcome
}

/**
 * Most steps that are spent on looking for further faults once one is known: a few milliseconds, enough for
 * every value a model writes by hand.
 */
const MAX_EXPLAINING_STEPS = 50_000

/**
 * Compiles a schema that has passed the gate. What makes up an explanation is compiled when the first value fails.
 *
 * @throws InvalidSchemaError `INVALID_SCHEMA` when the validator refuses it nevertheless.
 */
export function compileSchema(graph: SchemaGraph): CompiledSchema {
  const plan = planCheck(graph, compilePatterns(graph))
  const meter = createMeter()
  const judge = guarded(() => compileJudge(emitSchema(graph, plan, 'judge'), plan, meter))
  let explainer: ValueCheck | undefined
  const explain = (value: JsonValue): readonly Fault[] => {
    explainer ??= guarded(() => compileExplainer(emitSchema(graph, plan, 'explain'), plan, meter))
    return explainer(value)
  }
  const metered = (check: ValueCheck, value: JsonValue, maxSteps: number): readonly Fault[] | undefined => {
    meter.start(maxSteps)
    try {
      return check(value)
    } catch (error) {
      // A long chain of references through a deep value may fill the stack before it uses up its steps.
      if (error === OUT_OF_WORK || error instanceof RangeError) return undefined
      throw error
    }
  }
  return {
    graph,
    unchecked: plan.unchecked,
    check: (value, maxSteps) => {
      const first = metered(judge, value, maxSteps)
      const steps = meter.spent()
      if (first === undefined) return { verdict: 'unknown' }
      if (first.length === 0) return { verdict: 'fits', steps }
      const all = metered(explain, value, Math.min(maxSteps, MAX_EXPLAINING_STEPS)) ?? []
      return { verdict: 'fails', faults: all.length > 0 ? all : first, steps }
    },
  }
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

function guarded<Result>(compile: () => Result): Result {
  try {
    return compile()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    throw new InvalidSchemaError(`The schema cannot be compiled: ${quote(why)}.`, '', cause)
  }
}
