import type { CompletionRequest } from '@toolscout/model'
import { type AssistantOptions, checkOptions, type OptionKind } from '@toolscout/model/internal'

const ASSISTANT_OPTIONS = {
  taskContext: 'string',
  onUsage: 'function',
  signal: 'object',
} satisfies { [Option in keyof AssistantOptions]-?: OptionKind }

const COMPLETION_REQUEST = {
  system: 'string',
  prompt: 'string',
  signal: 'object',
} satisfies { [Member in keyof CompletionRequest]-?: OptionKind }

/** Checks how a model is asked to help. @throws TypeError for an unknown option or one of another type. */
export function checkAssistantOptions(options: AssistantOptions): void {
  checkOptions('the options of a model that helps', options, ASSISTANT_OPTIONS)
}

/** Checks what a language model is to complete. @throws TypeError for an unknown member or one of another type. */
export function checkCompletionRequest(request: CompletionRequest): void {
  checkOptions('a completion request', request, COMPLETION_REQUEST)
}
