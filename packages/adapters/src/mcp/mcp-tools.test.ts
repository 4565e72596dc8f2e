import { createDeferredExposure } from '@toolscout/gateway'
import { expect, it } from 'vitest'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { createMcpTools } from './mcp-tools.ts'

it('tools of MCP are listed when a search found them, and go on in another process', async () => {
  const exposure = createDeferredExposure(await catalogGateway())
  const tools = createMcpTools(exposure)
  const namesOf = ({ tools: list }: typeof tools): string[] => list().map(({ name }) => name)
  expect(namesOf(tools)).toEqual(['search_tools', 'read_result'])
  await tools.call({ name: 'search_tools', arguments: { query: 'draw a map', limit: 1 } })
  expect(namesOf(tools)).toEqual(['search_tools', 'read_result', 'weather__map'])
  expect(await tools.call({ name: 'weather__forecast', arguments: { city: 'Oslo' } })).toMatchObject({
    content: [{ type: 'text', text: 'Rain in Oslo' }],
  })
  expect(namesOf(createMcpTools(exposure, { unlocked: tools.unlocked() }))).toEqual(namesOf(tools))
  expect(await tools.call({ name: 'nothing' })).toMatchObject({ isError: true })
  expect(tools.instructions()).toContain('search_tools')
})
