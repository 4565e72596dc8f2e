import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "CallTimeoutError",
      "DEFAULT_CALL_TIMEOUT_MS",
      "DiscoveryClosedError",
      "HandlerMissingError",
      "MAX_RESULT_BYTES",
      "SourceExistsError",
      "SourceMissingError",
      "ToolscoutError",
      "createDiscovery",
      "defineTool",
    ]
  `)
})
