import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ApprovalTimeoutError",
      "CustomArgumentError",
      "CustomFolderError",
      "CustomToolError",
      "CustomToolFailedError",
      "CustomToolNotAllowedError",
      "DEFAULT_APPROVAL_TIMEOUT_MS",
      "DEFAULT_CAPABILITY_LIMIT",
      "DEFAULT_LOOM_LIMIT",
      "LoomConfigError",
      "MAX_COMMAND_OUTPUT_BYTES",
      "MAX_CUSTOM_FILE_BYTES",
      "MAX_HTTP_RESPONSE_BYTES",
      "MAX_KEYWORDS",
      "SOURCE_KINDS",
      "createBuiltinIndexer",
      "createCustomIndexer",
      "createLoom",
      "createLoomHooks",
      "createLoomPermissions",
      "createMcpIndexer",
      "keywordsOf",
      "readLoomConfig",
    ]
  `)
})
