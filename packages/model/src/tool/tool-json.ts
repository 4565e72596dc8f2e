import { InvalidJsonError } from '../errors.ts'
import { canonicalJson, type JsonObject, type JsonValue, parseJson } from '../internal/json/json.ts'
import { sha256 } from '../internal/platform.ts'
import { quote } from '../internal/text/foreign-text.ts'
import { parseTool } from './parse-tool.ts'
import type { Tool } from './tool.ts'

/** Members of MCP's own `Tool`, in the order in which they are written. */
const MCP_MEMBERS = [
  'name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta',
] as const // biome-ignore format: one list
/** What Toolscout adds to MCP's members, in the order in which it is written. */
const OWN_MEMBERS = [
  'kind', 'namespace', 'version', 'tags', 'category', 'inputModes', 'outputModes', 'capabilities', 'examples',
] as const // biome-ignore format: one list
/** What {@link definitionHash} covers: all that says what the tool is and does, not where it was found. */
const HASHED_MEMBERS = [
  'kind', 'name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'otherMembers',
] as const // biome-ignore format: one list

/**
 * The tool as MCP writes it in `tools/list`: MCP's members, members it was given beyond those, and nothing of
 * what Toolscout adds. Shares the tool's frozen values.
 */
export function toMcpTool(tool: Tool): JsonObject {
  // First what has no name here, so that nothing in it can take the place of what was read.
  return { ...tool.otherMembers, ...pick(tool, MCP_MEMBERS) }
}

/** Everything the tool has, in one JSON object; {@link parseTool} reads it back without loss. */
export function toToolJson(tool: Tool): JsonObject {
  return { ...toMcpTool(tool), ...pick(tool, OWN_MEMBERS) }
}

/**
 * Reads a tool from JSON text, as {@link toToolJson} or an MCP server writes it.
 *
 * @throws InvalidJsonError `INVALID_JSON` when the text is no JSON.
 * @throws InvalidToolError `INVALID_TOOL` when it is no tool.
 */
export function parseToolJson(text: string): Tool {
  const value = parseJson(text)
  if (value === undefined) throw new InvalidJsonError(`${quote(text)} is no JSON.`, '')
  return parseTool(value).tool
}

/**
 * SHA-256 over the canonical JSON (RFC 8785) of the definition: `kind`, `name`, `title`, `description`, `inputSchema`,
 * `outputSchema`, `annotations`, `icons` and `otherMembers`, as they were read, so after cleaning and cutting.
 * Any change of those changes the hash, member order and white space do not.
 *
 * Not covered, because they say where a tool stands and how it is found: `id`, `namespace`, `version`, `tags`,
 * `category`, `inputModes`, `outputModes`, `capabilities`, `examples` and `_meta`. 64 hexadecimal digits.
 */
export function definitionHash(tool: Tool): string {
  return sha256(canonicalJson(pick(tool, HASHED_MEMBERS)))
}

function pick(tool: Tool, members: readonly (keyof Tool)[]): JsonObject {
  const picked: Record<string, JsonValue> = {}
  for (const member of members) {
    const value = tool[member]
    // Every member of a tool is JSON; interfaces without an index signature cannot say so.
    if (value !== undefined) picked[member] = value as JsonValue
  }
  return picked
}
