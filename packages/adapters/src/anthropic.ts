export {
  type AnthropicTools,
  type AnthropicToolsOptions,
  createAnthropicTools,
} from './anthropic/anthropic-tools.ts'
