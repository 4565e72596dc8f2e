import type { JsonValue } from '@toolscout/model'
import { canonicalJson, isJsonObject, nearestNames, quote, spell, truncate } from '@toolscout/model/internal'
import { CUT, literalText } from '../describe/type-text.ts'
import type { Fault } from '../validation-result.ts'

/** Most values and names that a message lists; more do not fit into its 200 code points. */
const MAX_LISTED = 8
/** Most items that are compared to find the two that are equal; a message is worth about a millisecond. */
const MAX_COMPARED_ITEMS = 1_000

/** How a value of a format is written, for those that are usually missed. */
const FORMAT_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['date', '2024-05-31'],
  ['time', '14:30:00Z'],
  ['date-time', '2024-05-31T14:30:00Z'],
  ['duration', 'P1DT12H'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com/path'],
  ['url', 'https://example.com/path'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
])

type FaultText = (fault: Fault) => string

const limited: FaultText = ({ keyword, params, value }) =>
  `has ${sizeOf(value)}; ${keyword.startsWith('min') ? 'at least' : 'at most'} ${String(params.limit)} are allowed`
const compared: FaultText = ({ params, value }) =>
  `is ${quote(value)}; it must be ${String(params.comparison)} ${String(params.limit)}`
const tooMany: FaultText = ({ params, value }) =>
  `has ${sizeOf(value)}; at most ${String(params.limit ?? params.len)} are allowed`

const TEXTS: ReadonlyMap<string, FaultText> = new Map([
  [
    'type',
    ({ params, value }) =>
      `is ${typeName(value)}; it must be ${listedTypes([params.type].flat().map(String))}`,
  ],
  ['required', ({ params }) => `lacks the required ${quote(params.missingProperty)}`],
  [
    'dependentRequired',
    ({ params }) => `has ${quote(params.property)} and therefore needs ${quote(params.missingProperty)}`,
  ],
  ['additionalProperties', (fault) => unknownName(fault, String(fault.params.additionalProperty))],
  ['unevaluatedProperties', (fault) => unknownName(fault, String(fault.params.unevaluatedProperty))],
  [
    'propertyNames',
    (fault) => `has a member named ${quote(fault.params.propertyName)}; ${allowedNames(fault)}`,
  ],
  ['enum', (fault) => `is ${quote(fault.value)}; ${allowedValues(fault)}`],
  [
    'const',
    ({ node, value }) =>
      `is ${quote(value)}; it must be ${literalText(node?.assertions.get('const') ?? null)}`,
  ],
  [
    'pattern',
    ({ params, value }) =>
      `is ${quote(value)}, which does not match the pattern ${shownPattern(params.pattern)}`,
  ],
  ['format', ({ params, value }) => `is ${quote(value)}, which is no ${formatText(String(params.format))}`],
  ['minimum', compared],
  ['maximum', compared],
  ['exclusiveMinimum', compared],
  ['exclusiveMaximum', compared],
  [
    'multipleOf',
    ({ params, value }) => `is ${quote(value)}; it must be a multiple of ${String(params.multipleOf)}`,
  ],
  ['minLength', limited],
  ['maxLength', limited],
  ['minItems', limited],
  ['maxItems', limited],
  ['minProperties', limited],
  ['maxProperties', limited],
  ['items', tooMany],
  ['unevaluatedItems', tooMany],
  ['uniqueItems', ({ value }) => `holds the same item twice${equalItems(value)}`],
  ['contains', ({ params }) => `must hold ${containsText(params)} of the kind it must contain`],
  ['not', ({ value }) => `is ${quote(value)}, which is a value that is not allowed`],
  ['false schema', () => 'must not be given'],
])

/** Says in words what is wrong, without naming the place. Unions are not handled here. */
export function faultText(fault: Fault): string {
  return TEXTS.get(fault.keyword)?.(fault) ?? `does not meet ${quote(fault.keyword)}`
}

/** JSON types with their articles: `a string`, `a string or null`. */
export function listedTypes(types: readonly string[]): string {
  return listed(
    types.map((type) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)),
    'or',
  )
}

/** `a`, `a or b`, `a, b or c`; when there are more than eight, the first eight and a mark. */
function listed(texts: readonly string[], conjunction: 'and' | 'or'): string {
  if (texts.length > MAX_LISTED) return [...texts.slice(0, MAX_LISTED), CUT].join(', ')
  if (texts.length < 2) return texts[0] ?? 'nothing'
  return `${texts.slice(0, -1).join(', ')} ${conjunction} ${texts.at(-1)}`
}

/** What kind of value something is, in words. */
export function typeName(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  return `${quote(value)}, a ${typeof value}`
}

function unknownName(fault: Fault, name: string): string {
  const names = (fault.node?.edges ?? [])
    .filter(({ keyword }) => keyword === 'properties')
    .map(({ key }) => String(key))
  const given = isJsonObject(fault.value) ? fault.value : {}
  const nearest = nearestNames(
    name,
    names.filter((known) => !Object.hasOwn(given, known)),
    { max: 3 },
  )
  if (nearest.length > 0)
    return `has no member ${quote(name)}; did you mean ${listed(nearest.map(quote), 'or')}?`
  if (names.length === 0) return `has no member ${quote(name)}; none are allowed`
  return `has no member ${quote(name)}; allowed are ${listed(names.map(quote), 'and')}`
}

function allowedValues(fault: Fault): string {
  const values = fault.node?.assertions.get('enum')
  if (!Array.isArray(values)) return 'it is not one of the allowed values'
  const texts = values.filter((value) => typeof value === 'string')
  const nearest = typeof fault.value === 'string' ? nearestNames(fault.value, texts)[0] : undefined
  const hint = nearest === undefined ? '' : `perhaps ${literalText(nearest)} is meant; `
  return `${hint}it must be ${listed(values.slice(0, MAX_LISTED + 1).map(literalText), 'or')}`
}

function allowedNames({ node }: Fault): string {
  const names = node?.edges.find(({ keyword }) => keyword === 'propertyNames')?.target
  const pattern = names?.assertions.get('pattern')
  return typeof pattern === 'string'
    ? `names must match the pattern ${shownPattern(pattern)}`
    : 'that name is not allowed'
}

function formatText(format: string): string {
  const example = FORMAT_EXAMPLES.get(format)
  return `${spell(format)}${example === undefined ? '' : `; write it like ${example}`}`
}

function shownPattern(pattern: unknown): string {
  return spell(truncate(String(pattern), 80))
}

function containsText({ minContains, maxContains }: Fault['params']): string {
  const least = `at least ${String(minContains ?? 1)}`
  return maxContains === undefined ? least : `${least} and at most ${String(maxContains)}`
}

function sizeOf(value: JsonValue): string {
  if (typeof value === 'string') return `${[...value].length} characters`
  return Array.isArray(value) ? `${value.length} items` : `${Object.keys(value as object).length} members`
}

function equalItems(value: JsonValue): string {
  const seen = new Map<string, number>()
  for (const [i, item] of (value as readonly JsonValue[]).slice(0, MAX_COMPARED_ITEMS).entries()) {
    const text = canonicalJson(item)
    const earlier = seen.get(text)
    if (earlier !== undefined) return `, at ${earlier} and ${i}`
    seen.set(text, i)
  }
  return ''
}
