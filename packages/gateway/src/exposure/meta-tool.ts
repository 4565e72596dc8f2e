import { errorResult, type JsonObject, parseTool, type ToolResult, ToolscoutError } from '@toolscout/model'
import {
  isJsonObject,
  messageOf,
  type ServedCall,
  type ServedTool,
  type ToolAnnotations,
  truncate,
} from '@toolscout/model/internal'
import { COERCED_META_KEY, checkArguments, withNotes } from '@toolscout/runtime/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { toServedTool } from './host-tools.ts'

/** A tool that is ours and stands for many others. */
export interface MetaToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: ToolAnnotations
  /** Members that every call must have and that are refused by the tool itself when missing, in its own words. */
  readonly required?: readonly string[]
  /** Members of the arguments that are lists, for which models often write one text. */
  readonly lists?: readonly string[]
  /** Older names of members, with the names they have now. */
  readonly aliases?: { readonly [name: string]: string }
  readonly run: (args: JsonObject, call: ServedCall) => Promise<ToolResult>
}

/** A meta-tool as it is listed, and how it answers. */
export interface MetaTool {
  readonly served: ServedTool
  /** Never rejects. */
  readonly call: (args: unknown, call: ServedCall) => Promise<ToolResult>
}

/** Makes a meta-tool of its definition: arguments are mended and checked, and whatever is thrown is a result. */
export function createMetaTool(definition: MetaToolDefinition, validator: SchemaValidator): MetaTool {
  const { lists = [], aliases = {}, required = [], run, ...defined } = definition
  const { tool } = parseTool(defined)
  const isNeeded = required.length > 0 && { required }
  const whole = { ...tool, inputSchema: { ...tool.inputSchema, ...isNeeded } }
  return Object.freeze({
    served: toServedTool(
      { ...tool, inputSchema: { ...withoutBounds(tool.inputSchema), ...isNeeded } },
      tool.name,
    ),
    call: async (args, call) => {
      try {
        const meant = asMeant(args, lists, aliases)
        const isWhole = isJsonObject(meant) && required.every((member) => Object.hasOwn(meant, member))
        const checked = await checkArguments(isWhole ? whole : tool, meant, validator)
        if ('refusal' in checked) return checked.refusal
        const result = await run(checked.args, call)
        return result._meta?.[COERCED_META_KEY] === undefined ? withNotes(result, checked) : result
      } catch (error) {
        return thrownResult(error, tool.name, call.signal)
      }
    },
  } satisfies MetaTool)
}

const BOUNDS: readonly string[] = ['additionalProperties', 'minimum', 'maximum', 'minItems', 'maxItems']

/** What a model has to know of a schema. Bounds are left out: they are checked, and a call that breaks one is answered with it. */
function withoutBounds(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([keyword]) => !BOUNDS.includes(keyword))
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, isJsonObject(value) ? withoutBounds(value) : value]),
  )
}

/** Arguments as models mean them: JSON text is read, one text is a list of one, and null stands for nothing. */
function asMeant(
  given: unknown,
  lists: readonly string[],
  aliases: { readonly [name: string]: string },
): unknown {
  const args = readJson(given ?? {})
  if (!isJsonObject(args)) return args
  const meant: [member: string, value: unknown][] = []
  for (const [name, value] of Object.entries(args)) {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    const member = alias === undefined || Object.hasOwn(args, alias) ? name : alias
    if (value !== null)
      meant.push([member, lists.includes(member) && typeof value === 'string' ? [value] : value])
  }
  return Object.fromEntries(meant)
}

/** The value of a JSON text; any other value, and a text that is none, as it is. Empty text is an empty object. */
function readJson(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return given.trim() === '' ? {} : JSON.parse(given)
  } catch {
    return given
  }
}

/** Longest message of what was thrown, in code points: no call holds the rest of it. */
const MAX_MESSAGE_LENGTH = 4_000

/** What was thrown, as a result. */
export function thrownResult(error: unknown, tool: string, signal: AbortSignal): ToolResult {
  const code = signal.aborted ? 'CANCELLED' : error instanceof ToolscoutError ? error.code : 'CALL_FAILED'
  const message = signal.aborted ? 'The call was cancelled.' : truncate(messageOf(error), MAX_MESSAGE_LENGTH)
  const structuredContent = Object.freeze({ error: code, tool, outcome: 'notRun' })
  return Object.freeze({ ...errorResult(message), structuredContent })
}
