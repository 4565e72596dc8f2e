import { type JsonObject, type JsonValue, parseTool, type Tool } from '@toolscout/model'
import { isJsonObject, messageOf, quote, summaryText, toolMeta } from '@toolscout/model/internal'
import { ConversionError } from '../errors.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'

/** A tool as a format writes it. */
export interface WrittenFormat {
  readonly value: JsonObject
  /** What the tool has and the value does not. */
  readonly losses: readonly SchemaLoss[]
}

/**
 * A way of writing tools down. What an implementation owes:
 *
 * - `parse` gives a tool or throws a ConversionError; the value is not changed and nothing of it is shared.
 * - `write` gives plain JSON; the same tool gives the same bytes. What the format has no place for is among the losses.
 * - What `write` gives, `parse` reads as a tool that writes the same bytes again.
 */
export interface ToolFormat {
  readonly name: string
  readonly parse: (value: unknown) => Tool
  readonly write: (tool: Tool) => WrittenFormat
}

/** Creates a format; `read` gives a definition as `parseTool` takes it, or throws. */
export function createFormat(
  name: string,
  read: (given: JsonObject) => object,
  write: ToolFormat['write'],
): ToolFormat {
  const parse = (value: unknown): Tool => {
    try {
      if (!isJsonObject(value)) throw new TypeError(`A tool is an object, not ${quote(value)}.`)
      return parseTool(read(value)).tool
    } catch (cause) {
      const message = `This is no tool of the format ${name}. ${messageOf(cause)}`
      throw new ConversionError(message, name, 'parse', cause)
    }
  }
  return Object.freeze({ name, parse, write })
}

/** Longest text that stands in for a description, in code points. */
const MAX_STAND_IN = 1_000

/** What a format writes in the place of a description: the description, else a summary, else the title. */
export function descriptionOf(tool: Tool): string {
  return tool.description ?? (summaryText(tool, MAX_STAND_IN) || (tool.title ?? ''))
}

/** What a format keeps of a tool for its own way back, in `_meta`. */
export function keptBy(tool: Tool, format: string): JsonObject {
  const kept = toolMeta(tool, metaKey(format))
  return isJsonObject(kept) ? kept : {}
}

/** `_meta` with what a format keeps; nothing when there is nothing to keep. */
export function keep(
  format: string,
  members: { readonly [member: string]: JsonValue | undefined },
): { readonly _meta?: JsonObject } {
  const kept = Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  return kept.length === 0 ? {} : { _meta: { [metaKey(format)]: Object.fromEntries(kept) } }
}

function metaKey(format: string): string {
  return `toolscout/${format}`
}

const MEMBERS = [
  'title', 'version', 'outputSchema', 'annotations', 'icons', 'category', 'tags', 'inputModes', 'outputModes',
  'capabilities', 'examples',
] as const // biome-ignore format: one list

/** Members of a tool that a format has no place for, as losses. */
export function lostMembers(tool: Tool, kept: readonly string[]): readonly SchemaLoss[] {
  return MEMBERS.flatMap((member) => {
    const value = tool[member]
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
    if (isEmpty || kept.includes(member)) return []
    const why =
      member === 'version'
        ? 'the format has no versions; export names keep a digest of it'
        : 'the format has no place for it'
    return [Object.freeze({ tool: tool.id, path: `/${member}`, keyword: member, why })]
  })
}
