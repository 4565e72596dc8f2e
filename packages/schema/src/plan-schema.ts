import { type CheckPlan, planCheck } from './check-plan.ts'
import { compilePattern, type LinearPattern } from './linear-pattern.ts'
import { ATOMS_PER_PATTERN, MAX_PATTERN_ATOMS } from './pattern-size.ts'
import type { SchemaGraph } from './schema-graph.ts'

/** Compiles the patterns of a schema that has passed the gate, and decides what of it is checked. */
export function planSchema(graph: SchemaGraph): CheckPlan {
  return planCheck(graph, compilePatterns(graph))
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
