import { defineTool } from '@toolscout/discovery'
import { expect, it } from 'vitest'
import { createMetaExposure } from './exposure/meta/meta-exposure.ts'
import { callOf, textOf } from './fixtures/exposure-call.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import { toolServer } from './fixtures/tool-server.ts'

const definition = (name: string, description: string, schema: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', ...schema },
  execute: () => 'ran',
})
/** Refused for what it refers to, for its size, and for what it would cost; the last two are fine. */
const TOOLS = [
  definition('send_invoice', 'Sends an invoice to a customer', { $ref: 'https://example.com/invoice.json' }),
  definition('pick_colour', 'Picks a colour', { properties: { c: { enum: [...Array(5_001).keys()] } } }),
  definition('walk_tree', 'Walks a tree', { allOf: [{ $ref: '#' }] }),
  definition('add_note', 'Adds a note', {
    properties: { at: { $ref: 'time' } },
    $defs: { t: { $id: 'time' } },
  }),
  definition('list_notes', 'Lists all notes'),
]
const REFUSED = ['own:pick_colour', 'own:send_invoice', 'own:walk_tree']

it('tools whose schema is refused are named when they are listed, marked when they are found, and not recommended', async () => {
  const { stop: _, ...config } = await toolServer('own', TOOLS)
  const { gateway, happened } = openGateway({ discovery: { embedder: false } })
  gateway.addServer(config)
  gateway.start()
  await gateway.settled()

  const event = await happened(({ type }) => type === 'serverListed')
  const { warnings } = event as typeof event & { readonly warnings: readonly string[] }
  expect(warnings).toHaveLength(3)
  for (const id of REFUSED)
    expect(warnings.join('\n')).toMatch(new RegExp(`every call of "${id}" will fail\\. The schema`))

  const notReady = gateway.list().filter(({ readiness }) => readiness.state !== 'ready')
  expect(notReady.map(({ id }) => id)).toEqual(REFUSED)
  const { hits, verdict } = await gateway.search('send an invoice to a customer')
  expect(verdict?.level).toBe('strong')
  expect(hits[0]).toMatchObject({
    id: 'own:send_invoice',
    readiness: { state: 'unavailable', hint: expect.stringContaining('https://example.com/invoice.json') },
  })

  const search = async (query: string) =>
    textOf(await createMetaExposure(gateway).call('search_tools', { query }, callOf()))
  const text = await search('send an invoice to a customer')
  expect(text).not.toContain('very likely')
  expect(text).toMatch(/^Not ready: own:send_invoice: No arguments can be checked/m)
  expect(await search('add a note')).toContain('very likely')

  const { isError, structuredContent } = await gateway.call('own:send_invoice', {})
  expect([isError, structuredContent?.error]).toEqual([true, 'EXTERNAL_REF'])
  expect(await gateway.call('own:add_note', { at: 1 })).toMatchObject({ content: [{ text: 'ran' }] })
})

it('a tool is ready again once its schema can be read, and nothing is left of one that is gone', async () => {
  const { gateway } = openGateway({ discovery: { embedder: false } })
  const readiness = () => gateway.list().map((tool) => tool.readiness.state)
  const bad = { $ref: '#/nowhere' }
  const tool = (inputSchema: object) => defineTool({ description: 'Adds', inputSchema, execute: () => 1 })
  await gateway.register({ add: tool({ type: 'object', ...bad }) })
  expect(readiness()).toEqual(['unavailable'])
  expect((await gateway.discovery.search('adds')).hits).toMatchObject([
    { id: 'add', readiness: { state: 'unavailable' } },
  ])
  // What is not registered leaves everything as it was.
  const broken = { ...tool({ type: 'object' }), name: '' }
  await expect(gateway.register([{ ...tool({ type: 'object' }), name: 'add' }, broken])).rejects.toThrow()
  expect(readiness()).toEqual(['unavailable'])
  await gateway.register({ add: tool({ type: 'object' }) })
  expect(readiness()).toEqual(['ready'])
  await gateway.register({ add: tool({ type: 'object', ...bad }) })
  gateway.unregister('add')
  expect(gateway.discovery.list()).toEqual([])
  await gateway.discovery.register({ add: tool({ type: 'object' }) })
  expect(gateway.discovery.list()).toMatchObject([{ readiness: { state: 'ready' } }])
})
