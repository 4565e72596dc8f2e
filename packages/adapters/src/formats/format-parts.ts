import {
  formatToolId,
  type JsonObject,
  type JsonValue,
  parseTool,
  type Tool,
  toExportName,
} from '@toolscout/model'
import { isIdPart, isJsonObject, messageOf, quote, summaryText, toolMeta } from '@toolscout/model/internal'
import { ConversionError } from '../errors.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'

/** Longest text that stands in for a description, in code points. */
const MAX_STAND_IN = 1_000

/** Reads a tool. @throws ConversionError `CONVERSION_FAILED` when it cannot be read. */
export function readTool(format: string, definition: () => unknown): Tool {
  try {
    return parseTool(definition()).tool
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause
    throw new ConversionError(
      `This is no tool of the format ${format}. ${messageOf(cause)}`,
      format,
      'parse',
      cause,
    )
  }
}

/** The value as an object. @throws ConversionError `CONVERSION_FAILED` for anything else. */
export function readObject(format: string, value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new ConversionError(
    `A tool of the format ${format} is an object, not ${quote(value)}.`,
    format,
    'parse',
  )
}

/** What a format writes in the place of a description: the description, else a summary, else the title. */
export function descriptionOf(tool: Tool): string {
  if (tool.description !== undefined) return tool.description
  const summary = summaryText(tool, MAX_STAND_IN)
  return summary === '' ? (tool.title ?? '') : summary
}

/**
 * Name and namespace of an exported name, as far as they can be recognized: `server__tool` is taken apart where that is how
 * the two are exported, anything else is a name.
 */
export function splitExportName(given: unknown): { readonly name?: unknown; readonly namespace?: string } {
  if (typeof given !== 'string') return { name: given }
  const at = given.indexOf('__')
  const [namespace, name] = [given.slice(0, at), given.slice(at + 2)]
  if (at <= 0 || !isIdPart(namespace) || !isIdPart(name)) return { name: given }
  return toExportName(formatToolId({ namespace, name })) === given ? { namespace, name } : { name: given }
}

/** What a format keeps of a tool for its own way back, in `_meta`; `undefined` when there is nothing. */
export function keptBy(tool: Tool, format: string): JsonObject | undefined {
  const kept = toolMeta(tool, metaKey(format))
  return isJsonObject(kept) ? kept : undefined
}

/** `_meta` with what a format keeps; nothing when there is nothing to keep. */
export function keep(
  format: string,
  members: { readonly [member: string]: JsonValue | undefined },
): {
  readonly _meta?: JsonObject
} {
  const kept = Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  return kept.length === 0 ? {} : { _meta: { [metaKey(format)]: Object.fromEntries(kept) } }
}

function metaKey(format: string): string {
  return `toolscout/${format}`
}

const WHY: { readonly [member: string]: string } = {
  version: 'the format has no versions; export names keep a digest of it',
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
    const why = WHY[member] ?? 'the format has no place for it'
    return [Object.freeze({ tool: tool.id, path: `/${member}`, keyword: member, why })]
  })
}
