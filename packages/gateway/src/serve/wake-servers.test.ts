import { createDiscovery } from '@toolscout/discovery'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { startContextServer } from '../context/fixtures/context-server.ts'
import { createMetaExposure } from '../exposure/meta/meta-exposure.ts'
import { connectHttp, createClient, startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import type { Served } from './served.ts'

async function lazily() {
  const one = await startContextServer('one', { resources: ['x://a'] })
  const { served, gateway } = await serveTools([], { gateway: { start: 'lazy' } })
  gateway.addServer(one.config)
  gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
  const connect = async (more: Partial<Served> = {}) => {
    const { url, token } = await startHttp({ ...served, ...more })
    const client = createClient()
    await connectHttp(client, url, token)
    return client
  }
  return { connect, gateway, states: () => gateway.servers().map(({ state }) => state) }
}

it('connects servers that wait to be asked when all they have is listed', async () => {
  const { connect, states } = await lazily()
  const client = await connect()
  expect(states()).toEqual(['idle', 'idle'])

  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['one__noop'])
})

it('connects them for a call of a tool that was listed in another life', async () => {
  const { connect } = await lazily()
  const client = await connect()
  expect(await client.callTool({ name: 'one__noop' })).not.toHaveProperty('isError', true)
})

it('connects them when what is no tool is asked for', async () => {
  const { connect } = await lazily()
  const client = await connect()
  expect((await client.listResources()).resources).toHaveLength(1)
})

it('leaves them alone while meta-tools are listed', async () => {
  const { connect, gateway, states } = await lazily()
  const client = await connect({ exposure: createMetaExposure(gateway) })
  await client.listTools()
  expect(states()).toEqual(['idle', 'idle'])
})

it('lists tools that are known while their server hangs, and waits for nothing', async () => {
  const hanging = await startHttpBackend({ name: 'slow', ledger: createLedger() })
  onTestFinished(() => hanging.down())
  hanging.behave(() => ({ kind: 'hang' }))
  const discovery = createDiscovery({ embedder: false })
  discovery.index.registerMcp('slow', [{ name: 'noop', inputSchema: { type: 'object' } }])
  // No time passes: a wait for a server would never end.
  const { served, gateway } = await serveTools([], { gateway: { discovery, clock: createManualClock() } })
  gateway.addServer({ name: 'slow', transport: 'http', url: hanging.url })
  const { url, token } = await startHttp(served)
  const client = createClient()
  await connectHttp(client, url, token)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['slow__noop'])
  expect(gateway.servers()[0]?.state).toBe('connecting')
})
