import type { JsonObject } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'

/** An argument that is repeated in a header, so that what stands before a server can read it (SEP-2243). */
interface Declared {
  /** The members that lead to it. */
  readonly path: readonly string[]
  readonly header: string
}

const KEYWORD = 'x-mcp-header'
/** The characters of a name in HTTP (RFC 9110, token). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])
/** Values that HTTP leaves as they are; what looks like encoded is encoded too. */
const PLAIN = /^(?!=\?base64\?.*\?=$)[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/

/** Which arguments of which tools are repeated in headers, by what a server listed last. */
export class ParamHeaders {
  readonly #onDropped: (why: string) => void
  readonly #declared = new Map<string, readonly Declared[]>()

  constructor(onDropped: (why: string) => void) {
    this.#onDropped = onDropped
  }

  /** Reads a page of tools, and leaves out those whose declarations are broken, as the protocol asks. */
  read(page: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { tools } = page
    return Array.isArray(tools) ? { ...page, tools: tools.filter((tool) => this.#take(tool)) } : page
  }

  /** The headers of a call. */
  of({ name, arguments: args }: JsonObject): Readonly<Record<string, string>> {
    const headers = (this.#declared.get(String(name)) ?? []).flatMap(({ path, header }) => {
      const text = toText(
        path.reduce<unknown>((node, key) => (isJsonObject(node) ? node[key] : undefined), args),
      )
      return text === undefined ? [] : [[`Mcp-Param-${header}`, PLAIN.test(text) ? text : encode(text)]]
    })
    return Object.fromEntries(headers)
  }

  #take(tool: unknown): boolean {
    const { name, inputSchema } = isJsonObject(tool) ? tool : {}
    if (typeof name !== 'string') return true
    const declared: Declared[] = []
    const fault = scan(inputSchema, [], declared)
    if (fault !== undefined) this.#onDropped(`the tool ${quote(name)} is left out: ${fault}`)
    this.#declared.delete(name)
    if (fault === undefined && declared.length > 0) this.#declared.set(name, declared)
    return fault === undefined
  }
}

/** Collects declarations; gives what is wrong with them, if something is. `undefined` as path is a place no argument has. */
function scan(node: unknown, path: readonly string[] | undefined, found: Declared[]): string | undefined {
  if (Array.isArray(node)) return firstFault(node, (item) => scan(item, undefined, found))
  if (!isJsonObject(node)) return undefined
  if (Object.hasOwn(node, KEYWORD)) {
    const header = node[KEYWORD]
    const fault = faultOf(header, node.type, path, found)
    if (fault !== undefined) return fault
    found.push({ path: path ?? [], header: String(header) })
  }
  return firstFault(Object.entries(node), ([keyword, child]) => {
    if (keyword !== 'properties' && !NAMED.has(keyword)) {
      return DATA.has(keyword) ? undefined : scan(child, undefined, found)
    }
    const inner = (name: string): readonly string[] | undefined =>
      keyword === 'properties' && path !== undefined ? [...path, name] : undefined
    return firstFault(Object.entries(isJsonObject(child) ? child : {}), ([name, schema]) =>
      scan(schema, inner(name), found),
    )
  })
}

/** Keywords whose members are names, not keywords. */
const NAMED: ReadonlySet<string> = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions'])
/** Keywords that hold values, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', KEYWORD])

function firstFault<T>(items: readonly T[], look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = look(item)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOf(
  header: unknown,
  type: unknown,
  path: readonly string[] | undefined,
  found: readonly Declared[],
): string | undefined {
  if (path === undefined || path.length === 0) return `${KEYWORD} stands where no argument is`
  if (typeof header !== 'string' || !TOKEN.test(header))
    return `${KEYWORD} ${quote(header)} is no header name`
  if (!TYPES.has(type)) return `${KEYWORD} ${quote(header)} is of no text, whole number or boolean`
  const isTwice = found.some((other) => other.header.toLowerCase() === header.toLowerCase())
  return isTwice ? `${KEYWORD} ${quote(header)} stands there twice` : undefined
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  const isExact = typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))
  return isExact && Number.isFinite(value) ? String(value) : undefined
}

function encode(text: string): string {
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`
}
