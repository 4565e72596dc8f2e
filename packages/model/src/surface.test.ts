import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "InvalidJsonError",
      "InvalidToolError",
      "InvalidToolIdError",
      "RevisionForgottenError",
      "SEARCH_FIELDS",
      "StaleRevisionError",
      "StoreClosedError",
      "StoreDamagedError",
      "StoreFormatUnknownError",
      "StoreLockedError",
      "StoreReadOnlyError",
      "StoreUnavailableError",
      "ToolNotFoundError",
      "ToolscoutError",
      "combineObservers",
      "compareHits",
      "compareIds",
      "compareVersions",
      "compileFilter",
      "createCompatibilityMatrix",
      "createToolBuilder",
      "defineTool",
      "definitionHash",
      "errorResult",
      "estimateTokens",
      "formatToolId",
      "parseTool",
      "parseToolId",
      "parseToolJson",
      "parseVersion",
      "parseVersionRange",
      "textResult",
      "toExportName",
      "toMcpTool",
      "toToolJson",
    ]
  `)
})
