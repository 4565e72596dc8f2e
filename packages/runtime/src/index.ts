// For applications: tools by name, calls that are always answered, and a loop around any model.

export { ResultNotFoundError } from './failure-result.ts'
export type { ReadResultOptions, ResultPage } from './held-results.ts'
export { runToolLoop, type ToolLoopOptions, type ToolLoopResult } from './loop/run-tool-loop.ts'
export type { LoopMessage, ModelReply, ToolLoopModel } from './loop/tool-loop-model.ts'
export type { RetryPolicy } from './resilience/decide-retry.ts'
export { CallNotRunError } from './resilience/failure.ts'
export { resultReaderTool } from './result-page.ts'
export type {
  CallableTools,
  CallEngineOptions,
  CallEvent,
  CalledTool,
  CallOptions,
  CallPolicy,
  ToolCall,
  ToolCallResult,
} from './tool-call.ts'
export { createToolbox, type Toolbox } from './toolbox.ts'
