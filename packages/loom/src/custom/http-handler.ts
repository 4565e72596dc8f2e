import { type JsonObject, type JsonValue, type ToolResult, textResult } from '@toolscout/model'
import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { CustomToolFailedError } from '../errors.ts'
import { type CustomHandler, fillValue, placesOf } from './fill-template.ts'
import { appendQuery, compileAddress } from './http-address.ts'

/** Most bytes of an answer that are read. */
const MAX_HTTP_RESPONSE_BYTES = 1_048_576

/** An HTTP call as a definition describes it. Headers have no places: what a model writes never becomes one. */
export interface HttpCall {
  readonly endpoint: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  /** Query and body; or what is sent by name, in the body where the method has one, else in the query. */
  readonly request_mapping?: RequestMapping | JsonObject | undefined
  /** A path in the answer, or several by name. */
  readonly response_mapping?: string | Readonly<Record<string, string>> | undefined
}

interface RequestMapping {
  readonly query?: JsonObject | undefined
  readonly body?: JsonValue | undefined
}

/** What the call is made with. */
export interface HttpDeps {
  readonly origins: readonly string[]
  readonly fetch: typeof fetch
}

/**
 * Makes the function that runs an HTTP call. Arguments the definition has no place for go into the query, or into a JSON
 * body where the method has one. Redirects are not followed: they would take the headers elsewhere.
 *
 * @throws TypeError with what is wrong with the call.
 */
export function createHttpHandler(call: HttpCall, deps: HttpDeps): CustomHandler {
  const address = compileAddress(call.endpoint)
  const headers = new Headers(call.headers)
  if (placesOf(call.headers).length > 0) throw new TypeError('headers have no places for arguments.')
  const pick = call.response_mapping === undefined ? undefined : compilePaths(call.response_mapping)
  const hasBody = call.method === 'POST' || call.method === 'PUT' || call.method === 'PATCH'
  const mapping = toMapping(call.request_mapping ?? {}, hasBody)
  if (mapping.body !== undefined && !hasBody) throw new TypeError(`${call.method} sends no body.`)
  const named = [...address.places, ...placesOf(mapping.query ?? {}), ...placesOf(mapping.body ?? {})]
  const rest = (args: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(args).filter(([name]) => !named.includes(name)))
  return {
    places: named,
    run: async (args, { signal }) => {
      const url = address.fill(args)
      const query = mapping.query === undefined ? undefined : fillValue(mapping.query, args)
      if (isJsonObject(query)) appendQuery(url, query)
      if (!hasBody && mapping.query === undefined) appendQuery(url, rest(args))
      const body = hasBody
        ? mapping.body === undefined
          ? rest(args)
          : fillValue(mapping.body, args)
        : undefined
      const sent = new Headers(headers)
      if (body !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
      const response = await deps.fetch(url, {
        method: call.method,
        headers: sent,
        redirect: 'manual',
        signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return toResult(response, await readBounded(response), pick)
    },
  }
}

function toMapping(given: RequestMapping | JsonObject, hasBody: boolean): RequestMapping {
  const { query, body, ...more } = given as JsonObject
  const isOurs = Object.keys(more).length === 0 && (query === undefined || isJsonObject(query))
  if (isOurs) return { query, body }
  return hasBody ? { body: given as JsonObject } : { query: given as JsonObject }
}

function toResult(
  response: Response,
  text: string,
  pick: ((value: JsonValue) => JsonValue) | undefined,
): ToolResult {
  const { status } = response
  if (!response.ok) {
    const why = status >= 300 && status < 400 ? 'a redirect, which is not followed' : text
    throw new CustomToolFailedError(`The endpoint answered ${status}: ${why}`, status)
  }
  const isJson = /[/+]json\b/iu.test(response.headers.get('content-type') ?? '')
  if (!isJson && pick === undefined) return textResult(text)
  const value = parseJson(text)
  if (value === undefined) throw new CustomToolFailedError('The endpoint answered no JSON.', status)
  const picked = pick === undefined ? value : pick(value)
  const told = textResult(typeof picked === 'string' ? picked : JSON.stringify(picked))
  return isJsonObject(picked) ? { ...told, structuredContent: picked } : told
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_HTTP_RESPONSE_BYTES) {
      throw new CustomToolFailedError(`The endpoint answered more than ${MAX_HTTP_RESPONSE_BYTES} bytes.`)
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const PATH = /^\$(?:\.[A-Za-z_][\w-]*|\[\d{1,6}\])*$/u
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]/gu

/** One place, or an object of those that the answer has. */
function compilePaths(mapping: string | Readonly<Record<string, string>>): (value: JsonValue) => JsonValue {
  const required = (path: string): ((value: JsonValue) => JsonValue) => {
    const find = compileJsonPath(path)
    return (value) => {
      const found = find(value)
      if (found !== undefined) return found
      throw new CustomToolFailedError(`The answer has nothing at ${path}.`)
    }
  }
  if (typeof mapping === 'string') return required(mapping)
  const members = Object.entries(mapping).map(([name, path]) => [name, compileJsonPath(path)] as const)
  return (value) =>
    Object.fromEntries(
      members.flatMap(([name, find]) => {
        const found = find(value)
        return found === undefined ? [] : [[name, found] as const]
      }),
    )
}

/**
 * Reads the part of JSONPath (RFC 9535) that names one place: `$`, then `.member` and `[index]`.
 *
 * @throws TypeError for anything else.
 */
function compileJsonPath(path: string): (value: JsonValue) => JsonValue | undefined {
  if (!PATH.test(path))
    throw new TypeError('a path such as $.data.items[0] is needed, without wildcards or filters.')
  const steps = [...path.matchAll(STEP)].map(([, member, index]) => member ?? Number(index))
  return (value) => {
    let found: JsonValue | undefined = value
    for (const step of steps) {
      if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined
      else found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
    }
    return found
  }
}
