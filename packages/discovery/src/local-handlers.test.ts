import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { createDiscovery, defineTool, type ToolCallContext } from './index.ts'

const inputSchema = { type: 'object', properties: { list: { type: 'array' } } }

describe('handlers', () => {
  it('get the arguments as their own, to change as they like', async () => {
    const scout = createDiscovery()
    const change = (args: { list: number[] }): unknown => {
      args.list.push(2)
      return args
    }
    const passThrough = z.object({ list: z.any() })
    await scout.register({
      plain: { inputSchema, execute: change },
      standard: { inputSchema: passThrough, execute: change },
    })
    const given = Object.freeze({ list: Object.freeze([1]) })
    for (const id of ['plain', 'standard']) {
      expect((await scout.call(id, given)).structuredContent).toEqual({ list: [1, 2] })
    }
    expect(given).toEqual({ list: [1] })
  })

  it('are told of the call as in the AI SDK', async () => {
    const scout = createDiscovery()
    const seen: ToolCallContext[] = []
    const execute = (_args: unknown, context: ToolCallContext): void => {
      seen.push(context)
    }
    await scout.register({ look: { inputSchema, execute } })
    await scout.call('look', {})
    await scout.call('look', {}, { toolCallId: 'call_1', messages: ['hi'] })
    const [first, second] = seen
    expect(first).toMatchObject({ toolCallId: expect.stringMatching(/^[0-9a-f]{32}$/), messages: [] })
    expect(second).toMatchObject({ toolCallId: 'call_1', messages: ['hi'] })
    expect(first?.abortSignal).toBe(first?.signal)
  })

  it('take what their schema gives, with the types of defineTool', async () => {
    const scout = createDiscovery()
    const tool = defineTool({
      name: 'forecast',
      inputSchema: z.object({ city: z.string(), days: z.number().default(3) }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>()
        return args
      },
    })
    await scout.register([tool])
    const result = await scout.call('forecast', { city: 'Rome' })
    expect(result.structuredContent).toEqual({ city: 'Rome', days: 3 })
  })
})
