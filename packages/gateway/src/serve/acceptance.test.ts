import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, everyContent, talkative } from './fixtures/tools.ts'
import type { HttpServing, ServeHttpOptions } from './http/http-serving.ts'

/** Speaks to a server without any SDK. */
async function speak(serving: HttpServing, protocolVersion = '2025-11-25') {
  const headers: Record<string, string> = {
    authorization: `Bearer ${serving.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const send = (body: string): Promise<Response> => fetch(serving.url, { method: 'POST', headers, body })
  const ask = async (method: string, params: object = {}, id = 1): Promise<Record<string, unknown>> => {
    const response = await send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    headers['mcp-session-id'] ??= response.headers.get('mcp-session-id') ?? ''
    const text = await response.text()
    return JSON.parse(dataOf(text).at(-1) ?? text)
  }
  const begun = await ask('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })
  return { begun, ask, send, headers }
}

/** The data of the events of a stream, a line each. */
function dataOf(text: string): readonly string[] {
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data)
}

async function start(options?: ServeHttpOptions) {
  const { served, gateway } = await serveTools([everyContent, echo, talkative()])
  return { serving: await startHttp(served, options), gateway }
}

describe('REG-004 W-05: the version of the protocol', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['never', '2025-11-25'],
  ])('for who speaks %s is %s', async (wanted, agreed) => {
    const { serving } = await start()
    expect((await speak(serving, wanted)).begun.result).toMatchObject({ protocolVersion: agreed })
  })
})

describe('REG-016: over HTTP', () => {
  it('tools are listed, and what is no JSON is a parse error', async () => {
    const { serving } = await start()
    const { ask, send } = await speak(serving)

    expect(await ask('tools/list')).toMatchObject({ result: { tools: [{}, {}, {}] } })
    const broken = await send('{"jsonrpc"')
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32700 }, id: null }])
  })

  it('what is neither asked nor told has no place', async () => {
    const { serving } = await start()
    const { headers } = await speak(serving)
    const put = await fetch(serving.url, { method: 'PUT', headers, body: '{}' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE'])
  })

  it('W-05: what is only told has no answer', async () => {
    const { serving } = await start()
    const { send } = await speak(serving)
    const told = await send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([told.status, await told.text()]).toEqual([202, ''])
  })
})

describe('REG-017: an answer', () => {
  const call = (name: string, args: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } })

  it('that nothing comes before is JSON in one piece', async () => {
    const { serving } = await start({ clock: createManualClock() })
    const { send } = await speak(serving)
    const answer = await send('{"jsonrpc":"2.0","id":7,"method":"ping"}')
    const { headers } = answer
    expect(headers.get('content-type')).toBe('application/json')
    const text = await answer.text()
    expect([text, headers.get('content-length')]).toEqual([
      '{"result":{},"jsonrpc":"2.0","id":7}',
      String(text.length),
    ])
    const result = await (await send(call('echo', { text: 'a "method": of data: \n\n' }))).json()
    expect(result).toMatchObject({ id: 7, result: { content: [{ text: 'a "method": of data: \n\n' }] } })
  })

  it('after other messages is an event with one line of data', async () => {
    const { serving } = await start()
    const { send } = await speak(serving)
    const answer = await send(call('talkative'))
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const told = dataOf(await answer.text()).map((data) => JSON.parse(data))
    expect(told.length).toBeGreaterThan(1)
    expect(told.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: 'done' }] } })
  })

  it('that takes its time is a stream, which a client may resume', async () => {
    let release = (): void => {}
    const held = new Promise<string>((resolve) => {
      release = () => resolve('done')
    })
    const slow = { ...echo, inputSchema: { type: 'object' as const }, execute: () => held }
    const { served } = await serveTools([slow])
    const clock = createManualClock()
    const { send } = await speak(await startHttp(served, { clock }))
    const begun = send(call('echo'))
    await clock.waitFor(50)
    await clock.advance(50)
    const answer = await begun
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    release()
    const text = await answer.text()
    expect(text).toMatch(/^id: /m)
    expect(JSON.parse(dataOf(text).at(-1) ?? '')).toMatchObject({ result: { content: [{ text: 'done' }] } })
  })
})

describe('a listing', () => {
  it('is the same byte by byte, whatever was asked before', async () => {
    const { serving } = await start()
    const [one, other] = [await speak(serving), await speak(serving)]
    const first = JSON.stringify((await one.ask('tools/list')).result)
    await one.ask('tools/call', { name: 'talkative', arguments: {} })
    await one.ask('tools/call', { name: 'never', arguments: {} })
    await one.ask('logging/setLevel', { level: 'error' })

    expect(JSON.stringify((await one.ask('tools/list')).result)).toBe(first)
    expect(JSON.stringify((await other.ask('tools/list')).result)).toBe(first)
  })

  it('comes in pages whose cursors mean nothing to anybody else', async () => {
    const { serving } = await start({ pageSize: 2 })
    const { ask } = await speak(serving)
    type Listing = {
      readonly result: { readonly tools: readonly { name: string }[]; readonly nextCursor?: string }
    }

    const first = (await ask('tools/list')) as unknown as Listing
    const second = (await ask('tools/list', { cursor: first.result.nextCursor })) as unknown as Listing

    const names = [first, second].map(({ result }) => result.tools.map(({ name }) => name))
    expect(names).toEqual([['echo', 'every_content'], ['talkative']])
    expect(second.result.nextCursor).toBeUndefined()
    expect(await ask('tools/list', { cursor: 'made up' })).toMatchObject({ error: { code: -32602 } })
  })
})

it.each([
  ['tools/call', {}],
  ['tools/call', { name: 5 }],
  ['tools/call', { name: 'never' }],
  ['logging/setLevel', { level: 'loud' }],
])('REG-007: %s with %j is an error of the protocol', async (method, params) => {
  const { serving } = await start()
  expect(await (await speak(serving)).ask(method, params)).toMatchObject({ error: { code: -32602 } })
})

it.each([[5], ['text'], [[1]], [null]])(
  'arguments that are %j are a result a model can act on',
  async (args) => {
    const { serving } = await start()
    const { ask } = await speak(serving)
    const { result, error } = await ask('tools/call', { name: 'echo', arguments: args })
    expect(error).toBeUndefined()
    expect(result).toMatchObject({ isError: true })
  },
)
