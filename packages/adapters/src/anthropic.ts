// For applications: tools of an exposure as Anthropic's Messages API takes them.
export {
  type AnthropicTools,
  type AnthropicToolsOptions,
  createAnthropicTools,
} from './anthropic/anthropic-tools.ts'
export type {
  AnthropicCacheControl,
  AnthropicResultBlock,
  AnthropicTool,
  AnthropicToolResult,
  AnthropicToolUse,
} from './anthropic/anthropic-wire.ts'
