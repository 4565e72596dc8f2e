import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import { realServer } from './fixtures/real-servers.ts'

// What the gateway of tooldiscovery is held to (REG) and was found lacking in (W); serving has its own list.

const inputSchema = { type: 'object' }

it('REG-002: a namespaced local function is run by its full id exactly once, with its arguments', async () => {
  const { gateway } = openGateway()
  const seen: unknown[] = []
  const execute = (args: unknown): string => {
    seen.push(args)
    return 'done'
  }
  await gateway.register([{ name: 'add', namespace: 'math', inputSchema, execute }])
  expect((await gateway.call('math:add', { a: 1, b: 2 })).content).toEqual([{ type: 'text', text: 'done' }])
  expect(seen).toEqual([{ a: 1, b: 2 }])
})

it('REG-003: the tool of exactly this name comes first, with a summary', async () => {
  const { gateway } = openGateway()
  await gateway.register(
    ['send_mail', 'send', 'mail_list'].map((name) => ({ name, inputSchema, description: 'Send a mail' })),
  )
  const { hits } = await gateway.search('send_mail')
  expect(hits[0]).toMatchObject({ id: 'send_mail', summary: { summary: 'Send a mail' } })
})

it('REG-009: counts local tools and those of servers', async () => {
  const { gateway } = openGateway()
  await gateway.register(['a', 'b'].map((name) => ({ name, inputSchema, execute: () => name })))
  expect(gateway.stats()).toMatchObject({ tools: 2, localTools: 2, mcpTools: 0, servers: 0 })
})

it('REG-010: is not started before it is, healthy while it runs, and starts once', async () => {
  const { gateway } = openGateway()
  expect(gateway.health().status).toBe('notStarted')
  gateway.start()
  expect((await gateway.settled()).status).toBe('ready')
  expect(() => gateway.start()).toThrowError(expect.objectContaining({ code: 'GATEWAY_STATE' }))
  await gateway.stop()
  expect(gateway.health().status).toBe('notStarted')
})

it('REG-011: tools of a server are there once it is started, and give structured content', async () => {
  const { gateway } = openGateway()
  gateway.addServer(realServer('everything'))
  gateway.start()
  await gateway.settled({ timeoutMs: 30_000 })
  const result = await gateway.call('everything:get-structured-content', { location: 'Chicago' })
  expect(result.structuredContent).toMatchObject({ conditions: expect.any(String) })
})

it('REG-012, REG-013: servers leave once, and need a name of their own', async () => {
  const { gateway } = openGateway()
  const config = { name: 'a', transport: 'http', url: 'http://127.0.0.1:9/mcp' } as const
  gateway.addServer(config)
  expect(() => gateway.addServer(config)).toThrowError(expect.objectContaining({ code: 'SERVER_EXISTS' }))
  expect(() => gateway.addServer({ ...config, name: ' ' })).toThrowError(
    expect.objectContaining({ code: 'MCP_CONFIG_INVALID' }),
  )
  await gateway.removeServer('a')
  await expect(gateway.removeServer('a')).rejects.toMatchObject({ code: 'SERVER_NOT_FOUND' })
})

it('REG-014: a version without a namespace is kept, and the bare name finds it', async () => {
  const { gateway } = openGateway()
  await gateway.register([{ name: 'fetch', version: '1.2.0', inputSchema, execute: () => 'x' }])
  expect(gateway.resolve('fetch')).toMatchObject({ id: ':fetch:1.2.0', summary: { version: '1.2.0' } })
})

it('REG-015: tools by full id, an unknown one is an error, namespaces, and a version that counts', async () => {
  const { gateway } = openGateway()
  await gateway.register([
    { name: 'a', namespace: 'x', inputSchema },
    { name: 'a', namespace: 'y', inputSchema },
  ])
  expect(gateway.resolve('x:a')?.id).toBe('x:a')
  expect(gateway.resolve('z:a')).toBeUndefined()
  expect(gateway.discovery.namespaces()).toEqual(['x', 'y'])
  expect(gateway.stats().indexVersion).toBeGreaterThan(0)
})

it('W-04, W-07: tools of one name at two servers are two, each called by the name it is listed under', async () => {
  const first = await startLiveServer('first', ['ask'])
  const second = await startLiveServer('second', ['ask'])
  second.answer = async () => 'from the second'
  const { gateway } = openGateway()
  gateway.addServer(first.config)
  gateway.addServer(second.config)
  gateway.start()
  await gateway.settled()
  expect(gateway.list().map(({ exportName }) => exportName)).toEqual(['first__ask', 'second__ask'])
  expect((await gateway.call('second__ask')).content).toEqual([{ type: 'text', text: 'from the second' }])
  expect(first.asked.calls).toBe(0)
})

it('W-09: a server that never came leaves nothing behind', async () => {
  const { gateway } = openGateway()
  gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
  gateway.start()
  await gateway.settled()
  expect(gateway.list()).toEqual([])
  await gateway.removeServer('dead')
  expect(gateway.servers()).toEqual([])
})

it('W-11: arguments are checked here, and a tool that fails is a failure in the counts', async () => {
  const { gateway } = openGateway()
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const result = { isError: true, content: [{ type: 'text', text: 'no' }] }
  await gateway.register([{ name: 'strict', inputSchema: schema, execute: () => result }])
  expect((await gateway.call('strict', {})).structuredContent).toMatchObject({ error: 'INVALID_ARGUMENTS' })
  expect((await gateway.call('strict', { n: 1 })).isError).toBe(true)
  expect(gateway.stats()).toMatchObject({ calls: 2, failedCalls: 2 })
})
