import { isJsonObject, type JsonObject, type JsonValue, spellJson, truncate } from '@toolscout/model'
import { type SchemaView, viewSchema } from './schema-view.ts'

/** How much of a type is written. */
export interface TypeTextOptions {
  /** Levels of objects that are spelled out; below that an object is `{ … }`. */
  readonly maxDepth: number
  /** Most values of an enum and branches of a union. */
  readonly maxValues: number
}

/** Most schemas one text looks at; a signature of real size has a few dozen. */
const MAX_SCHEMAS = 500
/** Longest name or text value that is written, in code points; a longer one is a sentence. */
const MAX_LITERAL_LENGTH = 60
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/
/** Stands for what was left out. */
export const CUT = '…'

interface Writer extends TypeTextOptions {
  readonly document: JsonValue
  /** Schemas that are being written right now: a schema among them contains itself. */
  readonly open: Set<JsonObject>
  schemas: number
}

/**
 * Writes a schema the way TypeScript writes a type, in one line: `{ id: integer, tags?: string[] }`. `integer`
 * stays a word of its own. Deterministic; foreign text stands only inside quotes or as a plain identifier.
 */
export function typeText(document: JsonValue, schema: JsonValue, options: TypeTextOptions): string {
  const { maxDepth, maxValues } = options
  return writeType({ document, open: new Set(), schemas: 0, maxDepth, maxValues }, schema, 0)
}

/** A JSON value as a literal: texts shortened, hidden characters spelled. */
export function literalText(value: JsonValue): string {
  if (typeof value === 'string') return spellJson(JSON.stringify(truncate(value, MAX_LITERAL_LENGTH)))
  return spellJson(truncate(JSON.stringify(value), MAX_LITERAL_LENGTH))
}

/** A name as TypeScript writes it in a type: as it is when it is an identifier, else in quotes. */
export function nameText(name: string): string {
  return IDENTIFIER.test(name) ? truncate(name, MAX_LITERAL_LENGTH) : literalText(name)
}

function writeType(writer: Writer, schema: JsonValue, depth: number): string {
  writer.schemas += 1
  if (writer.schemas > MAX_SCHEMAS) return CUT
  const view = viewSchema(writer.document, schema)
  if (view.isNever || view.values?.length === 0) return 'never'
  if (view.values !== undefined) {
    return alternatives(view.values.slice(0, writer.maxValues + 1).map(literalText), writer.maxValues)
  }
  const opened = view.sources.filter((source) => !writer.open.has(source))
  if (opened.length < view.sources.length) return view.refName ? nameText(view.refName) : CUT
  for (const source of opened) writer.open.add(source)
  const text = writeView(writer, view, depth)
  for (const source of opened) writer.open.delete(source)
  return text
}

function writeView(writer: Writer, view: SchemaView, depth: number): string {
  const own = writeTypes(writer, view, depth)
  const choices = view.unions.map((branches) => {
    const texts = branches.slice(0, MAX_SCHEMAS).map((branch) => writeType(writer, branch, depth))
    // A branch that takes anything, such as one that only names what is required, says nothing about the type.
    return texts.includes('any') ? 'any' : alternatives(texts, writer.maxValues)
  })
  const isShape = view.properties.size > 0 || view.items !== undefined || view.prefixItems.length > 0
  // Beside a choice, a bare type such as "object" only repeats what every branch says.
  const parts = choices.some((text) => text !== 'any') && !isShape ? choices : [own, ...choices]
  const said = [...new Set(parts)].filter((text) => text !== 'any')
  if (said.length < 2) return said[0] ?? 'any'
  return said.map((text) => (text.includes(' | ') ? `(${text})` : text)).join(' & ')
}

function writeTypes(writer: Writer, view: SchemaView, depth: number): string {
  const isTuple = view.prefixItems.length > 0
  const inferred =
    view.properties.size > 0 ? ['object'] : isTuple || view.items !== undefined ? ['array'] : []
  const types = view.types.length > 0 ? view.types : inferred
  const texts = types.map((type) => {
    if (type === 'object') return writeObject(writer, view, depth)
    if (type === 'array') return isTuple ? writeTuple(writer, view, depth) : writeArray(writer, view, depth)
    return type
  })
  return alternatives(texts, Number.POSITIVE_INFINITY)
}

function writeObject(writer: Writer, view: SchemaView, depth: number): string {
  if (view.properties.size === 0) {
    if (!isJsonObject(view.additional)) return 'object'
    return depth >= writer.maxDepth ? 'object' : `{ [key]: ${writeType(writer, view.additional, depth + 1)} }`
  }
  if (depth >= writer.maxDepth) return `{ ${CUT} }`
  return `{ ${memberTexts(writer, view, depth).join(', ')} }`
}

function memberTexts(writer: Writer, view: SchemaView, depth: number): readonly string[] {
  return [...view.properties].map(([name, schema]) => {
    const optional = view.required.has(name) ? '' : '?'
    return `${nameText(name)}${optional}: ${writeType(writer, schema, depth + 1)}`
  })
}

function writeArray(writer: Writer, view: SchemaView, depth: number): string {
  if (view.items === undefined || view.items === true) return 'any[]'
  const text = writeType(writer, view.items, depth)
  return / [|&] /.test(text) ? `(${text})[]` : `${text}[]`
}

function writeTuple(writer: Writer, view: SchemaView, depth: number): string {
  const items = view.prefixItems.slice(0, writer.maxValues).map((item) => writeType(writer, item, depth))
  if (view.prefixItems.length > items.length) items.push(CUT)
  else if (view.items !== undefined && view.items !== false)
    items.push(`...${writeArray(writer, view, depth)}`)
  return `[${items.join(', ')}]`
}

/** Joins distinct alternatives in their order, `null` last, and marks what is left out. */
function alternatives(texts: readonly string[], max: number): string {
  const distinct = [...new Set(texts)].filter((text) => text !== 'never')
  if (distinct.includes('any')) return 'any'
  const ordered = [
    ...distinct.filter((text) => text !== 'null'),
    ...distinct.filter((text) => text === 'null'),
  ]
  if (ordered.length === 0) return texts.length === 0 ? 'any' : 'never'
  const shown = ordered.length > max ? [...ordered.slice(0, max), CUT] : ordered
  return shown.join(' | ')
}
