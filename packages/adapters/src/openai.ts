export { createOpenAiChatTools, type OpenAiChatTools } from './openai/chat-tools.ts'
export type { OpenAiToolsOptions } from './openai/openai-options.ts'
export {
  createOpenAiResponseTools,
  type OpenAiResponseTools,
  type OpenAiResponseToolsOptions,
} from './openai/response-tools.ts'
