import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile/compile-schema.ts'
import { ExternalRefError } from './errors.ts'
import { DRAFTS, readSuite, type SuiteTest } from './fixtures/json-schema-suite.ts'
import { passGate } from './gate/gate.ts'
import { createBoundedValidator, LruCache, VALIDATOR_BOUNDS } from './validator.ts'

type Outcome = 'right' | 'told' | 'silent' | 'refused' | 'external' | 'format'

const validator = createBoundedValidator({}, new LruCache(0))

/** What came of a test. A reference is to another document only if stock Ajv does not find it in this one either. */
async function outcomeOf(test: SuiteTest, findsAll: (schema: object) => boolean): Promise<Outcome> {
  try {
    const { valid, unchecked } = await validator.validate(test.schema, test.value)
    if (valid === test.valid) return 'right'
    if (test.isFormatAnnotation) return 'format'
    return unchecked.length > 0 ? 'told' : 'silent'
  } catch (error) {
    return error instanceof ExternalRefError && !findsAll(test.schema as object) ? 'external' : 'refused'
  }
}

describe('the required part of the JSON-Schema-Test-Suite', () => {
  it.each(DRAFTS)('passes in %s, and what is wrong is reported', async (draft, $schema, stock) => {
    const found: Record<Outcome, string[]> = {
      right: [], told: [], silent: [], refused: [], external: [], format: [],
    } // biome-ignore format: one list
    const findsAll = (schema: object): boolean => {
      try {
        stock().compile(schema)
        return true
      } catch {
        return false
      }
    }
    for (const test of readSuite(draft, $schema)) found[await outcomeOf(test, findsAll)].push(test.name)
    const { right, told, silent, refused } = found
    const share = right.length / (right.length + told.length + silent.length + refused.length)
    const figures = Object.entries(found).map(([outcome, { length }]) => `${outcome} ${length}`)
    process.stdout.write(`${draft}: ${figures.join(', ')}; ${share.toFixed(3)} of what is in one document\n`)
    expect(silent).toEqual([])
    expect(share, [...told, ...refused].join('\n')).toBeGreaterThanOrEqual(0.97)
  })

  it.each(DRAFTS)('is answered by code and by interpretation alike in %s', (draft, $schema) => {
    let compared = 0
    for (const { name, schema, value } of readSuite(draft, $schema)) {
      let graph: ReturnType<typeof passGate>
      try {
        graph = passGate(schema)
      } catch {
        continue
      }
      const [compiled, interpreted] = [true, false].map(
        (compiles) => compileSchema(graph, compiles).check(value, VALIDATOR_BOUNDS.maxSteps).verdict,
      )
      expect(interpreted, name).toBe(compiled)
      compared += 1
    }
    expect(compared).toBeGreaterThan(800)
  })
})
