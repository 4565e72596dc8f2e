import { InvalidToolError } from './errors.ts'
import { quote } from './quote.ts'
import type { ToolDefinition } from './tool.ts'

/** What a handler may use beside the arguments. */
export interface ToolCallContext {
  /** Aborted when the caller gives up or the deadline passes. */
  readonly signal: AbortSignal
}

/** Runs a tool in this process. What it gives back becomes the result, see {@link toToolResult}. */
export type ToolHandler<Arguments = never> = (args: Arguments, context: ToolCallContext) => unknown

/** A definition with the function that runs it. */
export interface LocalTool extends ToolDefinition {
  readonly execute?: ToolHandler | undefined
}

/** A tool in a record: its name is the key. `parameters` is accepted for `inputSchema`. */
export interface NamedTool extends Omit<LocalTool, 'name' | 'inputSchema'> {
  readonly name?: string | undefined
  readonly inputSchema?: object | undefined
  readonly parameters?: object | undefined
}

/** Tools as people have them: a list, or a record from name to tool as the AI SDK uses it. */
export type ToolSet = readonly LocalTool[] | { readonly [name: string]: NamedTool }

/** A definition still unread, and its handler when it has one. */
export interface ToolSetEntry {
  readonly definition: unknown
  readonly handler?: ToolHandler
}

/**
 * Brings lists and records of tools into one shape, in their order. Definitions are not read yet; a member
 * `execute` becomes the handler.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the value is neither a list nor a record of objects.
 */
export function listToolSet(tools: ToolSet): readonly ToolSetEntry[] {
  if (typeof tools !== 'object' || tools === null) {
    throw new InvalidToolError(`Tools come as a list or a record, not as ${quote(tools)}.`, {
      path: '',
      tool: '',
    })
  }
  if (Array.isArray(tools)) return tools.map((tool: unknown) => toEntry(tool, {}))
  return Object.entries(tools as { readonly [name: string]: unknown }).map(([name, tool]) =>
    toEntry(tool, { name }),
  )
}

function toEntry(tool: unknown, defaults: { readonly name?: string }): ToolSetEntry {
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool)) return { definition: tool }
  const { execute, parameters, ...members } = tool as { readonly [member: string]: unknown }
  const definition = { ...defaults, ...members, inputSchema: members.inputSchema ?? parameters }
  if (execute === undefined) return { definition }
  if (typeof execute !== 'function') {
    const name = String(definition.name)
    throw new InvalidToolError(`The execute of ${quote(name)} is no function.`, {
      path: 'execute',
      tool: name,
    })
  }
  return { definition, handler: execute as ToolHandler }
}
