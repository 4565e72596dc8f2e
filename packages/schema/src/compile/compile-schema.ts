import type { JsonValue } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { InvalidSchemaError } from '../errors.ts'
import type { SchemaGraph, UncheckedKeyword } from '../gate/keywords.ts'
import type { Fault } from '../validation-result.ts'
import { compileExplainer, compileJudge } from './ajv-compiler.ts'
import { Meter, OUT_OF_WORK, planSchema, type ValueCheck } from './check-plan.ts'
import { emitSchema } from './emit-schema.ts'
import { interpretSchema } from './interpret-schema.ts'

/** What came of checking one value. */
export type CheckOutcome =
  | { readonly verdict: 'fits'; readonly steps: number }
  | { readonly verdict: 'fails'; readonly faults: readonly Fault[]; readonly steps: number }
  /** The steps ran out before there was an answer. */
  | { readonly verdict: 'unknown'; readonly reason: 'work' }

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

let canMakeCode: boolean | undefined

/** Whether this platform makes code of texts: the policy of a page and edge runtimes forbid it. */
function makesCode(): boolean {
  if (canMakeCode === undefined) {
    try {
      canMakeCode = new Function('return true')() === true
    } catch {
      canMakeCode = false
    }
  }
  return canMakeCode
}

/**
 * Compiles a schema that has passed the gate, or interprets it: where no code can be made, and where the code would err.
 * What makes up an explanation is compiled when the first value fails.
 *
 * @throws InvalidSchemaError `INVALID_SCHEMA` when the validator refuses it nevertheless.
 */
export function compileSchema(graph: SchemaGraph, canCompile: boolean = makesCode()): CompiledSchema {
  const plan = planSchema(graph)
  const compiles = canCompile && !plan.isContextual
  const meter = new Meter()
  const judge = guarded(() =>
    (compiles ? compileJudge : interpretSchema)(emitSchema(graph, plan, 'judge'), plan, meter),
  )
  let explainer = compiles ? undefined : judge
  const explain = (value: JsonValue): readonly Fault[] => {
    explainer ??= guarded(() => compileExplainer(emitSchema(graph, plan, 'explain'), plan, meter))
    return explainer(value)
  }
  const metered = (check: ValueCheck, value: JsonValue, maxSteps: number): readonly Fault[] | 'work' => {
    meter.start(maxSteps)
    try {
      return check(value)
    } catch (error) {
      // A long chain of references through a deep value may fill the stack before it uses up its steps.
      if (error === OUT_OF_WORK || error instanceof RangeError) return 'work'
      throw error
    }
  }
  return {
    graph,
    unchecked: plan.unchecked,
    check: (value, maxSteps) => {
      const first = metered(judge, value, maxSteps)
      const steps = meter.spent()
      if (typeof first === 'string') return { verdict: 'unknown', reason: first }
      if (first.length === 0) return { verdict: 'fits', steps }
      const all = metered(explain, value, Math.min(maxSteps, MAX_EXPLAINING_STEPS))
      return { verdict: 'fails', faults: typeof all === 'string' || all.length === 0 ? first : all, steps }
    },
  }
}

function guarded<Result>(compile: () => Result): Result {
  try {
    return compile()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : ''
    throw new InvalidSchemaError(`The schema cannot be compiled: ${quote(why)}.`, '', cause)
  }
}
