import type { JsonObject } from '@toolscout/model'
import { onAbort } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { McpClientRefusedError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { fixture, realServer, until } from '../fixtures/servers.ts'
import type { McpClientOptions } from './client-service.ts'
import type { McpConnection } from './connection.ts'

const ALL: JsonObject = { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } }

function connectCaller(client: McpClientOptions): Promise<McpConnection> {
  return connect(fixture('caller'), { client })
}

/** What the server is answered. */
async function answerTo(client: McpClientOptions, method: string, params: JsonObject = {}): Promise<unknown> {
  const connection = await connectCaller(client)
  const { structuredContent } = await connection.call('ask', { method, params })
  return structuredContent
}

describe('a request of a server', () => {
  it('is answered, on a real server', async () => {
    const asked: string[] = []
    const everything = await connect(realServer('everything'), {
      client: {
        capabilities: { sampling: {}, elicitation: {}, roots: {} },
        onRequest: async (method, params) => {
          asked.push(method)
          if (method === 'roots/list') return { roots: [{ uri: 'file:///home', name: 'home' }] }
          expect(params).toMatchObject({ messages: [{ role: 'user' }], maxTokens: expect.any(Number) })
          return { role: 'assistant', model: 'scripted', content: { type: 'text', text: 'sampled' } }
        },
      },
    })
    const result = await everything.call('trigger-sampling-request', { prompt: 'hello', maxTokens: 10 })
    expect(JSON.stringify(result.content)).toContain('sampled')
    expect(asked).toContain('sampling/createMessage')
  })

  it('gets the announced capabilities and no others', async () => {
    const onRequest = async (): Promise<JsonObject> => ({ roots: [] })
    expect(await answerTo({ capabilities: { roots: {}, tasks: {} }, onRequest }, 'roots/list')).toEqual({
      result: { roots: [] },
    })
    for (const method of ['sampling/createMessage', 'elicitation/create', 'tasks/list', 'toString']) {
      expect(await answerTo({ capabilities: { roots: {} }, onRequest }, method)).toEqual({
        error: { code: -32_601, message: 'Method not found' },
      })
    }
  })

  it('is cleaned where people read it, and untouched where a model does', async () => {
    const seen: JsonObject[] = []
    const client: McpClientOptions = {
      capabilities: ALL,
      onRequest: async (_method, params) => {
        seen.push(params)
        return { action: 'decline' }
      },
    }
    const text = 'vis\u200bible'
    await answerTo(client, 'elicitation/create', { message: text, requestedSchema: { title: text } })
    const messages = [{ role: 'user', content: { type: 'text', text } }]
    await answerTo(client, 'sampling/createMessage', { messages, systemPrompt: text })
    expect(seen).toEqual([
      { message: 'visible', requestedSchema: { title: 'visible' } },
      { messages, systemPrompt: 'visible' },
    ])
  })

  it('learns the reason of a refusal that was meant for it, and nothing of any other', async () => {
    const failing = (error: unknown): McpClientOptions => ({
      capabilities: ALL,
      onRequest: () => Promise.reject(error),
    })
    expect(
      await answerTo(failing(new McpClientRefusedError('the user\u200b said no')), 'roots/list'),
    ).toEqual({
      error: { code: -1, message: 'the user said no' },
    })
    const leak = Object.assign(new Error('the password is swordfish'), { code: 7, data: 'swordfish' })
    expect(await answerTo(failing(leak), 'roots/list')).toEqual({
      error: { code: -32_603, message: 'There is no answer' },
    })
  })

  it('gets no answer that is too large or no JSON', async () => {
    for (const answer of [[], undefined, { f: () => {} }, { text: 'x'.repeat(60_000) }]) {
      const client = { capabilities: ALL, onRequest: async () => answer as never }
      const connection = await connect(fixture('caller'), { client, limits: { maxFrameBytes: 50_000 } })
      const { structuredContent } = await connection.call('ask', { method: 'roots/list' })
      expect(structuredContent).toMatchObject({
        error: { code: -32_603, message: 'The answer cannot be sent' },
      })
    }
  })

  it('is told to stop when the server does not wait any more', async () => {
    let stopped = 0
    const connection = await connectCaller({
      capabilities: ALL,
      onRequest: (_method, _params, { signal }) =>
        new Promise((_resolve, reject) => {
          onAbort(signal, () => {
            stopped += 1
            reject(signal.reason)
          })
        }),
    })
    await connection.call('ask-and-forget', { patience: true })
    await connection.call('forget', {})
    await until(() => stopped === 1)
    // Nobody is bothered with what is not waited for any more.
    await connection.call('ask-and-forget', { patience: false })
    await connection.ping()
    expect(stopped).toBe(1)
    expect(connection.status).toBe('connected')
  })

  it('is one of sixteen at a time', async () => {
    let running = 0
    let most = 0
    const connection = await connectCaller({
      capabilities: ALL,
      onRequest: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return { roots: [] }
      },
    })
    const { structuredContent } = await connection.call('ask-many', { count: 1_000 })
    expect(most).toBe(16)
    expect(structuredContent?.answers).toContainEqual({ code: -32_603, message: 'Too many requests at once' })
  })
})

describe('a form', () => {
  const requestedSchema: JsonObject = {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'Ada' },
      age: { type: 'integer', default: 36 },
      city: { type: 'string' },
    },
  }
  const ask = (elicitation: JsonObject, answer: JsonObject, params: JsonObject = {}): Promise<unknown> =>
    answerTo({ capabilities: { elicitation }, onRequest: async () => answer }, 'elicitation/create', {
      message: 'who?',
      requestedSchema,
      ...params,
    })
  const defaults = { form: { applyDefaults: true } }

  it('that was accepted is completed with defaults, where that is announced', async () => {
    const accepted = { action: 'accept', content: { age: 40 } }
    expect(await ask(defaults, accepted)).toEqual({
      result: { action: 'accept', content: { name: 'Ada', age: 40 } },
    })
    expect(await ask({ form: {} }, accepted)).toEqual({ result: accepted })
    expect(await ask(defaults, { action: 'decline' })).toEqual({ result: { action: 'decline' } })
    expect(await ask(defaults, { action: 'accept' }, { requestedSchema: 'none' })).toEqual({
      result: { action: 'accept' },
    })
  })

  it('is refused in a mode that was not announced', async () => {
    const answer = { action: 'cancel' }
    const refused = { error: { code: -32_602, message: 'This mode of elicitation is not supported.' } }
    expect(await ask({}, answer)).toEqual({ result: answer })
    expect(await ask({}, answer, { mode: 'url' })).toEqual(refused)
    expect(await ask({ url: {} }, answer, { mode: 'url' })).toEqual({ result: answer })
    expect(await ask({ url: {} }, answer)).toEqual(refused)
    expect(await ask({ url: {}, form: {} }, answer, { mode: 'telepathy' })).toEqual(refused)
  })
})
