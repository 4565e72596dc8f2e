import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject, LocalTool, ToolCallContext } from '@toolscout/model'
import { nextTurn } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import type { ContextSource } from '../context/context-source.ts'
import { createGate } from '../scheduling.ts'
import { connectHttp, createClient, startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, everyContent, sampler, talkative } from './fixtures/tools.ts'
import { connectV2 } from './fixtures/v2-clients.ts'
import type { HttpServing } from './http/http-serving.ts'
import { serveStdio } from './serve-stdio.ts'

const MODERN = { pin: '2026-07-28' } as const
const FORM = { type: 'object', properties: { name: { type: 'string' } } } as const

/** Asks its client two things, one after the other, and says what it heard. */
const curious: LocalTool = {
  name: 'curious',
  description: 'Asks two things.',
  inputSchema: { type: 'object' },
  execute: async (_args: object, { client, progress, signal }: ToolCallContext) => {
    const heard: unknown[] = []
    for (const message of ['first?', 'second?']) {
      progress({ progress: heard.length, total: 2, message })
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
    const steps: unknown[] = []
    // The SDK's client reports its own rounds as well, without words.
    const onprogress = ({ message }: { readonly message?: string | undefined }): void => {
      if (message?.endsWith('?')) steps.push(message)
    }
    const asked = await client.callTool({ name: 'curious', arguments: {} }, { onprogress })
    expect(steps).toEqual(['first?', 'second?'])
    expect(asked.content).toEqual([{ type: 'text', text: '[{"name":"first?"},{"name":"second?"}]' }])
    await expect(client.callTool({ name: 'nobody', arguments: {} })).rejects.toMatchObject({ code: -32_602 })
    expect(sessions()).toBe(way === 'http' && mode === 'legacy' ? 1 : 0)
  })
})

/** Sends one request of the later era as it stands. */
async function send(
  { url }: Pick<HttpServing, 'url'>,
  token: string,
  { method, params = {} }: { readonly method: string; readonly params?: object },
  signal: AbortSignal | null = null,
): Promise<Response> {
  const name: unknown = Reflect.get(params, 'name')
  return fetch(url, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ENVELOPE } }),
  })
}

/** As `send`, and gives the answer's body. */
async function ask(
  ...asked: Parameters<typeof send>
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const response = await send(...asked)
  return { status: response.status, body: (await response.json()) as JsonObject }
}

it('answers over stdio what was asked before its input ended, in both eras on one line', async () => {
  const { served } = await serveTools([echo])
  const input = new PassThrough()
  const output = new PassThrough()
  const serving = serveStdio(served, { input, output, signals: false })
  const said = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const clientInfo = { name: 'raw', version: '1' }
  input.write(said(1, 'server/discover', { _meta: ENVELOPE }))
  input.write(said(2, 'tools/list', { _meta: ENVELOPE }))
  input.write(said(3, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }))
  input.end(said(4, 'tools/list', {}))
  await serving.closed
  output.end()
  const answers = (await output.toArray()).map(String).join('').trim().split('\n')
  const results = new Map(answers.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result]))
  expect([...results.keys()].sort()).toEqual([1, 2, 3, 4])
  expect(results.get(1)).toMatchObject({ supportedVersions: ['2026-07-28'], instructions: 'Call away.' })
  expect(results.get(3)).toMatchObject({ protocolVersion: '2025-11-25' })
  expect(results.get(4).tools).toMatchObject(results.get(2).tools)
})

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

describe('over HTTP', () => {
  const ann = 'a'.repeat(32)
  const bob = 'b'.repeat(32)
  const tokens = { [ann]: 'ann', [bob]: 'bob' }
  const call = { method: 'tools/call', params: { name: 'curious', arguments: {} } }

  it('goes on with a call for who began it alone, and for a state that was signed here', async () => {
    const { served } = await serveTools([curious])
    const serving = await startHttp(served, { tokens })
    const { result } = (await ask(serving, ann, call)).body as { result: JsonObject }
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { 'question-1': { method: 'elicitation/create', params: { message: 'first?' } } },
    })
    const state = String(result.requestState)
    const answers = { inputResponses: { 'question-1': { action: 'accept', content: { name: 'x' } } } }
    const go = (token: string, requestState: string, params: object = {}) =>
      ask(serving, token, { ...call, params: { ...call.params, ...answers, ...params, requestState } })
    for (const refused of [
      await go(bob, state),
      await go(ann, `${state.slice(0, -2)}AA`),
      await go(ann, 'v1.e30.AAAA'),
      await go(ann, ''),
    ]) {
      expect(refused.body).toMatchObject({ error: { code: -32_602 } })
    }
    const second = (await go(ann, state)).body as { result: JsonObject }
    expect(second.result).toMatchObject({ inputRequests: { 'question-2': {} } })
    expect(second.result.requestState).not.toBe(state)
  })

  it('tells a client which capability it lacks, where the tool fails for that', async () => {
    const { served } = await serveTools([sampler])
    const serving = await startHttp(served, { tokens })
    const params = { name: 'sampler', arguments: { prompt: 'x' } }
    expect(await ask(serving, ann, { method: 'tools/call', params })).toMatchObject({
      status: 400,
      body: { error: { code: -32_021, data: { requiredCapabilities: { sampling: {} } } } },
    })
  })

  it('lists the same tools to both eras, byte by byte but for what only one has a word for', async () => {
    const { served } = await serveTools([everyContent, echo, sampler])
    const serving = await startHttp(served, { tokens })
    const { result } = (await ask(serving, ann, { method: 'tools/list' })).body as {
      result: JsonObject
    }
    const old = createClient()
    await connectHttp(old, serving.url, bob)
    const { tools } = await old.request({ method: 'tools/list' }, ResultSchema)
    const execution = { taskSupport: 'optional' }
    const told = (result.tools as readonly JsonObject[]).map((tool) => ({ ...tool, execution }))
    expect(JSON.stringify(told)).toBe(JSON.stringify(tools))
    expect(result).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'private' })
  })

  it('stops watching for a client that hangs up, also after memory was collected', async () => {
    const stopped = createGate()
    const context = new Proxy({} as ContextSource, {
      get: (_, name) =>
        ({
          capabilities: () => ({ resources: true, prompts: false, completions: false }),
          subscribe: async () => stopped.open,
        })[String(name)] ?? (() => () => {}),
    })
    const { served } = await serveTools([echo], { context })
    const serving = await startHttp(served, { tokens })
    // Code that is optimized holds nothing that it needs no more, as it is after many requests.
    setFlagsFromString('--always-turbofan --turbo-filter=#answerMcp --expose-gc')
    const patience = new AbortController()
    const params = { notifications: { resourceSubscriptions: ['x://a'] } }
    const { body } = await send(serving, ann, { method: 'subscriptions/listen', params }, patience.signal)
    setFlagsFromString('--no-always-turbofan --turbo-filter=*')
    const acknowledged = await body?.getReader().read()
    expect(Buffer.from(acknowledged?.value ?? []).toString()).toContain('x://a')
    // What was made in this turn is held until the next one.
    await nextTurn()
    runInNewContext('gc()')
    patience.abort()
    await stopped.opened
  })

  it('holds nothing of a hundred clients at once', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens })
    const params = { name: 'echo', arguments: { text: 'hello' } }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(serving, bob, { method: 'tools/call', params })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(serving.sessions()).toBe(0)
  })

  it('refuses what its headers call otherwise than its body, and methods there are none of', async () => {
    const { served } = await serveTools([echo])
    const serving = await startHttp(served, { tokens })
    expect(await ask(serving, ann, { method: 'tools/none' })).toMatchObject({
      status: 404,
      body: { error: { code: -32_601 } },
    })
    expect((await ask(serving, 'nobody', { method: 'tools/list' })).status).toBe(401)
  })
})
