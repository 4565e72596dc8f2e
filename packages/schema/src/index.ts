// For applications: checking, describing and writing schemas.
export { type CoercedValue, type Coercion, coerceValue } from './coerce-value.ts'
export {
  DEFAULT_DESCRIBE_OPTIONS,
  type DescribeSchemaOptions,
  describeSchema,
} from './describe-schema.ts'
export type { SchemaDialect } from './dialect.ts'
export {
  ExternalRefError,
  InvalidSchemaError,
  type UnsafeSchemaDetails,
  UnsafeSchemaError,
  type UnsafeSchemaReason,
  UnsupportedSchemaError,
} from './errors.ts'
export { checkSchema, type SchemaCheck } from './gate.ts'
export type { PropertyInfo, SchemaInfo, ValueInfo } from './schema-info.ts'
export { DEFAULT_SCHEMA_LIMITS, type SchemaLimits } from './schema-limits.ts'
export { type SchemaTexts, schemaTexts } from './schema-texts.ts'
export { type SearchableTool, toSearchDocument } from './search-document.ts'
export {
  DEFAULT_SIGNATURE_OPTIONS,
  formatSignature,
  type Signature,
  type SignatureInput,
  type SignatureOptions,
  toSignature,
} from './signature.ts'
export type { UncheckedKeyword } from './unchecked-keyword.ts'
export type { ValidationIssue, ValidationResult } from './validation-result.ts'
export {
  createSchemaValidator,
  DEFAULT_VALIDATOR_OPTIONS,
  type SchemaValidator,
  type SchemaValidatorOptions,
} from './validator.ts'
