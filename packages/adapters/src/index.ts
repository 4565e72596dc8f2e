// For applications: tools from one format into another.

export { ConversionError, FormatExistsError, FormatNotFoundError } from './errors.ts'
export { a2aFormat } from './formats/a2a-format.ts'
export { anthropicFormat } from './formats/anthropic-format.ts'
export {
  type Conversion,
  type ConversionLoss,
  createFormatRegistry,
  type FormatRegistry,
} from './formats/format-registry.ts'
export { geminiFormat } from './formats/gemini-format.ts'
export { mcpFormat } from './formats/mcp-format.ts'
export { openAiFormat } from './formats/openai-format.ts'
export type { ToolFormat, WrittenFormat } from './formats/tool-format.ts'
// For implementers of further adapters: schemas, names, and what a conversation has seen.
export {
  ANTHROPIC_NAMES,
  createLegalNames,
  GEMINI_NAMES,
  type LegalNames,
  type NameRule,
  OPENAI_NAMES,
} from './legal-names.ts'
export { type FittedSchema, fitSchema } from './schema/fit-schema.ts'
export { restoreArguments } from './schema/restore-arguments.ts'
export type { SchemaLoss } from './schema/schema-loss.ts'
export {
  ANTHROPIC_SCHEMA,
  ANTHROPIC_STRICT_SCHEMA,
  FRAMEWORK_SCHEMA,
  GEMINI_OPENAPI_SCHEMA,
  GEMINI_SCHEMA,
  OPENAI_SCHEMA,
  OPENAI_STRICT_SCHEMA,
  type SchemaSubset,
  WHOLE_SCHEMA,
} from './schema/schema-subset.ts'
export {
  createToolSession,
  type SessionCallOptions,
  type SessionOptions,
  type ToolSession,
} from './tool-session.ts'
