import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, spellJson, truncate } from '@toolscout/model/internal'
import type { SchemaView, SchemaViewer } from './schema-view.ts'

/** How much of a type is written. */
export interface TypeTextOptions {
  /** Levels of objects that are spelled out; below that an object is `{ … }`. */
  readonly maxDepth: number
  /** Most values of an enum and branches of a union. */
  readonly maxValues: number
  /** Longest text that is of use, in code points; writing stops soon behind it. */
  readonly maxLength: number
  /** Whether units and index bases stand behind the types they are of. Default false. */
  readonly hasUnits?: boolean
}

/** A text, and whether it leaves out something of what it is about. */
export interface WrittenText {
  readonly text: string
  readonly isCut: boolean
}

/** Writes schemas the way TypeScript writes types, each in one line, within one allowance of work for all. */
export interface TypeWriter {
  /** `{ id: integer, tags?: string[] }`. Whatever would be longer than `maxLength` is, but not much. */
  readonly write: (schema: JsonValue, name?: string) => string
  readonly literal: (value: JsonValue) => string
  readonly name: (name: string) => string
  /** Whether anything written so far was cut. */
  readonly isCut: () => boolean
}

// Schemas that are looked at for short texts, and for texts of any length; real signatures have a few dozen.
const LEAST_SCHEMAS = 500
const MOST_SCHEMAS = 100_000
// Longest name or text value that is written, in code points; a longer one is a sentence.
const MAX_LITERAL_LENGTH = 60
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/
/** Stands for what was left out. */
export const CUT = '…'

interface Writer extends TypeTextOptions {
  readonly view: SchemaViewer
  /** Schemas that are being written right now: a schema among them contains itself. */
  readonly open: Set<JsonObject>
  /** Schemas that may still be looked at. */
  left: number
  isCut: boolean
}

/**
 * Creates a writer. `integer` stays a word of its own. Deterministic; foreign text appears only inside quotes or as a
 * plain identifier.
 */
export function createTypeWriter(view: SchemaViewer, options: TypeTextOptions): TypeWriter {
  // A text has room for fewer schemas than characters.
  const left = Math.min(Math.max(LEAST_SCHEMAS, options.maxLength), MOST_SCHEMAS)
  const writer: Writer = { ...options, view, open: new Set(), left, isCut: false }
  return {
    write: (schema, name) => writeType(writer, schema, 0, name),
    literal: (value) => noteCut(writer, literal(value)),
    name: (name) => noteCut(writer, nameText(name)),
    isCut: () => writer.isCut,
  }
}

/** Writes one schema, at most `maxLength` code points. */
export function typeText(view: SchemaViewer, schema: JsonValue, options: TypeTextOptions): WrittenText {
  const writer = createTypeWriter(view, options)
  const whole = writer.write(schema)
  const text = truncate(whole, options.maxLength)
  return { text, isCut: writer.isCut() || text !== whole }
}

/** A JSON value as a literal: texts shortened, hidden characters escaped. */
export function literalText(value: JsonValue): string {
  return literal(value).text
}

function literal(value: JsonValue): WrittenText {
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  const text = truncate(whole, MAX_LITERAL_LENGTH)
  return { text: spellJson(typeof value === 'string' ? JSON.stringify(text) : text), isCut: text !== whole }
}

/** A name as TypeScript writes it in a type: as it is when it is an identifier, else in quotes. */
function nameText(name: string): WrittenText {
  if (!IDENTIFIER.test(name)) return literal(name)
  const text = truncate(name, MAX_LITERAL_LENGTH)
  return { text, isCut: text !== name }
}

function noteCut(writer: Writer, { text, isCut }: WrittenText): string {
  writer.isCut ||= isCut
  return text
}

function cut(writer: Writer): string {
  return noteCut(writer, { text: CUT, isCut: true })
}

function writeType(writer: Writer, schema: JsonValue, depth: number, name?: string): string {
  writer.left -= 1
  if (writer.left < 0) return cut(writer)
  const view = writer.view(schema)
  if (view.isNever || view.values?.length === 0) return 'never'
  if (view.values !== undefined) {
    const literals = view.values
      .slice(0, writer.maxValues + 1)
      .map((value) => noteCut(writer, literal(value)))
    return alternatives(writer, literals, writer.maxValues)
  }
  const opened = view.sources.filter((source) => !writer.open.has(source))
  if (opened.length < view.sources.length) return view.refName ? noteCut(writer, nameText(view.refName)) : CUT
  for (const source of opened) writer.open.add(source)
  const text = writeView(writer, view, depth)
  for (const source of opened) writer.open.delete(source)
  const unit = name === undefined || writer.hasUnits !== true ? '' : unitText(name, text, view)
  return unit === '' ? text : `${text} /* ${unit} */`
}

function writeView(writer: Writer, view: SchemaView, depth: number): string {
  const own = writeTypes(writer, view, depth)
  const choices = view.unions.map((branches) => writeUnion(writer, branches, depth))
  const isShape = view.properties.size > 0 || view.items !== undefined || view.prefixItems.length > 0
  // Beside a choice, a bare type such as "object" only repeats what every branch says.
  const parts = choices.some((text) => text !== 'any') && !isShape ? choices : [own, ...choices]
  const said = [...new Set(parts)].filter((text) => text !== 'any')
  if (said.length < 2) return said[0] ?? 'any'
  return said.map((text) => (text.includes(' | ') ? `(${text})` : text)).join(' & ')
}

function writeUnion(writer: Writer, branches: readonly JsonValue[], depth: number): string {
  const texts: string[] = []
  for (const branch of branches) {
    texts.push(writeType(writer, branch, depth))
    if (writer.left < 0) break
  }
  // A branch that takes anything, such as one that only names what is required, says nothing about the type.
  return texts.includes('any') ? 'any' : alternatives(writer, texts, writer.maxValues)
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
  return alternatives(writer, texts, Number.POSITIVE_INFINITY)
}

function writeObject(writer: Writer, view: SchemaView, depth: number): string {
  const isDeep = depth >= writer.maxDepth
  if (view.properties.size === 0) {
    if (!isJsonObject(view.additional)) return 'object'
    if (isDeep) {
      cut(writer)
      return 'object'
    }
    return `{ [key]: ${writeType(writer, view.additional, depth + 1)} }`
  }
  return `{ ${isDeep ? cut(writer) : writeMembers(writer, view, depth)} }`
}

function writeMembers(writer: Writer, view: SchemaView, depth: number): string {
  let text = ''
  for (const [name, schema] of view.properties) {
    const separator = text === '' ? '' : ', '
    // A code point has at most two code units: what is longer than this is longer than allowed, whatever follows.
    if (text.length > 2 * writer.maxLength || writer.left <= 0) return `${text}${separator}${cut(writer)}`
    const optional = view.required.has(name) ? '' : '?'
    const type = writeType(writer, schema, depth + 1, name)
    text += `${separator}${noteCut(writer, nameText(name))}${optional}: ${type}`
  }
  return text
}

function writeArray(writer: Writer, view: SchemaView, depth: number): string {
  if (view.items === undefined || view.items === true) return 'any[]'
  const text = writeType(writer, view.items, depth)
  return / [|&] /.test(text) ? `(${text})[]` : `${text}[]`
}

function writeTuple(writer: Writer, view: SchemaView, depth: number): string {
  const items = view.prefixItems.slice(0, writer.maxValues).map((item) => writeType(writer, item, depth))
  if (view.prefixItems.length > items.length) items.push(cut(writer))
  else if (view.items !== undefined && view.items !== false)
    items.push(`...${writeArray(writer, view, depth)}`)
  return `[${items.join(', ')}]`
}

/** Joins distinct alternatives in their order, `null` last, and marks what is left out. */
function alternatives(writer: Writer, texts: readonly string[], max: number): string {
  const distinct = [...new Set(texts)].filter((text) => text !== 'never')
  if (distinct.includes('any')) return 'any'
  const ordered = [
    ...distinct.filter((text) => text !== 'null'),
    ...distinct.filter((text) => text === 'null'),
  ]
  if (ordered.length === 0) return texts.length === 0 ? 'any' : 'never'
  const shown = ordered.length > max ? [...ordered.slice(0, max), cut(writer)] : ordered
  return shown.join(' | ')
}

// Units that decide what number to give. "min" is none, as it is more often the least value.
const UNITS =
  'ms|seconds|minutes|hours|days|[kmg]b|bytes|cents|percent|degrees|radians|celsius|fahrenheit|pixels|px|meters|km|miles'
// Only behind these words: "in the last 7 days" is no unit, and "meters per second" neither.
const UNIT = new RegExp(
  `(?:^|\\b(?:in|number of|as an?|unix|epoch) |[([])(?:decimal |degrees )?(${UNITS})(?![\\w/²^]| per\\b| or\\b| and\\b)`,
  'g',
)
const INDEX_BASE = /\b(?:(0|zero)|(1|one))[- ](?:based|indexed)\b/
const DATE =
  /(?<![:<\w])(?:iso[- ]?8601(?! (?:interval|duration))|rfc[- ]?3339|yyyy-mm-dd(?:[t ]hh:mm(?::ss)?z?)?)/g
// In code units; a unit stands in the beginning of a description, if at all.
const LOOKED_AT = 300

/** The one unit, index base or form of a date that a description names; empty where the name says it. */
function unitText(
  name: string,
  type: string,
  { description = '', format }: Pick<SchemaView, 'description' | 'format'>,
): string {
  const text = description.slice(0, LOOKED_AT).toLowerCase()
  const plain = type.replace(/ \| null|\[\]/g, '')
  if (plain === 'number' || plain === 'integer') return numberUnit(name.toLowerCase(), text)
  if (plain !== 'string') return ''
  const forms =
    text.match(DATE) ?? (format === 'date' ? ['yyyy-mm-dd'] : format === 'date-time' ? ['rfc 3339'] : [])
  // A date of any other form is one of ISO 8601 too.
  const form = forms.find((one) => one.startsWith('iso')) ?? forms[0] ?? ''
  return `${form}${form !== '' && /\butc\b/.test(text) ? ', utc' : ''}`.toUpperCase()
}

function numberUnit(name: string, text: string): string {
  const [, zero, one] = INDEX_BASE.exec(text) ?? []
  if ((zero ?? one) !== undefined) return zero === undefined ? '1-based' : '0-based'
  const short = text.replace('milliseconds', 'ms').replace('percentage', 'percent')
  const [unit = '', ...others] = new Set([...short.matchAll(UNIT)].map(([, word = '']) => word))
  return others.length > 0 || name.includes(unit) ? '' : unit
}
