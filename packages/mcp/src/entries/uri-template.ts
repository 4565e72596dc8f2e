import type { JsonObject } from '@toolscout/model'

/** Expressions of one template that are read; more are left as they stand. */
const MAX_EXPRESSIONS = 50
const EXPRESSION = /\{([+#./;?&]?)([A-Za-z0-9_.,%:*]+)\}/g
/** What may follow a name: a prefix length, or that a list is written out. */
const MODIFIER = /(?::\d+|\*)$/

/** A variable of a template, and whether a URI without it is whole. */
export interface TemplateVariable {
  readonly name: string
  readonly isOptional: boolean
}

/** The variables of a URI template (RFC 6570), each once, in order. What stands in a query may be left out. */
export function templateVariables(template: string): readonly TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>()
  for (const [, operator = '', list = ''] of expressionsOf(template)) {
    for (const given of list.split(',')) {
      const name = given.replace(MODIFIER, '')
      if (name !== '' && !variables.has(name))
        variables.set(name, { name, isOptional: ['?', '&', ';'].includes(operator) })
    }
  }
  return [...variables.values()]
}

/** How each operator begins, joins and names its values, and whether reserved characters stay (RFC 6570, appendix A). */
const OPERATORS: Readonly<
  Record<
    string,
    { readonly first: string; readonly sep: string; readonly isNamed?: true; readonly isRaw?: true }
  >
> = {
  '': { first: '', sep: ',' },
  '+': { first: '', sep: ',', isRaw: true },
  '#': { first: '#', sep: ',', isRaw: true },
  '.': { first: '.', sep: '.' },
  '/': { first: '/', sep: '/' },
  ';': { first: ';', sep: ';', isNamed: true },
  '?': { first: '?', sep: '&', isNamed: true },
  '&': { first: '&', sep: '&', isNamed: true },
}

/** Puts arguments into a template; a variable without one is left out. */
export function expandTemplate(template: string, args: JsonObject): string {
  return template.replace(EXPRESSION, (_, operator: string, list: string) => {
    const { first, sep, isNamed, isRaw } = OPERATORS[operator] ?? { first: '', sep: ',' }
    const encode = (text: string): string =>
      isRaw === true ? encodeURI(text) : encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded)
    const parts = list.split(',').flatMap((given) => {
      const name = given.replace(MODIFIER, '')
      const value = Object.hasOwn(args, name) ? args[name] : undefined
      if (value === undefined || value === null) return []
      const values = Array.isArray(value) ? value : [value]
      const text = values.map((one) => encode(typeof one === 'string' ? one : JSON.stringify(one)))
      const isExploded = given.endsWith('*')
      const shown = text.join(isExploded ? sep : ',')
      return [isNamed === true ? `${name}=${isExploded ? text.join(`${sep}${name}=`) : shown}` : shown]
    })
    return parts.length === 0 ? '' : `${first}${parts.join(sep)}`
  })
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function expressionsOf(template: string): readonly RegExpMatchArray[] {
  return [...template.matchAll(EXPRESSION)].slice(0, MAX_EXPRESSIONS)
}
