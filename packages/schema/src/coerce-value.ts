import type { JsonValue } from '@toolscout/model'
import { childPointer, isJsonObject, parseJson, quote } from '@toolscout/model/internal'
import { createSchemaViewer, type SchemaView, type SchemaViewer, typeOf } from './describe/schema-view.ts'
import { shownPointer } from './errors.ts'

/** One thing that was changed in a value. */
export interface Coercion {
  /** JSON pointer to where it stood, to be shown: hidden characters are spelled, at most 1,000 code points. */
  readonly path: string
  /** `number`, `boolean`, `json`: a text became what it says. `name`: a member got the name the schema has for it. */
  readonly kind: 'number' | 'boolean' | 'json' | 'name'
  /** A sentence for people and models. */
  readonly message: string
}

/** A value after the changes. */
export interface CoercedValue {
  readonly value: JsonValue
  /** Empty when nothing was changed; then the value is the one that was given. */
  readonly coercions: readonly Coercion[]
}

/** Levels of a value that are looked at. */
const MAX_DEPTH = 64
/** Longest text that is read as JSON, in UTF-16 code units. */
const MAX_JSON_LENGTH = 100_000

/**
 * Changes in a value what surely meant the same: a text that is a number, `true`, `false` or a JSON object or list
 * where the schema takes that and no text; a member whose name differs from one of the schema only in case or in `_`,
 * `-` and `.`. Whether the outcome fits is for a validator to say. The schema has to have passed its gate; the value
 * is not changed. Never throws.
 */
export function coerceValue(schema: JsonValue, value: JsonValue): CoercedValue {
  const coercions: Coercion[] = []
  const coerced = coerce({ viewOf: createSchemaViewer(schema), coercions }, schema, value, '', 0)
  return Object.freeze(
    coercions.length === 0 ? { value, coercions } : { value: coerced, coercions: Object.freeze(coercions) },
  )
}

interface Work {
  readonly viewOf: SchemaViewer
  readonly coercions: Coercion[]
}

function coerce(work: Work, schema: JsonValue, given: JsonValue, path: string, depth: number): JsonValue {
  if (depth > MAX_DEPTH) return given
  const view = chosenView(work.viewOf, work.viewOf(schema))
  const value = typeof given === 'string' ? readText(work, view, given, path) : given
  if (Array.isArray(value)) {
    return value.map((item, at) => {
      const itemSchema = view.prefixItems[at] ?? view.items
      const place = childPointer(path, at)
      return itemSchema === undefined ? item : coerce(work, itemSchema, item, place, depth + 1)
    })
  }
  return isJsonObject(value) ? coerceMembers(work, view, value, path, depth) : value
}

function coerceMembers(
  work: Work,
  view: SchemaView,
  value: { readonly [member: string]: JsonValue },
  path: string,
  depth: number,
): JsonValue {
  const names = matchNames(view, Object.keys(value))
  const members = Object.entries(value).map(([given, member]): readonly [string, JsonValue] => {
    const name = names.get(given) ?? given
    const place = childPointer(path, given)
    if (name !== given) tell(work, place, 'name', `${quote(given)} was taken for ${quote(name)}.`)
    const schema = view.properties.get(name) ?? view.additional
    return [name, schema === undefined ? member : coerce(work, schema, member, place, depth + 1)]
  })
  return Object.fromEntries(members)
}

/** Names of the schema for given ones that it does not have, where one alone can be meant and is not given itself. */
function matchNames(view: SchemaView, given: readonly string[]): ReadonlyMap<string, string> {
  const strange = given.filter((name) => !view.properties.has(name))
  const matches = new Map<string, string>()
  if (strange.length === 0) return matches
  const free = [...view.properties.keys()].filter((name) => !given.includes(name))
  for (const name of strange) {
    const folded = fold(name)
    const targets = free.filter((candidate) => fold(candidate) === folded)
    const rivals = strange.filter((other) => fold(other) === folded)
    const [target] = targets
    if (target !== undefined && targets.length === 1 && rivals.length === 1) matches.set(name, target)
  }
  return matches
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, '')
}

/** What a text says, where the schema takes that and no text; else the text. */
function readText(work: Work, view: SchemaView, text: string, path: string): JsonValue {
  const types = view.values === undefined ? view.types : view.values.map(typeOf)
  if (types.length === 0 || types.includes('string')) return text
  const trimmed = text.trim()
  if ((types.includes('number') || types.includes('integer')) && NUMBER.test(trimmed)) {
    const number = Number(trimmed)
    // More digits than a number holds would become another number.
    const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number)
    if (isExact) {
      tell(work, path, 'number', `The text ${quote(text)} was read as the number ${number}.`)
      return number === 0 ? 0 : number
    }
  }
  if (types.includes('boolean') && (trimmed === 'true' || trimmed === 'false')) {
    tell(work, path, 'boolean', `The text ${quote(text)} was read as ${trimmed}.`)
    return trimmed === 'true'
  }
  return readJsonText(work, types, text, path)
}

/** A number as JSON writes it (RFC 8259, section 6), with at most 30 characters. */
const NUMBER = /^(?=.{1,30}$)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function readJsonText(work: Work, types: readonly string[], text: string, path: string): JsonValue {
  if (text.length > MAX_JSON_LENGTH || !/^\s*[[{]/.test(text)) return text
  const json = parseJson(text)
  // A member of that name sets a prototype when it is copied.
  if (json === undefined || !types.includes(typeOf(json)) || text.includes('__proto__')) return text
  tell(work, path, 'json', `The text ${quote(text)} was read as JSON.`)
  return json
}

/** Of a union whose branches leave no doubt, what they say together; else the view itself. */
function chosenView(viewOf: SchemaViewer, view: SchemaView): SchemaView {
  const [union] = view.unions
  if (union === undefined || view.unions.length > 1 || view.types.length > 0) return view
  const branches = union.map(viewOf)
  if (branches.some(({ types, unions }) => types.length === 0 || unions.length > 0)) return view
  const structured = branches.filter(({ types }) => types.includes('object') || types.includes('array'))
  const base = structured.length === 1 ? (structured[0] as SchemaView) : view
  return { ...base, types: branches.flatMap(({ types }) => types), values: undefined }
}

function tell({ coercions }: Work, path: string, kind: Coercion['kind'], message: string): void {
  coercions.push(Object.freeze({ path: shownPointer(path), kind, message }))
}
