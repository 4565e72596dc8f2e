// For applications: tools of an exposure as OpenAI's two APIs take them.
export {
  createOpenAiChatTools,
  type OpenAiChatTools,
} from './openai/chat-tools.ts'
export type { OpenAiToolsOptions } from './openai/openai-options.ts'
export type {
  OpenAiChatFunction,
  OpenAiChatToolCall,
  OpenAiChatToolMessage,
  OpenAiFunction,
  OpenAiFunctionCall,
  OpenAiFunctionOutput,
  OpenAiLoadedTool,
  OpenAiNamespace,
  OpenAiOutputPart,
  OpenAiResponseTool,
  OpenAiToolSearch,
  OpenAiToolSearchCall,
  OpenAiToolSearchOutput,
} from './openai/openai-wire.ts'
export {
  createOpenAiResponseTools,
  type OpenAiResponseTools,
  type OpenAiResponseToolsOptions,
} from './openai/response-tools.ts'
