import { quote } from '@toolscout/model/internal'

/** The part of RFC 6570 that resources need. */
export interface UriTemplate {
  /** What stands before the first variable. */
  readonly prefix: string
  /** The variables, when the template makes this URI. A variable takes what comes before the next fixed text. */
  readonly match: (uri: string) => Readonly<Record<string, string>> | undefined
}

/** Longest URI that is looked at, in UTF-16 code units. */
const MAX_URI_LENGTH = 8_192

/**
 * Reads a template of fixed texts and variables: `{name}` stands for something without a slash, `{+name}` for anything.
 * Matching looks at each character once; there is nothing in it that a URI could make it repeat.
 *
 * @throws TypeError for any other expression, and for two variables side by side.
 */
export function parseUriTemplate(template: string): UriTemplate {
  const pieces = template.split(/(\{[^{}]*\})/)
  const texts = pieces.filter((_, i) => i % 2 === 0)
  const variables = pieces.filter((_, i) => i % 2 === 1).map((piece) => readVariable(piece, template))
  const isSideBySide = texts.slice(1, -1).includes('')
  if (isSideBySide || texts.some((text) => /[{}]/.test(text))) {
    throw new TypeError(`${quote(template)} cannot be matched: something fixed is needed between variables.`)
  }
  return { prefix: texts[0] ?? '', match: (uri) => match(uri, texts, variables) }
}

interface Variable {
  readonly name: string
  /** Whether it may hold slashes. */
  readonly isReserved: boolean
}

function readVariable(piece: string, template: string): Variable {
  const found = /^\{(\+?)([A-Za-z0-9_]+)\}$/.exec(piece)
  if (found === null) {
    throw new TypeError(`${quote(piece)} in ${quote(template)} is not supported; use {name} or {+name}.`)
  }
  return { name: found[2] as string, isReserved: found[1] === '+' }
}

function match(
  uri: string,
  texts: readonly string[],
  variables: readonly Variable[],
): Readonly<Record<string, string>> | undefined {
  if (uri.length > MAX_URI_LENGTH || !uri.startsWith(texts[0] as string)) return undefined
  let at = (texts[0] as string).length
  const values: [string, string][] = []
  for (const [i, { name, isReserved }] of variables.entries()) {
    const text = texts[i + 1] as string
    const isLast = i === variables.length - 1
    const end = isLast ? uri.length - text.length : uri.indexOf(text, at)
    if (end < at || (isLast && !uri.endsWith(text))) return undefined
    const value = decode(uri.slice(at, end))
    if (value === undefined || value === '' || (!isReserved && uri.slice(at, end).includes('/'))) {
      return undefined
    }
    values.push([name, value])
    at = end + text.length
  }
  return at === uri.length ? Object.fromEntries(values) : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
