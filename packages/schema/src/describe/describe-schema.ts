import type { JsonObject, JsonValue } from '@toolscout/model'
import { checkOptions, checkWhole, cleanText, truncate } from '@toolscout/model/internal'
import {
  createSchemaViewer,
  readableSchema,
  type SchemaView,
  type SchemaViewer,
  typeOf,
} from './schema-view.ts'
import { typeText } from './type-text.ts'

/** Bounds on a description of a schema; what is cut sets `isCut`. */
export interface DescribeSchemaOptions {
  /** Levels of members and items below the root; an integer, 0 or more. Default 6. */
  readonly maxDepth?: number | undefined
}

/** Deeper and larger than 99 % of 5,808 public tools, small enough to print. */
const DEFAULT_MAX_DEPTH = 6
/** Most members and items in all. */
const MAX_VALUES = 500

/** Longest description that is kept, in code points; the longest text of a parameter that is of use to a caller. */
const MAX_TEXT_LENGTH = 1_000
/** Most values of one enum that are listed; the largest of 5,808 public tools has 169. */
const MAX_ENUM_VALUES = 200
/** Most schemas that are looked at for one description; ten times the largest of 5,808 public tools. */
const MAX_VIEWS = 1_000
/** One level, six values, some lines: the type is a headline, the members say the rest. */
const TYPE_TEXT = Object.freeze({ maxDepth: 1, maxValues: 6, maxLength: 500 })

interface Describer {
  readonly view: SchemaViewer
  readonly maxDepth: number
  readonly open: Set<JsonObject>
  /** Members and items that may still be described. */
  left: number
  /** Schemas that may still be looked at: a union of unions has more branches than anybody reads. */
  viewsLeft: number
  isCut: boolean
}

/**
 * Says what a schema asks for, in a form for code: names, types, defaults, nested members. Local references are
 * followed, `allOf` is merged, branches of `anyOf` and `oneOf` are laid over each other, and a schema that
 * contains itself is described once. Never throws for a schema, whatever it is: what cannot be read says nothing.
 *
 * @throws RangeError for a depth that is no integer of 0 or more, TypeError for an unknown option.
 */
export function describeSchema(schema: unknown, options: DescribeSchemaOptions = {}): SchemaInfo {
  checkOptions('the options of a description', options, { maxDepth: 'anything' })
  const document = readableSchema(schema)
  const describer: Describer = {
    view: createSchemaViewer(document),
    maxDepth: checkWhole('maxDepth', options.maxDepth ?? DEFAULT_MAX_DEPTH, 0),
    open: new Set(),
    left: MAX_VALUES,
    viewsLeft: MAX_VIEWS,
    isCut: false,
  }
  const root = describeValue(describer, document, 0)
  const properties = root.properties ?? Object.freeze([])
  const withDefault = properties.filter((property) => property.default !== undefined)
  const withTypes = properties.filter(({ types }) => types.length > 0)
  // `fromEntries` makes every name a member of its own, also `__proto__`.
  return Object.freeze({
    root,
    properties,
    required: Object.freeze(properties.flatMap(({ name, required }) => (required ? [name] : []))),
    types: Object.freeze(Object.fromEntries(withTypes.map(({ name, types }) => [name, types]))),
    defaults: Object.freeze(
      Object.fromEntries(withDefault.map((property) => [property.name, property.default as JsonValue])),
    ),
    isCut: describer.isCut,
  })
}

function describeValue(describer: Describer, schema: JsonValue, depth: number): ValueInfo {
  const view = flatView(describer, schema)
  const isRecursive = view.sources.some((source) => describer.open.has(source))
  const opened = isRecursive ? [] : view.sources
  for (const source of opened) describer.open.add(source)
  const properties = isRecursive ? undefined : describeProperties(describer, view, depth)
  const items = isRecursive ? undefined : describeItems(describer, view, depth)
  for (const source of opened) describer.open.delete(source)
  const type = typeText(describer.view, schema, TYPE_TEXT)
  const values = view.values?.slice(0, MAX_ENUM_VALUES)
  if (values !== undefined && values.length < (view.values ?? []).length) describer.isCut = true
  return Object.freeze({
    type: type.text,
    isTypeCut: type.isCut,
    types: Object.freeze([...new Set(typesOf(view))]),
    ...(view.title === undefined ? {} : { title: readable(view.title) }),
    ...(view.description === undefined ? {} : { description: readable(view.description) }),
    ...(view.format === undefined ? {} : { format: readable(view.format) }),
    ...(view.default === undefined ? {} : { default: view.default }),
    ...(values === undefined ? {} : { enum: Object.freeze(values) }),
    ...(properties === undefined ? {} : { properties }),
    ...(items === undefined ? {} : { items }),
  })
}

function describeProperties(
  describer: Describer,
  view: SchemaView,
  depth: number,
): readonly PropertyInfo[] | undefined {
  if (view.properties.size === 0) return undefined
  const properties: PropertyInfo[] = []
  const all = [...view.properties]
  const isRequired = ([name]: (typeof all)[number]): boolean => view.required.has(name)
  // Where not all fit, a call needs the required ones.
  const ordered =
    all.length <= describer.left
      ? all
      : [...all.filter(isRequired), ...all.filter((property) => !isRequired(property))]
  for (const [name, schema] of ordered) {
    if (!takeRoom(describer, depth)) break
    const required = view.required.has(name)
    properties.push(Object.freeze({ name, required, ...describeValue(describer, schema, depth + 1) }))
  }
  return Object.freeze(properties)
}

function describeItems(describer: Describer, view: SchemaView, depth: number): ValueInfo | undefined {
  if (view.items === undefined || typeof view.items === 'boolean' || !takeRoom(describer, depth)) {
    return undefined
  }
  return describeValue(describer, view.items, depth + 1)
}

function takeRoom(describer: Describer, depth: number): boolean {
  if (depth >= describer.maxDepth || describer.left <= 0) {
    describer.isCut = true
    return false
  }
  describer.left -= 1
  return true
}

/** Reads a schema with the branches of its unions laid over it: any of their types and values, all their members. */
function flatView(describer: Describer, schema: JsonValue): SchemaView {
  const view = describer.view(schema)
  describer.viewsLeft -= 1
  if (describer.viewsLeft < 0) describer.isCut = true
  if (describer.viewsLeft < 0 || view.sources.some((source) => describer.open.has(source))) return view
  for (const source of view.sources) describer.open.add(source)
  const flat = view.unions.reduce<SchemaView>(
    (base, branches) =>
      layOver(
        base,
        branches.map((branch) => flatView(describer, branch)),
      ),
    view,
  )
  for (const source of view.sources) describer.open.delete(source)
  return flat
}

function layOver(base: SchemaView, branches: readonly SchemaView[]): SchemaView {
  const properties = new Map(base.properties)
  for (const branch of branches) {
    for (const [name, schema] of branch.properties) {
      const known = properties.get(name)
      properties.set(name, known === undefined ? schema : { anyOf: [known, schema] })
    }
  }
  const [first, ...others] = branches
  const inEvery = [...(first?.required ?? [])].filter((name) =>
    others.every(({ required }) => required.has(name)),
  )
  const haveTypes = branches.every(({ types, values }) => types.length > 0 || values !== undefined)
  const haveValues = branches.length > 0 && branches.every(({ values }) => values !== undefined)
  const branchTypes = haveTypes ? branches.flatMap(typesOf) : []
  return {
    ...base,
    types: base.types.length > 0 ? base.types : [...new Set(branchTypes)],
    values: base.values ?? (haveValues ? branches.flatMap(({ values }) => values ?? []) : undefined),
    properties,
    required: new Set([...base.required, ...inEvery]),
    items: base.items ?? branches.find(({ items }) => items !== undefined)?.items,
    sources: [...base.sources, ...branches.flatMap(({ sources }) => sources)],
  }
}

/** The types a schema names, or those its values have. */
function typesOf({ types, values }: SchemaView): readonly string[] {
  return types.length > 0 ? types : (values ?? []).map(typeOf)
}

function readable(text: string): string {
  return truncate(cleanText(text.slice(0, 4 * MAX_TEXT_LENGTH)), MAX_TEXT_LENGTH)
}

/** What a schema says about one value. Frozen, and made of fresh values. */
export interface ValueInfo {
  /** The type in one line of TypeScript's notation, such as `"open" | "closed"`; at most 500 code points. */
  readonly type: string
  /** Whether `type` leaves out something, such as the members of members. */
  readonly isTypeCut: boolean
  /** JSON types the value may have, in the order of the schema; empty when any will do. */
  readonly types: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly default?: JsonValue
  /** The only values allowed. */
  readonly enum?: readonly JsonValue[]
  /** Members, for objects; those of all branches of a union together. */
  readonly properties?: readonly PropertyInfo[]
  /** What the items are, for arrays. */
  readonly items?: ValueInfo
}

/** What a schema says about one member of an object. */
export interface PropertyInfo extends ValueInfo {
  readonly name: string
  /** Whether every value must have it; in a union, whether every branch asks for it. */
  readonly required: boolean
}

/** What a schema says about an object, such as the arguments of a tool. */
export interface SchemaInfo {
  /** The whole, for schemas that are more or other than an object with members. */
  readonly root: ValueInfo
  /** The members of the root, in the order of the schema; empty when it has none. */
  readonly properties: readonly PropertyInfo[]
  /** Names that must be there, in the order of the schema. */
  readonly required: readonly string[]
  /** JSON types of each member that has any, by name. */
  readonly types: { readonly [name: string]: readonly string[] }
  /** Default of each member that has one, by name. */
  readonly defaults: { readonly [name: string]: JsonValue }
  /** Whether something was left out because a bound was reached. */
  readonly isCut: boolean
}
