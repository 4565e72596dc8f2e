import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DiscoveryClosedError",
      "ToolscoutError",
      "createCandidateRetriever",
      "createDiscovery",
      "defineTool",
      "openDiscovery",
    ]
  `)
})
