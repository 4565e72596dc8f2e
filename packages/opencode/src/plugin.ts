import type { Hooks, Plugin, ToolContext, ToolDefinition } from '@opencode-ai/plugin'
import { fromJSONSchema } from 'zod'
import type { Authorize, OpenToolbox } from './open-toolbox.ts'
import { type Places, placesOf } from './places.ts'
import { TOOL_DEFINITIONS, type ToolboxDefinition } from './tool-definitions.ts'

const STATUS_COMMAND = Object.freeze({
  description: 'Shows how the servers of the toolbox are',
  template:
    'Call toolbox_status and show me a table of the servers with their state and number of tools, what failed and why, and what is wrong with the configuration.',
})

/**
 * The plugin: OpenCode's `plugin` list names it, and `toolbox.jsonc` the servers. It returns at once, whatever the
 * servers do; the configuration is read and servers are connected afterwards.
 */
export const ToolboxPlugin: Plugin = async () => createHooks(placesOf(process.env))

/** The hooks of a plugin that reads and writes in the given places. */
export function createHooks(places: Places): Hooks {
  const asked = new WeakMap<object, ToolContext>()
  const refusals = new WeakMap<object, unknown>()
  let opened: Promise<OpenToolbox> | undefined
  const authorize: Authorize = async (name, call) => {
    const context = asked.get(call)
    if (typeof context?.ask !== 'function') return
    try {
      await context.ask({
        permission: 'toolbox_execute',
        patterns: [name],
        always: [name],
        metadata: { tool: name },
      })
    } catch (error) {
      refusals.set(call, error)
      throw error
    }
  }
  /** Everything heavy is loaded here, after the host has its hooks. */
  const open = (): Promise<OpenToolbox> => {
    opened ??= import('./open-toolbox.ts').then(({ openToolbox }) => openToolbox(places, authorize))
    return opened
  }
  const toHostTool = ([name, definition]: readonly [string, ToolboxDefinition]) => ({
    description: definition.description,
    args: toArgs(definition) as ToolDefinition['args'],
    execute: async (args: unknown, context: ToolContext) => {
      const toolbox = await open()
      const call = { principal: '', signal: context.abort }
      asked.set(call, context)
      const result = await toolbox.call(name, args, call)
      // What the user refused is for the host to act on, not for the model.
      if (refusals.has(call)) throw refusals.get(call)
      return result
    },
  })
  const opening = setImmediate(() => void open().catch(() => {}))

  return {
    tool: Object.fromEntries(Object.entries(TOOL_DEFINITIONS).map((entry) => [entry[0], toHostTool(entry)])),
    'experimental.chat.system.transform': async (_, output) => {
      output.system.push((await open()).systemText)
    },
    config: async (config) => {
      config.command ??= {}
      config.command['toolbox-status'] ??= { ...STATUS_COMMAND }
    },
    dispose: async () => (opened === undefined ? clearImmediate(opening) : (await opened).close()),
  }
}

/** Arguments in the terms of the host. The schemas are of our own zod; it takes those of any zod 4. */
function toArgs({ properties, required }: ToolboxDefinition): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const type = fromJSONSchema(property as Parameters<typeof fromJSONSchema>[0])
      return [name, required.includes(name) ? type : type.optional()]
    }),
  )
}
