import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { askToolbox } from '../fixtures/ask-toolbox.ts'
import { CATALOG } from '../fixtures/catalog.ts'
import { catalogGateway, openGateway } from '../fixtures/catalog-gateway.ts'

// The twenty lines of what none of the programs before could do, as far as they concern this exposure.

it('1: a server with _ in its name is searched and executed', async () => {
  const { ask, names } = askToolbox(await catalogGateway({ tools: CATALOG, remote: ['my_server'] }))
  const [name] = await names('toolbox_search_bm25', { text: 'does the thing' })
  expect(await ask('toolbox_execute', { toolId: name })).toMatchObject({ success: true })
})

it('3: what is hidden is neither found nor run', async () => {
  const policy = ({ id }: { readonly id: string }): boolean => id !== 'github:delete_repository'
  const { ask, names } = askToolbox(await catalogGateway({ tools: CATALOG, remote: ['github'], policy }))
  expect(await names('toolbox_search_regex', { pattern: 'delete' })).toEqual([])
  expect((await ask('toolbox_execute', { toolId: 'github_delete_repository' })).success).toBe(false)
})

it('6: a query without meaning finds nothing', async () => {
  const { names } = askToolbox(await catalogGateway({ tools: CATALOG }))
  expect(await names('toolbox_search_bm25', { text: 'the a of' })).toEqual([])
})

it('18, 20: answers come without servers that are still starting, and say so (OPC-052)', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const gateway = openGateway({ startWaitMs: 1 })
  await gateway.register(CATALOG.time ?? [], { namespace: 'time' })
  gateway.addServer({ name: 'slow', transport: 'http', url: `http://127.0.0.1:${port}/mcp` })
  gateway.start()
  const { ask } = askToolbox(gateway)
  const status = await ask('toolbox_status')
  expect(status).toMatchObject({ plugin: { initState: 'initializing' }, health: { status: 'starting' } })
  const found = await ask('toolbox_search_bm25', { text: 'current time' })
  expect(found).toMatchObject({ count: 2, incomplete: [{ server: 'slow', state: 'connecting' }] })
})
