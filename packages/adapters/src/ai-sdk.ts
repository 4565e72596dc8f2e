export {
  type AiSdkTools,
  createAiSdkTools,
  createDeferredAiSdkTools,
  type DeferredAiSdkTools,
} from './ai-sdk/ai-sdk-tools.ts'
export {
  type AiSdkToolSearch,
  appendFound,
  asToolSearch,
  type SearchedTools,
  type ToolSearchOptions,
} from './ai-sdk/tool-search.ts'
