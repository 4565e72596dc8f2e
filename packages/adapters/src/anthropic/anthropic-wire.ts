// The part of Anthropic's Messages API that tools need; the types of @anthropic-ai/sdk take and give these.

/** Where a prompt is cached up to. */
export interface AnthropicCacheControl {
  readonly type: 'ephemeral'
  /** How long it is kept. Default `5m`. */
  readonly ttl?: '5m' | '1h'
}

/** A tool as it is sent (`tools[]`). */
export interface AnthropicTool {
  name: string
  description?: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
  /** Not shown to the model before a `tool_reference` names it. */
  defer_loading?: true
  strict?: true
  cache_control?: AnthropicCacheControl
}

/** A call as it comes back in the content of a message. */
export interface AnthropicToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** A piece of a result. */
export type AnthropicResultBlock =
  | { type: 'text'; text: string }
  | {
      type: 'image'
      source: {
        type: 'base64'
        media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
        data: string
      }
    }
  | { type: 'tool_reference'; tool_name: string }

/** The answer to a call, for the content of the next message of the user. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicResultBlock[]
  is_error?: true
}
