// For applications: searchers around a searcher, and the models behind them.
export { createFeedback, type Feedback, type FeedbackOptions } from './feedback/feedback.ts'
export { createFeedbackSearcher, type FeedbackSearcherOptions } from './feedback/feedback-searcher.ts'
export { LanguageModelError } from './language-model/errors.ts'
export { createModelExpander } from './language-model/model-expander.ts'
export { createModelReranker } from './language-model/model-reranker.ts'
export { fromLanguageModel } from './language-model/models/ai-sdk-language-model.ts'
export {
  createOpenAiLanguageModel,
  type OpenAiLanguageModelOptions,
} from './language-model/models/openai-language-model.ts'

export { fromSampling } from './language-model/models/sampling-language-model.ts'
export { createRerankedSearcher } from './language-model/reranked-searcher.ts'
export type { RerankedSearcherOptions } from './language-model/reranked-searcher-options.ts'
