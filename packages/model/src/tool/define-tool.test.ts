import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../internal/json/json.ts'
import type { ToolCallContext } from './tool.ts'
import { defineTool, listToolSet, type ToolArguments, type ToolSet } from './tool-set.ts'

const inputSchema = z.object({ city: z.string(), days: z.number().default(3) })

describe('defineTool', () => {
  it('infers what execute takes from a Standard Schema: its output', () => {
    const tool = defineTool({
      name: 'forecast',
      inputSchema,
      execute: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>()
        expectTypeOf(context).toEqualTypeOf<ToolCallContext>()
        return args.city
      },
    })
    expectTypeOf(tool.name).toEqualTypeOf<string>()
    expectTypeOf<ToolArguments<typeof inputSchema>>().toEqualTypeOf<{ city: string; days: number }>()
    expect(listToolSet([tool])[0]?.definition).toEqual({ name: 'forecast', inputSchema })
  })

  it('gives JSON objects to handlers of JSON Schemas', () => {
    const tool = defineTool({
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<JsonObject>()
        return args.city
      },
    })
    expect(listToolSet({ tool })).toHaveLength(1)
  })

  it('refuses handlers that take something else', () => {
    defineTool({
      inputSchema,
      // @ts-expect-error: the schema gives a text
      execute: ({ city }: { city: number }) => city,
    })
    // @ts-expect-error: a list needs names
    const list: ToolSet = [defineTool({ inputSchema, execute: () => 1 })]
    expect(list).toHaveLength(1)
  })
})

/** A tool as the AI SDK (version 5) types what its `tool()` gives. */
interface AiSdkTool<Input> {
  readonly description?: string
  readonly inputSchema: z.ZodType<Input>
  readonly providerOptions?: Record<string, Record<string, unknown>>
  readonly onInputAvailable?: (options: { readonly input: Input; readonly toolCallId: string }) => void
  readonly execute?: (
    input: Input,
    options: { readonly toolCallId: string; readonly messages: string[]; readonly abortSignal?: AbortSignal },
  ) => string | PromiseLike<string> | AsyncIterable<string>
}

describe('tool sets', () => {
  it('take tools of the AI SDK, annotated functions and the shapes of OpenAI and Anthropic', () => {
    const weather: AiSdkTool<{ city: string }> = {
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => city,
    }
    const schema = { type: 'object' }
    const sets: readonly ToolSet[] = [
      { weather },
      { weather: { inputSchema, execute: ({ city }: { city: string }) => city } },
      [{ name: 'a', parameters: schema, execute: (args: { readonly n: number }) => args.n }],
      [{ name: 'a', input_schema: schema }],
      [{ type: 'function', function: { name: 'a', parameters: schema } }],
      { a: { type: 'function', function: { parameters: schema } } },
    ]
    expect(sets.flatMap((set) => listToolSet(set))).toHaveLength(6)
  })
})
