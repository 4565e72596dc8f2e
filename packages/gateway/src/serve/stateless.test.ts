import type { LocalTool, ToolCallContext } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createGate } from '../scheduling.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, talkative, waiter } from './fixtures/tools.ts'
import { connectV2 } from './fixtures/v2-clients.ts'

const MODERN = { pin: '2026-07-28' } as const
const FORM = { type: 'object', properties: { name: { type: 'string' } } } as const

/** Asks its client two things, one after the other, and says what it heard. */
const curious: LocalTool = {
  name: 'curious',
  description: 'Asks two things.',
  inputSchema: { type: 'object' },
  execute: async (_args: object, { client, signal }: ToolCallContext) => {
    const heard: unknown[] = []
    for (const message of ['first?', 'second?']) {
      const answer = await client?.request(
        'elicitation/create',
        { mode: 'form', message, requestedSchema: FORM },
        { signal },
      )
      heard.push(answer?.content)
    }
    return JSON.stringify(heard)
  },
}

describe.each(['http', 'stdio'] as const)('over %s', (way) => {
  it.each([
    [MODERN, '2026-07-28'],
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('lists, calls, reports and asks a client of %o', async (mode, version) => {
    const { served } = await serveTools([echo, curious, talkative()])
    const { client, sessions } = await connectV2(served, way, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getInstructions()).toBe('Call away.')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['curious', 'echo', 'talkative'])
    const said = await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    expect(said.content).toEqual([{ type: 'text', text: 'hello' }])
    const progress: unknown[] = []
    await client.callTool(
      { name: 'talkative', arguments: {} },
      { onprogress: (given) => progress.push(given) },
    )
    expect(progress).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ])
    const asked = await client.callTool({ name: 'curious', arguments: {} })
    expect(asked.content).toEqual([{ type: 'text', text: '[{"name":"first?"},{"name":"second?"}]' }])
    await expect(client.callTool({ name: 'nobody', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
    expect(sessions()).toBe(way === 'http' && mode === 'legacy' ? 1 : 0)
  })

  it('gives a call up when its client does', async () => {
    let ended: AbortSignal | undefined
    const begun = createGate()
    const { served } = await serveTools([
      waiter((signal) => {
        ended = signal
        begun.open()
      }),
    ])
    const { client } = await connectV2(served, way, MODERN)
    const controller = new AbortController()
    const call = client.callTool({ name: 'waiter', arguments: {} }, { signal: controller.signal })
    await begun.opened
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow()
    await expect.poll(() => ended?.aborted).toBe(true)
  })

  it('tells who listens that tools changed', async () => {
    const { served, gateway } = await serveTools([echo])
    const { client } = await connectV2(served, way, MODERN)
    const changed = createGate()
    client.setNotificationHandler('notifications/tools/list_changed', () => changed.open())
    const subscription = await client.listen({ toolsListChanged: true })
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true })
    await gateway.register([curious])
    await changed.opened
    expect((await client.listTools(undefined, { cacheMode: 'refresh' })).tools).toHaveLength(2)
    await subscription.close()
  })
})
