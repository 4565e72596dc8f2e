import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject, LocalTool, ToolCallContext } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGate } from '../scheduling.ts'
import { connectHttp, connectStdio, startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, waiter } from './fixtures/tools.ts'

/** Reports, asks its client, and says what it heard. */
const curious: LocalTool = {
  name: 'curious',
  inputSchema: { type: 'object' },
  execute: async (_args: object, { signal, client, progress }: ToolCallContext) => {
    progress({ progress: 1, message: 'asking' })
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const
    const asked = { mode: 'form', message: 'Who?', requestedSchema }
    return JSON.stringify((await client?.request('elicitation/create', asked, { signal }))?.content)
  },
}

function makeClient(): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  )
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ann' } }))
  onTestFinished(() => client.close())
  return client
}

const ask = (client: Client, method: string, params: JsonObject): Promise<JsonObject> =>
  client.request({ method, params }, ResultSchema) as Promise<JsonObject>

async function begin(client: Client, name: string, task: JsonObject = {}): Promise<JsonObject> {
  return (await ask(client, 'tools/call', { name, task })).task as JsonObject
}

describe.each(['http', 'stdio'] as const)('in a session over %s', (way) => {
  it('a client that asks for a task gets one, follows it and is asked', async () => {
    const { served } = await serveTools([echo, curious])
    const client = makeClient()
    if (way === 'stdio') await connectStdio(client, served)
    else {
      const { url, token } = await startHttp(served)
      await connectHttp(client, url, token)
    }
    expect(client.getServerCapabilities()?.tasks).toEqual({ cancel: {}, requests: { tools: { call: {} } } })
    const { tools } = await client.listTools()
    expect(tools.map(({ execution }) => execution)).toEqual([
      { taskSupport: 'optional' },
      { taskSupport: 'optional' },
    ])
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toEqual({
      content: [{ type: 'text', text: 'hi' }],
    })
    const seen: string[] = []
    const stream = client.experimental.tasks.callToolStream({ name: 'curious', arguments: {} }, undefined, {
      task: { ttl: 60_000 },
    })
    let text: unknown
    for await (const message of stream) {
      seen.push(message.type === 'taskStatus' ? message.task.status : message.type)
      if (message.type === 'taskStatus') expect(message.task).toMatchObject({ ttl: 60_000 })
      if (message.type === 'error') throw message.error
      if (message.type === 'result') text = message.result
    }
    expect(seen.filter((what) => what !== 'working')).toEqual(['taskCreated', 'input_required', 'result'])
    expect(text).toEqual({
      content: [{ type: 'text', text: '{"name":"Ann"}' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: expect.any(String) } },
    })
  })
})

describe('over HTTP', () => {
  async function open(tools: LocalTool[]) {
    const { served } = await serveTools(tools)
    const clock = createManualClock()
    const [ann, bob] = ['a'.repeat(32), 'b'.repeat(32)]
    const { url } = await startHttp(served, { tokens: { [ann]: 'ann', [bob]: 'bob' }, clock, settleMs: 0 })
    const connect = async (token: string): Promise<Client> => {
      const client = makeClient()
      await connectHttp(client, url, token)
      return client
    }
    return { clock, first: await connect(ann), second: await connect(ann), foreign: await connect(bob) }
  }

  it('a task belongs to its principal, in whatever session', async () => {
    const gate = createGate()
    const slow: LocalTool = {
      name: 'slow',
      inputSchema: { type: 'object' },
      execute: () => gate.opened.then(() => 'done'),
    }
    const { first, second, foreign } = await open([slow])
    const { taskId } = await begin(first, 'slow')
    await first.close()
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
      await expect(ask(foreign, method, { taskId } as JsonObject)).rejects.toMatchObject({ code: -32_602 })
    }
    const result = ask(second, 'tasks/result', { taskId } as JsonObject)
    gate.open()
    expect(await result).toMatchObject({ content: [{ text: 'done' }] })
    await expect(ask(second, 'tasks/cancel', { taskId } as JsonObject)).rejects.toMatchObject({
      code: -32_602,
    })
    await expect(ask(second, 'tasks/list', {})).rejects.toMatchObject({ code: -32_601 })
  })

  it('a task is cancelled, or gone after the time that its client asked for', async () => {
    let aborted = 0
    const { clock, first } = await open([
      waiter((signal) =>
        signal.addEventListener('abort', () => {
          aborted += 1
        }),
      ),
    ])
    const { taskId } = await begin(first, 'waiter')
    const result = ask(first, 'tasks/result', { taskId } as JsonObject)
    result.catch(() => {})
    expect(await ask(first, 'tasks/cancel', { taskId } as JsonObject)).toMatchObject({ status: 'cancelled' })
    await expect(result).rejects.toThrow('was cancelled')
    await expect.poll(() => aborted).toBe(1)
    const short = await begin(first, 'waiter', { ttl: 5_000 })
    expect(short).toMatchObject({ ttl: 5_000, pollInterval: 500, status: 'working' })
    await clock.advance(5_000)
    await expect(ask(first, 'tasks/get', { taskId: short.taskId } as JsonObject)).rejects.toMatchObject({
      code: -32_602,
    })
    await expect.poll(() => aborted).toBe(2)
    expect(await begin(first, 'waiter', { ttl: 1e12 })).toMatchObject({ ttl: 3_600_000 })
  })

  it('there are a hundred of one principal at most', async () => {
    const { first, foreign } = await open([waiter(() => {})])
    for (let count = 0; count < 100; count += 1) await begin(first, 'waiter')
    await expect(begin(first, 'waiter')).rejects.toThrow('too many tasks')
    expect(await begin(foreign, 'waiter')).toMatchObject({ status: 'working' })
  })
})
