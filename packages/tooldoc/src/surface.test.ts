import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'ArgumentsTooLargeError',
    'DEFAULT_MAX_EXAMPLES',
    'DEFAULT_RENDER_OPTIONS',
    'DETAIL_LEVELS',
    'InvalidDetailError',
    'InvalidExampleError',
    'MAX_ARGUMENTS_DEPTH',
    'MAX_ARGUMENTS_KEYS',
    'MAX_EXAMPLE_DESCRIPTION_LENGTH',
    'MAX_EXAMPLE_TITLE_LENGTH',
    'MAX_EXTERNAL_REFS',
    'MAX_EXTERNAL_REF_LENGTH',
    'MAX_NOTES_LENGTH',
    'MAX_RESULT_HINT_LENGTH',
    'MAX_SCHEMA_DESCRIPTION_LENGTH',
    'MAX_TOOL_DOC_SUMMARY_LENGTH',
    'NoToolError',
    'createToolDocStore',
    'measureArguments',
    'parseDetail',
    'renderToolDocs',
  ])
})
