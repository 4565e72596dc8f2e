/** A JSON Schema as a definition holds it. Foreign. */
export type Schema = Readonly<Record<string, unknown>>

/** What a person fills in for a schema. `json` has no form and is written as JSON. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly range: string }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly items: Schema }
  | { readonly kind: 'group'; readonly members: readonly Member[] }
  | { readonly kind: 'json' }

/** A property of a group. */
export interface Member {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Levels of groups and lists that become fields; what is deeper is written as JSON. */
const MAX_DEPTH = 6
const MAX_MEMBERS = 100
const MAX_VALUES = 500
const MAX_HOPS = 16

/** Reads what to fill in, with references into the whole schema followed. */
export function shapeOf(given: Schema, root: Schema, depth = 0): Shape {
  const schema = resolve(given, root)
  if (schema === undefined) return { kind: 'json' }
  const { enum: values } = schema
  if (Array.isArray(values) && values.length > 0 && values.length <= MAX_VALUES)
    return { kind: 'choice', values }
  if ('const' in schema) return { kind: 'choice', values: [schema.const] }
  const type = typeOf(schema)
  if (type === 'string') return { kind: 'text' }
  if (type === 'boolean') return { kind: 'choice', values: [true, false] }
  if (type === 'integer' || type === 'number')
    return { kind: 'number', isWhole: type === 'integer', range: rangeOf(schema) }
  if (depth >= MAX_DEPTH) return { kind: 'json' }
  if (type === 'array' && isSchema(schema.items)) return { kind: 'list', items: schema.items }
  if (type !== 'object' && (type !== undefined || !isSchema(schema.properties))) return { kind: 'json' }
  const properties = Object.entries(isSchema(schema.properties) ? schema.properties : {})
  // The tool itself may take nothing; another object without properties takes anything.
  if (properties.length > MAX_MEMBERS || (properties.length === 0 && depth > 0)) return { kind: 'json' }
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = properties.map(([name, member]) => ({
    name,
    schema: isSchema(member) ? member : {},
    isRequired: required.includes(name),
  }))
  return { kind: 'group', members: [...members].sort((a, b) => Number(b.isRequired) - Number(a.isRequired)) }
}

/** What the author says of a value; empty when nothing. */
export function describedAs(given: Schema, root: Schema): string {
  const { description } = given
  const said = typeof description === 'string' ? description : resolve(given, root)?.description
  return typeof said === 'string' ? said : ''
}

/** The schema a reference or a choice with null comes to; absent for what is several things. */
function resolve(schema: Schema, root: Schema): Schema | undefined {
  let found: unknown = schema
  for (let hops = 0; hops < MAX_HOPS && isSchema(found); hops += 1) {
    const { $ref: reference } = found
    const options = found.anyOf ?? found.oneOf
    if (typeof reference === 'string') found = target(reference, root)
    else if (Array.isArray(options)) {
      const [only, ...others] = options.filter((option) => !isSchema(option) || option.type !== 'null')
      found = others.length === 0 ? only : undefined
    } else return found
  }
  return undefined
}

function target(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.split('/').slice(1)
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }, root)
}

/** The one type beside null; absent for several and for none. */
function typeOf({ type }: Schema): unknown {
  if (!Array.isArray(type)) return type
  const [only, ...others] = type.filter((one) => one !== 'null')
  return others.length === 0 ? only : 'several'
}

function rangeOf({ minimum, maximum }: Schema): string {
  const [least, most] = [minimum, maximum].map((bound) => (typeof bound === 'number' ? String(bound) : ''))
  if (least !== '' && most !== '') return `${least} to ${most}`
  return least !== '' ? `from ${least}` : most !== '' ? `to ${most}` : ''
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
