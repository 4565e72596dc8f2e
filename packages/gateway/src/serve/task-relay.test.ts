import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ElicitRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { connectMcpServer } from '@toolscout/mcp'
import { startTaskServer, type TaskEra, type TaskServer } from '@toolscout/testbed/tasks'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { createDirectExposure } from '../exposure/direct-exposure.ts'
import { connectHttp, startHttp } from './fixtures/clients.ts'
import type { HttpServing } from './http/http-serving.ts'

/** A client that takes tasks. */
interface TaskClient {
  /** Gives the text of the result of a call that became a task. */
  readonly call: (tool: string, nonce: string, polls?: number) => Promise<unknown>
  /** Calls, and cancels the task when there is one and its server is asked after it. */
  readonly cancel: (tool: string, nonce: string, isAsked: () => boolean) => Promise<void>
}

const PAIRS = [
  ['session', 'session'],
  ['session', 'stateless'],
  ['stateless', 'session'],
  ['stateless', 'stateless'],
] as const

async function start(
  era: TaskEra,
): Promise<{ readonly serving: HttpServing; readonly servers: readonly TaskServer[] }> {
  const servers: TaskServer[] = []
  for (const way of ['http', 'stdio'] as const) {
    const server = await startTaskServer(era, way)
    onTestFinished(server.stop)
    servers.push(server)
  }
  const gateway = createGateway({ discovery: { embedder: false }, relay: { elicitation: { form: {} } } })
  onTestFinished(() => gateway.stop())
  for (const [i, { config }] of servers.entries())
    gateway.addServer({ name: i === 0 ? 'web' : 'line', ...config })
  const exposure = createDirectExposure(gateway, { resultReader: false })
  const serving = await startHttp({ gateway, exposure, name: 'relay', version: '1.0.0' })
  await gateway.settled()
  return { serving, servers }
}

async function connectSession({ url, token }: HttpServing): Promise<TaskClient> {
  const client = new Client(
    { name: 'ann', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  )
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ann' } }))
  onTestFinished(() => client.close())
  await connectHttp(client, url, token)
  const begin = (name: string, args: object) =>
    client.experimental.tasks.callToolStream({ name, arguments: { ...args } }, undefined, {
      task: { ttl: 60_000 },
    })
  return {
    call: async (name, nonce, polls) => {
      for await (const message of begin(name, { nonce, ...(polls !== undefined && { polls }) })) {
        if (message.type === 'error') throw message.error
        if (message.type === 'result') return message.result.content
      }
      return undefined
    },
    cancel: async (name, nonce, isAsked) => {
      const { task } = (await client.request(
        { method: 'tools/call', params: { name, arguments: { nonce }, task: {} } },
        ResultSchema,
      )) as unknown as { readonly task: { readonly taskId: string } }
      await expect.poll(isAsked, { timeout: 10_000 }).toBe(true)
      await client.experimental.tasks.cancelTask(task.taskId)
      expect(await client.experimental.tasks.getTask(task.taskId)).toMatchObject({ status: 'cancelled' })
    },
  }
}

async function connectStateless({ url, token }: HttpServing): Promise<TaskClient> {
  const headers = { authorization: `Bearer ${token}` }
  const connection = await connectMcpServer(
    { name: 'relay', transport: 'http', url, headers },
    {
      client: {
        capabilities: { elicitation: { form: {} } },
        onRequest: async () => ({ action: 'accept', content: { name: 'Ann' } }),
      },
    },
  )
  onTestFinished(() => connection.close())
  expect(connection.server.protocolVersion).toBe('2026-07-28')
  return {
    call: async (name, nonce, polls) => {
      const tasks: string[] = []
      const args = { nonce, ...(polls !== undefined && { polls }) }
      const { content } = await connection.call(name, args, { onTask: (id) => void tasks.push(id) })
      if (nonce === 'slow') expect(tasks).toHaveLength(1)
      return content
    },
    cancel: async (name, nonce) => {
      const caller = new AbortController()
      const onTask = (): void => caller.abort(new TypeError('enough'))
      await expect(connection.call(name, { nonce }, { signal: caller.signal, onTask })).rejects.toThrow(
        'enough',
      )
    },
  }
}

it.each(['session', 'stateless'] as const)(
  'a call that its server, of the era %s, has made a task has the time of one, whoever called',
  async (era) => {
    const server = await startTaskServer(era, 'stdio')
    onTestFinished(server.stop)
    const clock = createManualClock()
    const gateway = createGateway({ discovery: { embedder: false }, clock, calls: { maxTaskMs: 90_000 } })
    onTestFinished(() => gateway.stop())
    gateway.addServer({ name: 'line', ...server.config })
    gateway.start()
    await gateway.settled()
    const call = gateway.call('line:wait', { nonce: 'long' })
    await expect.poll(() => server.ledger().has('polled long'), { timeout: 10_000 }).toBe(true)
    await clock.advance(89_999)
    expect(server.ledger().has('cancelled long')).toBe(false)
    await clock.advance(1)
    expect(await call).toMatchObject({ structuredContent: { error: 'CALL_TIMEOUT', outcome: 'unknown' } })
    await expect.poll(() => server.ledger().get('cancelled long'), { timeout: 10_000 }).toBe(1)
    const short = gateway.call('line:wait', { nonce: 'short' }, { timeoutMs: 5_000 })
    await expect.poll(() => server.ledger().has('polled short'), { timeout: 10_000 }).toBe(true)
    await clock.advance(5_000)
    expect(await short).toMatchObject({ structuredContent: { error: 'CALL_TIMEOUT' } })
  },
)

describe.each(PAIRS)(
  'a client of the era %s that takes tasks, of servers of the era %s that make them',
  (client, era) => {
    it('is answered, asked, and cancels', async () => {
      const { serving, servers } = await start(era)
      const { call, cancel } = await (client === 'session' ? connectSession : connectStateless)(serving)
      const useAll = async (place: string, ledger?: TaskServer['ledger']): Promise<void> => {
        const text = (words: string) => [{ type: 'text', text: words }]
        await Promise.all([
          expect(call(`${place}__work`, 'slow', 12)).resolves.toEqual(text('slow')),
          expect(call(`${place}__plain`, 'quick')).resolves.toEqual(text('quick true')),
          cancel(`${place}__wait`, 'never', () => ledger?.().has('polled never') === true),
        ])
        // Alone: what a server asks on stdin belongs to the one call in progress.
        expect(await call(`${place}__ask`, 'who', 12)).toEqual(text('who Ann'))
        await expect.poll(() => ledger?.().get('cancelled never'), { timeout: 10_000 }).toBe(1)
        for (const nonce of ['slow', 'who', 'never']) expect(ledger?.().get(`ran ${nonce}`)).toBe(1)
      }
      const [web, line] = servers
      await Promise.all([useAll('web', web?.ledger), useAll('line', line?.ledger)])
    })
  },
)
