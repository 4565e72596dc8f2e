export { InvalidFeedbackError } from './errors.ts'
export {
  createFeedback,
  DEFAULT_FEEDBACK,
  type Feedback,
  type FeedbackOptions,
  type Prior,
} from './feedback.ts'
export { createFeedbackSearcher, DEFAULT_LIFT, type FeedbackSearcherOptions } from './feedback-searcher.ts'
export type { SavedFeedback } from './saved-feedback.ts'
