import { type JsonSchema, type JsonValue, parseTool } from '@toolscout/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createToolDocStore } from './create-tool-doc-store.ts'
import { renderToolDocs } from './render.ts'

const text = fc.string({ minLength: 1, maxLength: 20 })
const leaf = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      description: text,
      format: text,
      pattern: fc.constant('^[a-z`]+$'),
      minLength: fc.nat(9),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('integer'),
      minimum: fc.integer(),
      maximum: fc.integer(),
      multipleOf: fc.constant(2),
      default: fc.integer(),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    enum: fc.uniqueArray(fc.oneof(text, fc.integer()), { minLength: 1, maxLength: 12 }),
    title: text,
  }),
  fc.record({ type: fc.constant('boolean'), examples: fc.array(fc.boolean(), { maxLength: 2 }) }),
)
const { schema } = fc.letrec<{ schema: JsonValue; object: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf as fc.Arbitrary<JsonValue>,
    tie('object'),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      maxItems: fc.nat(9),
    }) as fc.Arbitrary<JsonValue>,
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonValue>,
  ),
  object: fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'bee', 'c d', 'x-1'), tie('schema'), { maxKeys: 4 }),
    additionalProperties: fc.boolean(),
    description: text,
  }) as fc.Arbitrary<JsonValue>,
}))

/** Whatever a schema says: each of its keys and values. */
function factsOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]
  return Object.values(value).flatMap((inner) => factsOf(inner as JsonValue))
}

it.each(['markdown', 'signature'] as const)(
  '%s at `full` has every fact of both schemas, at any depth',
  async (format) => {
    const root = fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('p', 'q'), schema),
    })
    await fc.assert(
      fc.asyncProperty(root, root, async (inputSchema, outputSchema) => {
        const { tool } = parseTool({ name: 'a', namespace: 's', inputSchema, outputSchema })
        const store = createToolDocStore({ getTool: () => tool })
        const docs = [await store.describe(tool.id, 'full')]
        const rendering = renderToolDocs(docs, { detail: 'full', format, budgetTokens: 1_000_000 })
        expect(rendering.tools[0]?.cut).toBe(false)
        for (const part of [tool.inputSchema, tool.outputSchema as JsonSchema])
          for (const fact of factsOf(part as JsonValue)) expect(rendering.text).toContain(unquoted(fact))
      }),
      { numRuns: 60 },
    )
  },
)

/** As it stands in prose and in JSON, unless it needs an escape there. */
function unquoted(fact: string): string {
  return /^"[ -~]*"$/.test(fact) && !fact.includes('\\')
    ? (fact.slice(1, -1).trim().split(/\s+/)[0] ?? '')
    : ''
}
