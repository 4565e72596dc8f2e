import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { LocalTool, ToolCallContext } from '@toolscout/model'
import { expect, it, onTestFinished } from 'vitest'
import { createGate } from '../scheduling.ts'
import { startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, talkative, waiter } from './fixtures/tools.ts'
import type { HttpServing } from './http/http-serving.ts'

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

async function connect(mode: VersionNegotiationMode, { url, token }: HttpServing): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  )
  onTestFinished(() => client.close())
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    action: 'accept',
    content: { name: String(params.message) },
  }))
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

it.each([
  [MODERN, '2026-07-28', 0],
  ['auto', '2026-07-28', 0],
  ['legacy', '2025-11-25', 1],
] as const)('lists, calls, reports and asks a client of %o', async (mode, version, sessions) => {
  const { served } = await serveTools([echo, curious, talkative()])
  const serving = await startHttp(served)
  const client = await connect(mode, serving)
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  expect(client.getInstructions()).toBe('Call away.')
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['curious', 'echo', 'talkative'])
  const said = await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
  expect(said.content).toEqual([{ type: 'text', text: 'hello' }])
  const progress: unknown[] = []
  await client.callTool({ name: 'talkative', arguments: {} }, { onprogress: (given) => progress.push(given) })
  expect(progress).toEqual([
    { progress: 1, total: 2, message: 'half' },
    { progress: 2, total: 2 },
  ])
  const asked = await client.callTool({ name: 'curious', arguments: {} })
  expect(asked.content).toEqual([{ type: 'text', text: '[{"name":"first?"},{"name":"second?"}]' }])
  await expect(client.callTool({ name: 'nobody', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
  expect(serving.sessions()).toBe(sessions)
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
  const client = await connect(MODERN, await startHttp(served))
  const controller = new AbortController()
  const call = client.callTool({ name: 'waiter', arguments: {} }, { signal: controller.signal })
  await begun.opened
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow()
  await expect.poll(() => ended?.aborted).toBe(true)
})

it('tells who listens that tools changed', async () => {
  const { served, gateway } = await serveTools([echo])
  const client = await connect(MODERN, await startHttp(served))
  const changed = createGate()
  client.setNotificationHandler('notifications/tools/list_changed', () => changed.open())
  const subscription = await client.listen({ toolsListChanged: true })
  expect(subscription.honoredFilter).toEqual({ toolsListChanged: true })
  await gateway.register([curious])
  await changed.opened
  expect((await client.listTools(undefined, { cacheMode: 'refresh' })).tools).toHaveLength(2)
  await subscription.close()
})
