import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "BackendNotFoundError",
      "ChangesMissedError",
      "DEFAULT_SEARCH_LIMIT",
      "InvalidCursorError",
      "MAX_DIFFERENCES",
      "MAX_QUERIES",
      "MAX_QUERY_LENGTH",
      "MAX_QUERY_WORDS",
      "MAX_SEARCH_LIMIT",
      "MAX_TASK_CONTEXT_LENGTH",
      "MAX_UNMATCHED_TERMS",
      "NonDeterministicSearcherError",
      "RegistrationFailedError",
      "StaleCursorError",
      "StoredToolMissingError",
      "createToolIndex",
      "jsonDifferences",
    ]
  `)
})
