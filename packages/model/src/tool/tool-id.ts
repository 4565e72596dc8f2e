import { InvalidToolIdError } from '../errors.ts'
import { quote } from '../internal/text/quote.ts'
import { isIdPart, isIdVersion } from './id-part.ts'

/** A canonical id, taken apart. */
export interface ToolId {
  /** Where the tool comes from; usually the name of its server. */
  readonly namespace?: string
  readonly name: string
  readonly version?: string
}

/**
 * Writes an id: `name`, `namespace:name`, `namespace:name:version`, or `:name:version` when there is a version
 * but no namespace. The inverse of {@link parseToolId}.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when a part is empty, too long, or holds another character than
 * `A-Za-z0-9_.-` (versions also `+`); the message names the characters.
 */
export function formatToolId(id: ToolId): string {
  checkPart('name', id.name, isIdPart(id.name))
  if (id.namespace !== undefined) checkPart('namespace', id.namespace, isIdPart(id.namespace))
  if (id.version !== undefined) checkPart('version', id.version, isIdVersion(id.version))
  if (id.version !== undefined) return `${id.namespace ?? ''}:${id.name}:${id.version}`
  return id.namespace === undefined ? id.name : `${id.namespace}:${id.name}`
}

/**
 * Takes an id apart; the inverse of {@link formatToolId}.
 *
 * @throws InvalidToolIdError `INVALID_TOOL_ID` when the text is no id in canonical form.
 */
export function parseToolId(text: string): ToolId {
  const parts = text.split(':')
  const [first = '', second = '', third = ''] = parts
  if (parts.length === 1) return checked(text, { name: first })
  if (parts.length === 2) return checked(text, { namespace: first, name: second })
  if (parts.length === 3 && first === '') return checked(text, { name: second, version: third })
  if (parts.length === 3) return checked(text, { namespace: first, name: second, version: third })
  throw new InvalidToolIdError(
    `${quote(text)} has more than three parts; an id is "name", "namespace:name" or "namespace:name:version".`,
    text,
  )
}

/** Whether a text is an id in canonical form. */
export function isToolId(text: string): boolean {
  try {
    parseToolId(text)
    return true
  } catch {
    return false
  }
}

function checked(text: string, id: ToolId): ToolId {
  try {
    formatToolId(id)
  } catch (cause) {
    throw new InvalidToolIdError(
      `${quote(text)} is no tool id: ${cause instanceof InvalidToolIdError ? cause.message : 'a part is illegal'}`,
      text,
    )
  }
  return Object.freeze(id)
}

function checkPart(what: string, part: string, legal: boolean): void {
  if (legal) return
  if (part === '') throw new InvalidToolIdError(`The ${what} is empty.`, part)
  const illegal = [...new Set(part.replace(what === 'version' ? /[A-Za-z0-9_.+-]/g : /[A-Za-z0-9_.-]/g, ''))]
  throw new InvalidToolIdError(
    illegal.length > 0
      ? `The ${what} ${quote(part)} holds ${illegal.slice(0, 10).map(quote).join(', ')}; allowed are letters, digits and _.-`
      : `The ${what} ${quote(part)} has ${part.length} characters, more than allowed.`,
    part,
  )
}
