import { createRequire } from 'node:module'
import {
  createDirectExposure,
  createGateway,
  createMetaExposure,
  type Gateway,
  type GatewayOptions,
  serveHttp,
} from '@toolscout/gateway'
import type { Exposure } from '@toolscout/gateway/internal'
import { connectMcpServer, type McpConnection } from '@toolscout/mcp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Recorder, startRecorder } from './fixtures/recorder.ts'

const require = createRequire(import.meta.url)
const EVERYTHING = require
  .resolve('@modelcontextprotocol/server-everything/package.json')
  .replace('package.json', 'dist/index.js')

const TOOLS = [
  { name: 'add', inputSchema: { type: 'object' }, execute: () => 3 },
  {
    name: 'fail',
    inputSchema: { type: 'object' },
    execute: () => {
      throw new RangeError('SECRET-VALUE')
    },
  },
  { name: 'hang', inputSchema: { type: 'object' }, execute: () => new Promise(() => {}) },
]

async function open(recorder: Recorder, options: Omit<GatewayOptions, 'observer'> = {}): Promise<Gateway> {
  const gateway = createGateway({
    discovery: { embedder: false },
    ...options,
    observer: recorder.observer,
  })
  onTestFinished(() => gateway.stop())
  await gateway.register(TOOLS)
  return gateway
}

async function openServer(recorder: Recorder): Promise<Gateway> {
  const gateway = await open(recorder)
  gateway.addServer({ name: 'every', transport: 'stdio', command: process.execPath, args: [EVERYTHING] })
  gateway.start()
  await gateway.settled()
  return gateway
}

describe('a trace tells', () => {
  it('of a search, without what was searched for', async () => {
    const recorder = startRecorder()
    const gateway = await open(recorder)
    await gateway.search('add numbers', { limit: 3 })
    expect(recorder.tree()).toMatchInlineSnapshot(
      `"INTERNAL retrieval tools {gen_ai.data_source.id=tools, gen_ai.operation.name=retrieval, gen_ai.request.top_k=3, tool_discovery.search.hits=1, tool_discovery.search.verdict=weak}"`,
    )
  })

  it('of a search with its content, for those who ask for it', async () => {
    const recorder = startRecorder({ content: true })
    const gateway = await open(recorder)
    await gateway.search('add')
    expect(recorder.tree()).toMatchInlineSnapshot(
      `"INTERNAL retrieval tools {gen_ai.data_source.id=tools, gen_ai.operation.name=retrieval, gen_ai.retrieval.documents=[{"id":"add"}], gen_ai.retrieval.query.text=add, tool_discovery.search.hits=1, tool_discovery.search.verdict=strong}"`,
    )
  })

  it.each([
    ['a function that works', 'add', {}],
    ['a function that throws', 'fail', {}],
    ['a deadline', 'hang', { timeoutMs: 5 }],
    ['a caller who gives up', 'hang', { signal: AbortSignal.abort('enough') }],
  ])('of %s', async (_name, tool, options) => {
    const recorder = startRecorder()
    const gateway = await open(recorder)
    await gateway.call(tool, {}, options)
    expect(recorder.tree()).toMatchSnapshot()
    expect(recorder.tree()).not.toContain('SECRET')
  })

  it('of no call of a tool nobody has', async () => {
    const recorder = startRecorder()
    const gateway = await open(recorder)
    await gateway.call('nothing', {})
    expect(recorder.tree()).not.toContain('nothing')
  })

  it('of a server that is listed and called, and hands the trace on to it', async () => {
    const recorder = startRecorder()
    const gateway = await openServer(recorder)
    await gateway.call('every:echo', { message: 'SECRET' })
    await gateway.call('every:echo', { message: 7 })
    expect(recorder.tree()).toMatchInlineSnapshot(`
      "CLIENT tools/list {mcp.method.name=tools/list, network.transport=pipe, tool_discovery.server=every, tool_discovery.tools.listed=13}
      CLIENT tools/call every__echo {gen_ai.operation.name=execute_tool, gen_ai.tool.call.id=…, gen_ai.tool.name=every__echo, mcp.method.name=tools/call, network.transport=pipe, tool_discovery.outcome=ran, tool_discovery.server=every}
      CLIENT tools/call every__echo FAILED {error.type=INVALID_ARGUMENTS, gen_ai.operation.name=execute_tool, gen_ai.tool.call.id=…, gen_ai.tool.name=every__echo, mcp.method.name=tools/call, network.transport=pipe, tool_discovery.outcome=notRun, tool_discovery.server=every}"
    `)
  })
})

describe('one trace goes', () => {
  async function serve(recorder: Recorder, expose: (gateway: Gateway) => Exposure): Promise<McpConnection> {
    const gateway = await openServer(recorder)
    const serving = await serveHttp(
      { gateway, exposure: expose(gateway), name: 'gateway', version: '1.0.0' },
      { observer: recorder.observer },
    )
    onTestFinished(() => serving.close())
    const headers = { authorization: `Bearer ${serving.token}` }
    const client = await connectMcpServer({ name: 'gateway', transport: 'http', url: serving.url, headers })
    onTestFinished(() => client.close())
    return client
  }

  it('from a client through a gateway to a server', async () => {
    const recorder = startRecorder()
    const client = await serve(recorder, (gateway) => createDirectExposure(gateway))
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const meta = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, baggage: 'user=SECRET' }
    await client.call('every__echo', { message: 'hello' }, { meta })
    const calls = recorder.spans().filter(({ name }) => name.startsWith('tools/call'))
    expect(calls.map((span) => span.spanContext().traceId)).toEqual([traceId, traceId])
    expect(recorder.tree()).toMatchInlineSnapshot(`
      "CLIENT tools/list {mcp.method.name=tools/list, network.transport=pipe, tool_discovery.server=every, tool_discovery.tools.listed=13}
      SERVER tools/call every__echo {gen_ai.operation.name=execute_tool, gen_ai.tool.name=every__echo, jsonrpc.request.id=ask-3, mcp.method.name=tools/call}
        CLIENT tools/call every__echo {gen_ai.operation.name=execute_tool, gen_ai.tool.call.id=…, gen_ai.tool.name=every__echo, mcp.method.name=tools/call, network.transport=pipe, tool_discovery.outcome=ran, tool_discovery.server=every}"
    `)
  })

  it('through meta-tools, and not where a client writes nonsense', async () => {
    const recorder = startRecorder()
    const client = await serve(recorder, (gateway) => createMetaExposure(gateway))
    await client.call('search_tools', { query: 'add' }, { meta: { traceparent: 'x'.repeat(5_000) } })
    expect(recorder.tree()).toMatchInlineSnapshot(`
      "CLIENT tools/list {mcp.method.name=tools/list, network.transport=pipe, tool_discovery.server=every, tool_discovery.tools.listed=13}
      SERVER tools/call search_tools {gen_ai.operation.name=execute_tool, gen_ai.tool.name=search_tools, jsonrpc.request.id=ask-3, mcp.method.name=tools/call}
        INTERNAL retrieval tools {gen_ai.data_source.id=tools, gen_ai.operation.name=retrieval, gen_ai.request.top_k=21, tool_discovery.search.hits=3, tool_discovery.search.verdict=strong}"
    `)
  })
})

describe('what an agent framework traces already', () => {
  it('gets our attributes and no second span', async () => {
    const recorder = startRecorder()
    const gateway = await open(recorder)
    await recorder.tracer.startActiveSpan(
      'execute_tool add',
      { attributes: { 'gen_ai.operation.name': 'execute_tool' } },
      async (span) => {
        await gateway.call('add', {})
        span.end()
      },
    )
    expect(recorder.tree()).toMatchInlineSnapshot(
      `"INTERNAL execute_tool add {gen_ai.operation.name=execute_tool, gen_ai.tool.call.id=…, gen_ai.tool.name=add, gen_ai.tool.type=function, tool_discovery.outcome=ran}"`,
    )
  })
})

describe('metrics', () => {
  it('count what happened', async () => {
    const recorder = startRecorder()
    const gateway = await openServer(recorder)
    await gateway.call('every:echo', { message: 'a' })
    await gateway.call('add', {})
    await gateway.call('fail', {})
    await gateway.search('add')
    expect(await recorder.points()).toMatchInlineSnapshot(`
      "gen_ai.execute_tool.duration {"error.type":"tool_error","gen_ai.tool.name":"fail"} 1 times
      gen_ai.execute_tool.duration {"gen_ai.tool.name":"add"} 1 times
      mcp.client.operation.duration {"gen_ai.tool.name":"every__echo","mcp.method.name":"tools/call","tool_discovery.server":"every"} 1 times
      mcp.client.operation.duration {"mcp.method.name":"tools/list","tool_discovery.server":"every"} 1 times
      tool_discovery.backend.state {"tool_discovery.server":"every","state":"connecting"} 0
      tool_discovery.backend.state {"tool_discovery.server":"every","state":"ready"} 1
      tool_discovery.bulkhead.queue {"tool_discovery.server":"every"} 1 times
      tool_discovery.index.changes {"change":"added"} 29
      tool_discovery.index.tools {} 29
      tool_discovery.pin.changes {"state":"new","tool_discovery.server":"every"} 26
      tool_discovery.retry.attempts {"decision":"give_up","error.type":"toolFailed"} 1
      tool_discovery.search.duration {} 1 times"
    `)
  })
})
