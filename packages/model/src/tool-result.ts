import { copyJson, isJsonObject, type JsonObject, type JsonValue } from './json.ts'

/** Text for the model. */
export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

/** A picture or sound, base64 in `data`. */
export interface MediaContent {
  readonly type: 'image' | 'audio'
  readonly data: string
  readonly mimeType: string
}

/** A resource itself (`resource`) or where to read it (`resource_link`), with the members MCP gives those. */
export interface ResourceContent {
  readonly type: 'resource' | 'resource_link'
  readonly [member: string]: unknown
}

/** One piece of a result (MCP `ContentBlock`). */
export type ContentBlock = TextContent | MediaContent | ResourceContent

/** What a call gives back (MCP `CallToolResult`). */
export interface ToolResult {
  readonly content: readonly ContentBlock[]
  /** The result as data, where the tool gives it. */
  readonly structuredContent?: JsonObject
  /** True when the tool itself failed; `content` then says how. */
  readonly isError?: boolean
  readonly _meta?: JsonObject
}

/**
 * Makes a result of whatever a handler gave back: a result stays one (a value with a list `content`), a text
 * becomes text, nothing becomes an empty result, an object becomes structured content with its JSON as text,
 * any other value its JSON as text.
 *
 * @throws InvalidJsonError `INVALID_JSON` when the value has no JSON form.
 */
export function toToolResult(value: unknown): ToolResult {
  if (value === undefined || value === null) return { content: [] }
  if (typeof value === 'string') return textResult(value)
  if (typeof value === 'object' && Array.isArray(Reflect.get(value, 'content'))) return value as ToolResult
  const json: JsonValue = copyJson(value)
  const result = textResult(JSON.stringify(json))
  return isJsonObject(json) ? { ...result, structuredContent: json } : result
}

/** A result of one text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] }
}

/** A result that says the tool failed, and how. */
export function errorResult(text: string): ToolResult {
  return { ...textResult(text), isError: true }
}
