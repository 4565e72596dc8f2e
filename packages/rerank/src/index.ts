// For applications: the three modes, and the models behind them.

export { InvalidFeedbackError } from './feedback/errors.ts'
export {
  createFeedback,
  DEFAULT_FEEDBACK,
  type Feedback,
  type FeedbackOptions,
  type Prior,
} from './feedback/feedback.ts'
export {
  createFeedbackSearcher,
  DEFAULT_LIFT,
  type FeedbackSearcherOptions,
} from './feedback/feedback-searcher.ts'
export type { SavedFeedback } from './feedback/saved-feedback.ts'
export { createAssistedSearcher } from './language-model/assisted-searcher.ts'
export {
  type AssistedSearcherOptions,
  DEFAULT_ASSISTANCE,
} from './language-model/assisted-searcher-options.ts'
export { LanguageModelError, type LanguageModelFailure } from './language-model/errors.ts'
export { createModelExpander, MAX_EXPANDED_TERMS } from './language-model/model-expander.ts'
export { createModelReranker, MAX_CANDIDATES, MAX_REASON_LENGTH } from './language-model/model-reranker.ts'
export {
  type AiSdkCall,
  type AiSdkLanguageModel,
  type FromLanguageModelOptions,
  fromLanguageModel,
} from './language-model/models/ai-sdk-language-model.ts'
export { createOpenAiLanguageModel } from './language-model/models/openai-language-model.ts'
export {
  DEFAULT_OPENAI_LIMITS,
  type OpenAiLanguageModelOptions,
} from './language-model/models/openai-options.ts'
export {
  type CreateMessage,
  type FromSamplingOptions,
  fromSampling,
  type SamplingParameters,
} from './language-model/models/sampling-language-model.ts'
