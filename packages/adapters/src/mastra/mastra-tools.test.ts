import { createDeferredExposure, createMetaExposure } from '@toolscout/gateway'
import { describe, expect, it } from 'vitest'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { createMastraTools } from './mastra-tools.ts'

const run = async (tools: ReturnType<typeof createMastraTools>, name: string, args: object) => {
  const tool = tools.tools()[name]
  const result = await tool?.execute?.(args, {} as never)
  return { result, told: tool?.toModelOutput?.(result) }
}

describe('tools of Mastra', () => {
  it('are active when a search found them', async () => {
    const tools = createMastraTools(createDeferredExposure(await catalogGateway()))
    expect(tools.prepareStep()).toEqual({ activeTools: ['search_tools', 'read_result'] })
    await run(tools, 'search_tools', { query: 'weather forecast and weather map' })
    expect(tools.activeTools()).toEqual(['search_tools', 'read_result', 'weather__forecast', 'weather__map'])
    // A number as text was mended where the tool ran.
    const { told } = await run(tools, 'weather__forecast', { city: 'Oslo', days: '3' })
    expect(told).toEqual({ type: 'text', value: 'Rain in Oslo' })
    expect(await run(tools, 'weather__forecast', {})).toMatchObject({ result: { isError: true } })
  })

  it('come after those that were there when a search finds them, whatever their names', async () => {
    const tools = createMastraTools(createDeferredExposure(await catalogGateway()))
    const record = tools.tools()
    const search = async (query: string): Promise<void> => {
      await record.search_tools?.execute?.({ query, limit: 1 }, {} as never)
    }
    await search('weather forecast of a city')
    await search('close an issue of a repository')
    const { activeTools } = tools.prepareStep()
    expect(activeTools).toEqual(['search_tools', 'read_result', 'weather__forecast', 'github__close_issue'])
    expect(Object.keys(record).filter((name) => activeTools.includes(name))).toEqual(activeTools)
  })

  it('are the meta-tools, ready, with their schemas', async () => {
    const tools = createMastraTools(createMetaExposure(await catalogGateway())).tools()
    expect(Object.keys(tools)).toEqual(['search_tools', 'describe_tools', 'call_tool', 'read_result'])
    const standard = tools.call_tool?.inputSchema?.['~standard']
    expect(standard?.jsonSchema.input({ target: 'draft-07' })).toMatchObject({ required: ['name'] })
  })
})
