// The part of OpenAI's Chat Completions and Responses APIs that tools need; the types of `openai` take and give these.

/** What both APIs take for a tool. */
export interface OpenAiFunctionBody {
  name: string
  description?: string
  parameters: { [keyword: string]: unknown }
  strict: boolean
}

/** A function as Chat Completions take it (`tools[]`). */
export interface OpenAiChatFunction {
  type: 'function'
  function: OpenAiFunctionBody
}

/** A call in a message of the assistant (`tool_calls[]`). */
export interface OpenAiChatToolCall {
  readonly id: string
  readonly type: 'function'
  /** `arguments` is JSON text. */
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The answer to a call, a message of its own. */
export interface OpenAiChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string
}

/** A function as Responses take it. */
export interface OpenAiFunction extends OpenAiFunctionBody {
  type: 'function'
  /** The model is given its parameters when a search found it. */
  defer_loading?: true
}

/** Functions under one name; a call of one says which namespace. */
export interface OpenAiNamespace {
  type: 'namespace'
  name: string
  description: string
  tools: OpenAiFunction[]
}

/** A tool search that the caller runs. */
export interface OpenAiToolSearch {
  type: 'tool_search'
  execution: 'client'
  description: string
  parameters: { [keyword: string]: unknown }
}

/** What a search loads. */
export type OpenAiLoadedTool = OpenAiFunction | OpenAiNamespace

/** A tool as Responses take it (`tools[]`). */
export type OpenAiResponseTool = OpenAiLoadedTool | OpenAiToolSearch

/** A call of a function in the output of a response. */
export interface OpenAiFunctionCall {
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  /** JSON text. */
  readonly arguments: string
  readonly namespace?: string | null | undefined
}

/** A call of the tool search in the output of a response. */
export interface OpenAiToolSearchCall {
  readonly type: 'tool_search_call'
  readonly call_id: string | null
  readonly arguments: unknown
  readonly execution: 'client' | 'server'
}

/** A piece of an output. */
export type OpenAiOutputPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }

/** The answer to a call, for the input of the next request. */
export interface OpenAiFunctionOutput {
  type: 'function_call_output'
  call_id: string
  output: string | OpenAiOutputPart[]
}

/** The answer to a search, for the input of the next request: the tools that were found. */
export interface OpenAiToolSearchOutput {
  type: 'tool_search_output'
  call_id: string | null
  execution: 'client'
  status: 'completed'
  tools: OpenAiLoadedTool[]
}
