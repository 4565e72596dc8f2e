import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as internal from './internal.ts'

it('exports what an application needs', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ExternalRefError",
      "InvalidSchemaError",
      "UnsafeSchemaError",
      "UnsupportedSchemaError",
      "coerceValue",
      "createSchemaValidator",
      "describeSchema",
      "formatSignature",
    ]
  `)
})

it('shares with our packages', () => {
  expect(Object.keys(internal).sort()).toMatchInlineSnapshot(`
    [
      "createSchemaValidator",
      "isPlainSchema",
      "toSearchDocument",
    ]
  `)
})
