import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'DEFAULT_DESCRIBE_OPTIONS',
    'DEFAULT_SCHEMA_LIMITS',
    'DEFAULT_SIGNATURE_OPTIONS',
    'DEFAULT_VALIDATOR_OPTIONS',
    'ExternalRefError',
    'InvalidSchemaError',
    'UnsafeSchemaError',
    'UnsupportedSchemaError',
    'checkSchema',
    'coerceValue',
    'createSchemaValidator',
    'describeSchema',
    'formatSignature',
    'schemaTexts',
    'toSearchDocument',
    'toSignature',
  ])
})
