import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import {
  CreateMessageRequestSchema,
  ErrorCode,
  LoggingMessageNotificationSchema,
  type McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { connectHttp, connectStdio, createClient, startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, everyContent, sampler, talkative } from './fixtures/tools.ts'
import type { Served } from './served.ts'

type Connect = (served: Served, capabilities?: ClientCapabilities) => Promise<Client>

const TRANSPORTS: readonly (readonly [string, Connect])[] = [
  [
    'stdio',
    async (served, capabilities) => {
      const client = createClient(capabilities)
      await connectStdio(client, served)
      return client
    },
  ],
  [
    'Streamable HTTP',
    async (served, capabilities) => {
      const client = createClient(capabilities)
      const { url, token } = await startHttp(served)
      await connectHttp(client, url, token)
      return client
    },
  ],
]

describe.each(TRANSPORTS)('the SDK client over %s', (_name, connect) => {
  it('REG-001 REG-004 is told who serves, what it can do, and how it wants to be used', async () => {
    const { served } = await serveTools([echo], { title: 'A fixture' })
    const client = await connect(served)

    expect(client.getServerVersion()).toEqual({ name: 'fixture', version: '1.0.0', title: 'A fixture' })
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      logging: {},
      tasks: { cancel: {}, requests: { tools: { call: {} } } },
    })
    expect(client.getInstructions()).toBe('Call away.')
  })

  it('REG-005 lists tools with everything that is known of them', async () => {
    const { served } = await serveTools([everyContent])
    const client = await connect(served)

    expect((await client.listTools()).tools).toEqual([
      {
        name: 'every_content',
        title: 'Every content',
        description: 'Gives one of every kind of content.',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, openWorldHint: false },
        icons: [{ src: 'https://icons.example/every.png', mimeType: 'image/png', sizes: ['48x48'] }],
        _meta: { 'example.org/kind': 'sampler' },
        execution: { taskSupport: 'optional' },
      },
    ])
  })

  it('REG-006 W-05 calls a tool and gets its result as MCP has it, whatever is in it', async () => {
    const { served } = await serveTools([echo, everyContent])
    const client = await connect(served)

    expect(await client.callTool({ name: 'echo', arguments: { text: 'hello' } })).toEqual({
      content: [{ type: 'text', text: 'hello' }],
    })
    const { content, structuredContent, _meta } = await client.callTool({ name: 'every_content' })
    expect(content).toHaveLength(5)
    expect(content).toMatchObject([
      { annotations: { audience: ['user'], priority: 0.5 } },
      { type: 'image' },
      { type: 'audio' },
      { resource: { uri: 'test://one' } },
      { uri: 'test://two' },
    ])
    expect([structuredContent, _meta]).toEqual([{ kinds: 5 }, { 'example.org/took': 'long' }])
  })

  it('REG-007 refuses a tool that is not there with an error of the protocol, and says what is near', async () => {
    const { served } = await serveTools([echo])
    const client = await connect(served)

    const error: McpError = await client.callTool({ name: 'ecko' }).catch((given) => given)

    expect(error.code).toBe(ErrorCode.InvalidParams)
    expect(error.message).toContain('Did you mean echo?')
    expect(error.data).toMatchObject({ error: 'TOOL_NOT_FOUND', suggestions: ['echo'] })
  })

  it('REG-008 answers an unknown method with "method not found"', async () => {
    const { served } = await serveTools([echo])
    const client = await connect(served)

    await expect(client.listPrompts()).rejects.toMatchObject({ code: ErrorCode.MethodNotFound })
  })

  it('W-05 answers a ping', async () => {
    const { served } = await serveTools([])
    const client = await connect(served)

    expect(await client.ping()).toEqual({})
  })

  it('hears of progress and of what is logged at the level it asked for', async () => {
    let heard: Promise<unknown> = Promise.resolve()
    const { served } = await serveTools([talkative(() => heard)])
    const client = await connect(served)
    const progress: unknown[] = []
    const logged: unknown[] = []
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params))
    const call = { name: 'talkative' }

    // The SDK forgets whom to tell as soon as it has read the result.
    await new Promise<unknown>((called) => {
      heard = new Promise((resolve) => {
        const onprogress = (given: unknown): void => {
          if (progress.push(given) === 2) resolve(undefined)
        }
        called(client.callTool(call, undefined, { onprogress }))
      })
    })
    await client.setLoggingLevel('error')
    await client.callTool(call)
    await client.setLoggingLevel('debug')
    await client.callTool(call)

    expect(progress).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2 },
    ])
    const warning = { level: 'warning', logger: 'talkative', data: { heard: true } }
    expect(logged).toEqual([warning, { level: 'debug', data: 'too quiet' }, warning])
    await expect(client.setLoggingLevel('loud' as 'debug')).rejects.toMatchObject({ code: -32602 })
  })

  it('is asked by the tool it calls, if it can be; what that fails with is a result (SHL-041)', async () => {
    const { served } = await serveTools([sampler])
    const able = await connect(served, { sampling: {} })
    able.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
      role: 'assistant' as const,
      model: 'test',
      content: { type: 'text' as const, text: `heard ${JSON.stringify(params.messages.length)}` },
    }))
    const unable = await connect(served)
    const call = { name: 'sampler', arguments: { prompt: 'Well?' } }

    expect(await able.callTool(call)).toEqual({
      content: [{ type: 'text', text: '{"type":"text","text":"heard 1"}' }],
    })
    expect(await unable.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('does not support sampling') }],
    })
  })
})
