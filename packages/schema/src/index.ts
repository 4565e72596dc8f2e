// For applications: checking, describing and writing schemas.
export { coerceValue } from './coerce-value.ts'
export type { SchemaInfo } from './describe/describe-schema.ts'
export { describeSchema } from './describe/describe-schema.ts'
export { formatSignature } from './describe/signature.ts'
export {
  ExternalRefError,
  InvalidSchemaError,
  UnsafeSchemaError,
  UnsupportedSchemaError,
} from './errors.ts'
export type { ValidationResult } from './validation-result.ts'
export { createSchemaValidator, type SchemaValidator } from './validator.ts'
