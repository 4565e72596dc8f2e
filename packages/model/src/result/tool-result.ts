import type { JsonObject } from '../internal/json/json.ts'

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
