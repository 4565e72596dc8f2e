import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as openTelemetry from './opentelemetry.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "FIRST_HASH",
      "createAuditLog",
      "verifyAuditLog",
    ]
  `)
  expect(Object.keys(openTelemetry).sort()).toMatchInlineSnapshot(`
    [
      "CONVENTIONS",
      "DEFAULT_MAX_TOOL_NAMES",
      "OTHER_NAME",
      "createOpenTelemetryObserver",
    ]
  `)
})
