import type { Hooks, Plugin, ToolContext, ToolDefinition, ToolResult } from '@opencode-ai/plugin'
import type { OpenToolbox } from './open-toolbox.ts'
import { type Places, placesOf } from './places.ts'
import { TOOL_DEFINITIONS } from './tool-definitions.ts'

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

  /** Everything heavy is loaded here, after the host has its hooks. */
  const open = (): Promise<OpenToolbox> => {
    opened ??= import('./open-toolbox.ts').then(({ openToolbox }) =>
      openToolbox(places, async (name, call) => {
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
      }),
    )
    return opened
  }
  const execute = async (name: string, args: unknown, context: ToolContext): Promise<ToolResult> => {
    const toolbox = await open()
    const call = { principal: '', signal: context.abort }
    asked.set(call, context)
    const result = await toolbox.call(name, args, call)
    // What the user refused is for the host to act on, not for the model.
    if (refusals.has(call)) throw refusals.get(call)
    return result
  }
  setImmediate(() => void open().catch(() => {}))

  return {
    // The schemas are of our own zod; the host takes those of any zod 4.
    tool: Object.fromEntries(
      Object.entries(TOOL_DEFINITIONS).map(([name, { description, args }]) => [
        name,
        {
          description,
          args: args as ToolDefinition['args'],
          execute: (given: unknown, context: ToolContext) => execute(name, given, context),
        },
      ]),
    ),
    'experimental.chat.system.transform': async (_, output) => {
      const { systemText } = await open()
      output.system.push(systemText)
    },
    config: async (config) => {
      config.command ??= {}
      config.command['toolbox-status'] ??= { ...STATUS_COMMAND }
    },
    dispose: async () => {
      if (opened === undefined) return
      const { close } = await opened
      await close()
    },
  }
}
