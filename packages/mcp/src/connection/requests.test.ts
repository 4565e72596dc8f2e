import { beforeAll, describe, expect, it } from 'vitest'
import { McpRequestError, McpTimeoutError } from '../errors.ts'
import { connect } from '../fixtures/connect.ts'
import { fixture, realServer, rejection } from '../fixtures/servers.ts'
import { connectMcpServer } from './connect.ts'
import type { McpConnection } from './connection.ts'

let caller: McpConnection
beforeAll(async () => {
  caller = await connectMcpServer(fixture('caller'))
  return () => caller.close()
})

describe('request', () => {
  it('asks real servers for resources, prompts, completions, and the level of their log', async () => {
    const everything = await connect(realServer('everything'))
    expect(everything.capabilities).toMatchObject({
      resources: { subscribe: true },
      prompts: {},
      logging: {},
    })
    const { resources } = await everything.request('resources/list')
    const [first] = resources as readonly { readonly uri: string }[]
    const read = await everything.request('resources/read', { uri: first?.uri ?? '' })
    expect(read).toMatchObject({ contents: [{ uri: first?.uri }] })
    expect(await everything.request('resources/templates/list')).toMatchObject({
      resourceTemplates: expect.arrayContaining([expect.anything()]),
    })
    expect(await everything.request('prompts/get', { name: 'simple-prompt' })).toMatchObject({
      messages: [{ role: 'user' }],
    })
    expect(await everything.request('logging/setLevel', { level: 'error' })).toEqual({})
    await everything.ping()
  })

  it('cleans what describes, and leaves cursors and contents alone', async () => {
    expect(await caller.request('resources/list', { cursor: 'a' })).toEqual({
      resources: [
        { uri: 'file:///a', name: 'visible', description: 'visible', visible: 1, _meta: { note: 'visible' } },
      ],
      nextCursor: 'avis\u200bible\u001b[31m',
    })
    expect(await caller.request('resources/read', { uri: 'file:///a' })).toEqual({
      contents: [{ uri: 'file:///a', text: 'vis\u200bible\u001b[31m' }],
      _meta: { note: 'visible' },
    })
  })

  it('rejects with what the server says, and how long it wants to be left alone', async () => {
    const error = await rejection(caller.request('prompts/list'))
    expect(error).toBeInstanceOf(McpRequestError)
    expect(error).toMatchObject({
      code: 'MCP_REQUEST_FAILED',
      message: 'prompts/list at "caller" was answered with error -32000: slow down.',
      details: {
        server: 'caller',
        method: 'prompts/list',
        outcome: 'notRun',
        rpcCode: -32_000,
        retryAfterMs: 3_000,
        data: { retryAfter: 3, note: 'visible' },
      },
    })
  })

  it('rejects an answer that is nested too deeply', async () => {
    expect(await rejection(caller.request('completion/complete'))).toMatchObject({
      code: 'MCP_REQUEST_FAILED',
      details: { outcome: 'unknown' },
    })
  })

  it('has a deadline and can be stopped', async () => {
    const error = await rejection(caller.request('prompts/get', {}, { timeoutMs: 100 }))
    expect(error).toBeInstanceOf(McpTimeoutError)
    expect(error).toMatchObject({
      details: { operation: 'request', method: 'prompts/get', outcome: 'unknown' },
    })
    const controller = new AbortController()
    const asking = rejection(caller.request('prompts/get', {}, { signal: controller.signal }))
    controller.abort('enough')
    expect(await asking).toBe('enough')
  })

  it('takes any answer to a ping for one', async () => {
    await caller.ping({ timeoutMs: 5_000 })
  })

  it('is not the way to tools', async () => {
    for (const method of ['tools/call', 'tools/list', 'initialize', 'constructor']) {
      expect(await rejection(caller.request(method as never))).toBeInstanceOf(TypeError)
    }
    expect(await rejection(caller.request('ping', [] as never))).toBeInstanceOf(TypeError)
  })
})

describe('an error of the protocol', () => {
  it.each([
    [{ retryAfter: 2 }, 2_000],
    [{ retry_after: '1.5' }, 1_500],
    [{ retryAfterMs: 250 }, 250],
    [{ retryAfter: 1e12 }, undefined],
    [{ retryAfter: -1 }, undefined],
    [{ retryAfter: 'soon' }, undefined],
    ['later', undefined],
    [undefined, undefined],
  ])('with the data %j asks for a pause of %j ms', async (data, retryAfterMs) => {
    const error = await rejection(
      caller.call('refuse', { code: -32_000, ...(data === undefined ? {} : { data }) }),
    )
    expect(error).toMatchObject({ details: { outcome: retryAfterMs === undefined ? 'unknown' : 'notRun' } })
    expect((error as McpRequestError).details.retryAfterMs).toBe(retryAfterMs)
  })

  it('loses data that is too large, and nothing else', async () => {
    const error = await rejection(
      caller.call('refuse', { code: -32_042, data: { text: 'x'.repeat(20_000) } }),
    )
    expect(error).toMatchObject({ details: { rpcCode: -32_042 } })
    expect((error as McpRequestError).details.data).toBeUndefined()
  })
})
