// For applications: the three modes, and the models behind them.
export { createAssistedSearcher } from './assisted-searcher.ts'
export { type AssistedSearcherOptions, DEFAULT_ASSISTANCE } from './assisted-searcher-options.ts'
export { LanguageModelError, type LanguageModelFailure } from './errors.ts'
export { createModelExpander, MAX_EXPANDED_TERMS } from './model-expander.ts'
export { createModelReranker, MAX_CANDIDATES, MAX_REASON_LENGTH } from './model-reranker.ts'
export {
  type AiSdkCall,
  type AiSdkLanguageModel,
  type FromLanguageModelOptions,
  fromLanguageModel,
} from './models/ai-sdk-language-model.ts'
export { createOpenAiLanguageModel } from './models/openai-language-model.ts'
export { DEFAULT_OPENAI_LIMITS, type OpenAiLanguageModelOptions } from './models/openai-options.ts'
export {
  type CreateMessage,
  type FromSamplingOptions,
  fromSampling,
  type SamplingParameters,
} from './models/sampling-language-model.ts'
