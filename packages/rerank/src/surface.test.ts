import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_ASSISTANCE",
      "DEFAULT_OPENAI_LIMITS",
      "LanguageModelError",
      "MAX_CANDIDATES",
      "MAX_EXPANDED_TERMS",
      "MAX_REASON_LENGTH",
      "createAssistedSearcher",
      "createModelExpander",
      "createModelReranker",
      "createOpenAiLanguageModel",
      "fromLanguageModel",
      "fromSampling",
    ]
  `)
})
