import { InvalidToolError } from '../errors.ts'
import { quote } from '../internal/text/quote.ts'
import { toMcpShape } from './parse-members.ts'
import type { SchemaInput, ToolDefinition } from './tool.ts'
import type { AnyToolHandler } from './tool-handler.ts'

/** A tool in a record: its name is the key. */
export interface NamedTool extends Omit<ToolDefinition, 'name' | 'inputSchema'> {
  readonly name?: string | undefined
  readonly inputSchema?: SchemaInput | undefined
  /** Taken for `inputSchema`, as OpenAI and older AI SDKs name it. */
  readonly parameters?: SchemaInput | undefined
  /** Taken for `inputSchema`, as Anthropic names it. */
  readonly input_schema?: SchemaInput | undefined
  /** Runs the tool. Without it the tool can be found and described, but not called. */
  readonly execute?: AnyToolHandler | undefined
}

/** A definition with the function that runs it. */
export interface LocalTool extends NamedTool {
  readonly name: string
}

/** A tool as OpenAI's chat completions have it. */
export interface FunctionTool {
  readonly type: 'function'
  readonly function: NamedTool
  readonly execute?: AnyToolHandler | undefined
}

/** Tools as people have them: a list, or a record from name to tool as the AI SDK uses it. */
export type ToolSet =
  | readonly (LocalTool | FunctionTool)[]
  | { readonly [name: string]: NamedTool | FunctionTool }

/** A definition still unread, and its handler when it has one. */
export interface ToolSetEntry {
  readonly definition: unknown
  readonly handler?: AnyToolHandler
}

/**
 * Brings lists and records of tools into one shape, in their order. Definitions are not read yet; a member
 * `execute` becomes the handler.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the value is neither a list nor a record of objects, or an `execute`
 * is no function.
 */
export function listToolSet(tools: ToolSet): readonly ToolSetEntry[] {
  if (Array.isArray(tools)) return tools.map((tool: unknown) => toEntry(tool, {}))
  if (typeof tools !== 'object' || tools === null || Symbol.iterator in tools) {
    throw new InvalidToolError(`Tools come as a list or a record, not as ${quote(tools)}.`, {
      path: '',
      tool: '',
    })
  }
  refuseSingleTool(tools)
  return Object.entries(tools as { readonly [name: string]: unknown }).map(([name, tool]) =>
    toEntry(tool, { name }),
  )
}

/** In a record every member is a tool, so one that is a text gives a single tool away. */
function refuseSingleTool(tools: object): void {
  const name: unknown = Reflect.get(tools, 'name')
  if (typeof name !== 'string' && typeof Reflect.get(tools, 'type') !== 'string') return
  const shown = typeof name === 'string' ? ` called ${quote(name)}` : ''
  throw new InvalidToolError(
    `This is one tool${shown}; tools come as a list, so write [tool], or as a record from name to tool.`,
    { path: '', tool: typeof name === 'string' ? name : '' },
  )
}

function toEntry(tool: unknown, defaults: { readonly name?: string }): ToolSetEntry {
  const shaped = toMcpShape(tool)
  if (typeof shaped !== 'object' || shaped === null || Array.isArray(shaped)) {
    if (defaults.name === undefined) return { definition: shaped }
    const message = `The tool ${quote(defaults.name)} is ${quote(shaped)}; an object with inputSchema is needed.`
    throw new InvalidToolError(message, { path: '', tool: defaults.name })
  }
  const { execute, ...members } = shaped as { readonly [member: string]: unknown }
  const definition = { ...defaults, ...members }
  if (execute === undefined) return { definition }
  if (typeof execute !== 'function') {
    const name = String(Reflect.get(definition, 'name'))
    const message = `The execute of ${quote(name)} is ${quote(execute)}; a function is needed, or nothing.`
    throw new InvalidToolError(message, { path: 'execute', tool: name })
  }
  return { definition, handler: execute as AnyToolHandler }
}
