import type { JsonSchema } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { describeSchema, type SchemaInfo } from '@toolscout/schema'
import { type RenderEntry, shownJson, type WrittenText } from './render-format.ts'
import type { ToolDoc } from './tool-doc.ts'

/** Longest input schema that `full` shows, in UTF-16 code units: ten times the largest of 5,808 public tools. */
const MAX_WHOLE_SCHEMA_LENGTH = 200_000

/** Longest description that the line of a parameter has, in code points: two or three sentences. */
export const MAX_PARAMETER_TEXT_LENGTH = 300
/** Members of an object schema that a list of its parameters says. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set(['type', 'properties', 'required', '$schema'])
/** Members of a parameter that its line says. */
const PARAMETER_MEMBERS: ReadonlySet<string> = new Set(['type', 'description', 'default', 'enum'])

/** What a tool's schema says. */
export const describedSchema: (schema: JsonSchema) => SchemaInfo = oncePerSchema(describeSchema)

const saysMore = oncePerSchema((schema) => {
  const { properties, isCut } = describedSchema(schema)
  return isCut || properties.some(({ isTypeCut }) => isTypeCut) || !isPlainObject(schema)
})

/** Schemas of tools never change, so each is read once. */
function oncePerSchema<T extends object | boolean>(
  read: (schema: JsonSchema) => T,
): (schema: JsonSchema) => T {
  const known = new WeakMap<JsonSchema, T>()
  return (schema) => {
    const found = known.get(schema) ?? read(schema)
    known.set(schema, found)
    return found
  }
}

/**
 * Whether the input schema says more than a list of its parameters with their types and descriptions: constraints,
 * formats, or texts and members of nested values.
 */
export function needsWholeSchema({ tool }: ToolDoc): boolean {
  return tool !== undefined && saysMore(tool.inputSchema)
}

/** Whether the output schema says more than its type: texts and constraints. */
export function needsWholeResult({ tool }: ToolDoc): boolean {
  return tool?.outputSchema !== undefined && saysMoreThanType(tool.outputSchema)
}

/** Whether an entry has the whole output schema. */
export function tellsWholeResult({ doc, detail, isResultShort = false }: RenderEntry): boolean {
  return detail === 'full' && !isResultShort && needsWholeResult(doc)
}

/** Members of a schema that its type says, where the type is not cut. */
const TYPE_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  '$schema',
])

const saysMoreThanType = oncePerSchema(
  (schema) => describedSchema(schema).root.isTypeCut || !isBareType(schema),
)

function isBareType(schema: unknown): boolean {
  if (!isJsonObject(schema) || !Object.keys(schema).every((member) => TYPE_MEMBERS.has(member))) return false
  const { properties = {}, items } = schema
  const members = isJsonObject(properties) ? Object.values(properties) : []
  return [...members, ...(items === undefined ? [] : [items])].every(isBareType)
}

/** The whole input or output schema as JSON, or how long it is where that is too long to show. */
export function wholeSchemaText(
  { tool }: ToolDoc,
  which: 'inputSchema' | 'outputSchema' = 'inputSchema',
): WrittenText {
  const text = shownJson(tool?.[which] ?? {})
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
