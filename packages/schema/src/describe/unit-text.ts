import type { SchemaView } from './schema-view.ts'

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
export function unitText(
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
