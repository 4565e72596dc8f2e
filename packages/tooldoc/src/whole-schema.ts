import type { JsonSchema } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { describeSchema, type SchemaInfo } from '@toolscout/schema'
import { shownJson } from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'

/** Longest input schema that `full` shows, in UTF-16 code units: ten times the largest of 5,808 public tools. */
const MAX_WHOLE_SCHEMA_LENGTH = 200_000

/** Longest description that the line of a parameter has, in code points: two or three sentences. */
export const MAX_PARAMETER_TEXT_LENGTH = 300
/** Members of an object schema that a list of its parameters says. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set(['type', 'properties', 'required', '$schema'])
/** Members of a parameter that its line says. */
const PARAMETER_MEMBERS: ReadonlySet<string> = new Set(['type', 'description', 'default', 'enum'])

/** Input schemas are frozen, so each is compared once. */
const needed = new WeakMap<JsonSchema, boolean>()

/**
 * Whether the input schema says more than a list of its parameters with their types and descriptions: constraints,
 * formats, or texts and members of nested values.
 */
export function needsWholeSchema({ tool }: ToolDoc): boolean {
  const schema = tool?.inputSchema
  if (schema === undefined) return false
  const known = needed.get(schema)
  if (known !== undefined) return known
  const { properties, isCut } = describedSchema(schema)
  const isMore = isCut || properties.some(({ isTypeCut }) => isTypeCut) || !isPlainObject(schema)
  needed.set(schema, isMore)
  return isMore
}

/** The whole input schema as JSON, or how long it is where that is too long to show. */
export function wholeSchemaText({ tool }: ToolDoc): { readonly text: string; readonly isCut: boolean } {
  const text = shownJson(tool?.inputSchema ?? {})
  if (text.length <= MAX_WHOLE_SCHEMA_LENGTH) return { text, isCut: false }
  return { text: `… (${text.length} characters of JSON, not shown)`, isCut: true }
}

function isPlainObject(schema: JsonSchema): boolean {
  if (!isJsonObject(schema)) return false
  const { properties = {} } = schema
  const hasOnlyKnown = Object.keys(schema).every((member) => OBJECT_MEMBERS.has(member))
  return hasOnlyKnown && isJsonObject(properties) && Object.values(properties).every(isPlainParameter)
}

function isPlainParameter(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false
  const { items, ...own } = schema
  const isKnown = Object.keys(own).every((member) => PARAMETER_MEMBERS.has(member))
  const isSimple = own.type === undefined || (typeof own.type === 'string' && own.type !== 'object')
  const isShort = typeof own.description !== 'string' || own.description.length <= MAX_PARAMETER_TEXT_LENGTH
  return isKnown && isSimple && isShort && (items === undefined || isPlainItem(items))
}

function isPlainItem(items: unknown): boolean {
  if (!isJsonObject(items)) return false
  const members = Object.keys(items)
  return members.every((member) => member === 'type' || member === 'enum') && items.type !== 'object'
}

/** Tools never change, so what their schemas say is worked out once for each. */
const infos = new WeakMap<JsonSchema, SchemaInfo>()

/** What a tool's schema says. */
export function describedSchema(schema: JsonSchema): SchemaInfo {
  const known = infos.get(schema)
  if (known !== undefined) return known
  const info = describeSchema(schema)
  infos.set(schema, info)
  return info
}
