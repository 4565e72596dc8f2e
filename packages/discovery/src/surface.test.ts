import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "COERCED_META_KEY",
      "CallTimeoutError",
      "DEFAULT_CALL_TIMEOUT_MS",
      "DEFAULT_MAX_RESULT_BYTES",
      "DiscoveryClosedError",
      "SourceExistsError",
      "SourceFailedError",
      "SourceRemovedError",
      "ToolscoutError",
      "UNCHECKED_META_KEY",
      "createDiscovery",
      "defineTool",
      "openDiscovery",
    ]
  `)
})
