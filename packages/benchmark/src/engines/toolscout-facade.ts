import { parseTool, type Tool } from '@toolscout/model'
import type { Engine, EngineIndex } from './engine.ts'

/** The facade as users get it, all defaults: from parsed tools, with the catalog, its events and its docs around it. */
export const toolscoutFacade: Engine<Tool> = {
  name: 'toolscout-facade',
  packageName: '@toolscout/discovery',
  maxTools: Number.POSITIVE_INFINITY,
  isPairedByDefault: true,
  note: 'texts as written and its own analysis and weights, so it ranks differently on purpose; holds the definitions too',
  prepare: ({ id: _, ...definition }) => parseTool(definition).tool,
  prepareQuery: (text) => text,
  load: async () => {
    const { createDiscovery } = await import('@toolscout/discovery')
    return {
      build: async (tools) => {
        const scout = createDiscovery()
        const { index } = scout
        index.registerMany(tools.map((tool) => ({ tool, backend: BACKEND })))
        const register = async (tool: Tool): Promise<void> => {
          index.register(tool, BACKEND)
        }
        return {
          search: async (query, limit) => (await scout.search(query, { limit })).hits.map(({ id }) => id),
          changes: { add: register, update: register, remove: async (id) => index.unregister(id) },
          close: () => undefined,
        } satisfies EngineIndex<Tool>
      },
    }
  },
}

const BACKEND = Object.freeze({ kind: 'local', handler: 'none' } as const)
