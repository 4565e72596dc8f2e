import type { Discovery, DiscoveryOptions } from '@toolscout/discovery'
import { parseTool, type Tool } from '@toolscout/model'
import type { Engine, EngineIndex } from './engine.ts'

/** The facade as users get it, all defaults: from parsed tools, with the catalog, its events and its docs around it. */
export const toolscoutFacade: Engine<Tool> = createFacadeEngine('toolscout-facade', {})

/** The facade that ranks by words alone. */
export const toolscoutWords: Engine<Tool> = createFacadeEngine('toolscout-words', { embedder: false })

function createFacadeEngine(name: string, options: DiscoveryOptions): Engine<Tool> {
  return {
    name,
    packageName: '@toolscout/discovery',
    maxTools: Number.POSITIVE_INFINITY,
    isPairedByDefault: true,
    note: 'texts as written and its own analysis and weights, so it ranks differently on purpose; holds the definitions too',
    prepare: ({ id: _, ...definition }) => parseTool(definition).tool,
    prepareQuery: (text) => text,
    load: async () => {
      const { createDiscovery } = await import('@toolscout/discovery')
      return { build: (tools) => buildFacade(createDiscovery(options), tools) }
    },
  }
}

async function buildFacade(scout: Discovery, tools: readonly Tool[]): Promise<EngineIndex<Tool>> {
  const { index } = scout
  index.registerMany(tools.map((tool) => ({ tool, backend: BACKEND })))
  await scout.embeddings?.ready()
  const register = async (tool: Tool): Promise<void> => {
    index.register(tool, BACKEND)
  }
  return {
    search: async (query, limit) => (await scout.search(query, { limit })).hits.map(({ id }) => id),
    forget: async () => {
      // Any change does. The search after it pays for the change.
      index.register(PASSING, BACKEND)
      index.unregister(PASSING.name)
      await scout.search(PASSING.name)
    },
    changes: { add: register, update: register, remove: async (id) => index.unregister(id) },
    close: () => undefined,
  }
}

const BACKEND = Object.freeze({ kind: 'local', handler: 'none' } as const)
const PASSING = parseTool({ name: 'passing_by', inputSchema: { type: 'object' } }).tool
