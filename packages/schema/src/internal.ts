// What the packages of Toolscout share. Not API: anything here may change in any release.
export type { Coercion } from './coerce-value.ts'
export type { PropertyInfo, ValueInfo } from './describe/describe-schema.ts'
export type { UncheckedKeyword } from './gate/keywords.ts'
export { isPlainSchema } from './gate/plain-schema.ts'
export { toSearchDocument } from './search-document.ts'
export type { ValidationIssue } from './validation-result.ts'
export { createSchemaValidator } from './validator.ts'
