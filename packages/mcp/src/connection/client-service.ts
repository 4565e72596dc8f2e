import type { JsonObject, JsonValue } from '@toolscout/model'
import {
  type ClientMethod,
  cleanJson,
  cleanText,
  copyJson,
  DEFAULT_RESULT_LIMITS,
  isJsonObject,
  type JsonLimits,
  truncate,
} from '@toolscout/model/internal'
import { McpClientRefusedError } from '../errors.ts'
import { PersonTime } from './person-time.ts'

/** What servers may ask of their client, and who answers. */
export interface McpClientOptions {
  /**
   * MCP client capabilities that are announced: `sampling`, `elicitation`, `roots`. Others are not. With
   * `elicitation: { form: { applyDefaults: true } }` an accepted form is completed with the defaults of its schema.
   */
  readonly capabilities: JsonObject
  /**
   * Answers one request, on whatever is announced. Texts in `params` that are shown to people are cleaned of hidden
   * characters; all of it is foreign. An {@link McpClientRefusedError} tells the server why there is no answer; any
   * other error tells it only that there is none. The signal aborts when the server does not wait any more. While a person is
   * asked (sampling, elicitation) the deadlines of requests at this connection stand still, ten minutes of each in all.
   */
  readonly onRequest: (
    method: ClientMethod,
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ) => Promise<JsonObject>
}

/** A JSON-RPC answer, without its id. */
export type ClientAnswer =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } }

/** Answers the requests of one server. */
export interface ClientService {
  readonly capabilities: JsonObject
  readonly person: PersonTime
  /** Never rejects. */
  readonly answer: (method: string, params: unknown, signal: AbortSignal) => Promise<ClientAnswer>
}

/** Requests of one server that are answered at a time; a person answers one, a model a few. */
const MAX_AT_A_TIME = 16
/** Longest reason that is sent to a server, in code points. */
const MAX_REASON = 500

/** The capability of each method. */
const CAPABILITIES: Readonly<Record<ClientMethod, string>> = Object.freeze({
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
})

const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603

/**
 * Creates the service of one connection. Nothing that was not announced is answered, and what is asked and answered is
 * bounded by `maxBytes`.
 */
export function createClientService(options: McpClientOptions | undefined, maxBytes: number): ClientService {
  const limits = { ...DEFAULT_RESULT_LIMITS, maxNodes: maxBytes, maxLength: maxBytes }
  const capabilities = announced(options?.capabilities ?? {})
  const person = new PersonTime()
  let running = 0
  const answer = async (
    method: ClientMethod,
    asked: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject> => {
    const params = readParams(method, asked)
    if (method === 'elicitation/create' && !takesMode(capabilities, params.mode)) {
      throw new McpClientRefusedError('This mode of elicitation is not supported.', INVALID_PARAMS)
    }
    const ask = async (): Promise<unknown> => options?.onRequest(method, params, { signal })
    const given = await (method === 'roots/list' ? ask() : person.during(ask))
    const result = tryCopy(given, limits)
    if (result === undefined) throw new McpClientRefusedError('The answer cannot be sent', INTERNAL_ERROR)
    return method === 'elicitation/create' && appliesDefaults(capabilities)
      ? fillDefaults(result, params.requestedSchema)
      : result
  }
  return {
    capabilities,
    person,
    answer: async (method, given, signal) => {
      if (!isOffered(method, capabilities)) return refuse(METHOD_NOT_FOUND, 'Method not found')
      if (running >= MAX_AT_A_TIME) return refuse(INTERNAL_ERROR, 'Too many requests at once')
      running += 1
      try {
        signal.throwIfAborted()
        const params = tryCopy(given ?? {}, limits)
        if (params === undefined) return refuse(INVALID_PARAMS, 'The parameters cannot be read')
        return { result: await answer(method, params, signal) }
      } catch (error) {
        if (!(error instanceof McpClientRefusedError)) return refuse(INTERNAL_ERROR, 'There is no answer')
        return refuse(error.details.rpcCode, truncate(cleanText(error.message), MAX_REASON))
      } finally {
        running -= 1
      }
    },
  }
}

function refuse(code: number, message: string): ClientAnswer {
  return { error: { code, message } }
}

function announced(capabilities: JsonObject): JsonObject {
  const copy = copyJson(capabilities) as JsonObject
  const known = Object.values(CAPABILITIES)
  return Object.freeze(Object.fromEntries(Object.entries(copy).filter(([name]) => known.includes(name))))
}

function isOffered(method: string, capabilities: JsonObject): method is ClientMethod {
  return (
    Object.hasOwn(CAPABILITIES, method) && Object.hasOwn(capabilities, CAPABILITIES[method as ClientMethod])
  )
}

function tryCopy(value: unknown, limits: JsonLimits): JsonObject | undefined {
  try {
    const copy = copyJson(value, limits)
    return isJsonObject(copy) ? copy : undefined
  } catch {
    return undefined
  }
}

/** Messages for a model are data, like the contents of a result. */
function readParams(method: ClientMethod, params: JsonObject): JsonObject {
  if (method !== 'sampling/createMessage') return cleanJson(params) as JsonObject
  const { messages, ...rest } = params
  return Object.freeze({
    ...(cleanJson(rest) as JsonObject),
    ...(messages === undefined ? {} : { messages }),
  })
}

/** Without a named mode a client takes forms; URLs only when it says so (MCP 2025-11-25, elicitation). */
function takesMode({ elicitation }: JsonObject, mode: unknown = 'form'): boolean {
  if (!isJsonObject(elicitation)) return false
  if (mode === 'url') return elicitation.url !== undefined
  return mode === 'form' && (elicitation.form !== undefined || elicitation.url === undefined)
}

function appliesDefaults({ elicitation }: JsonObject): boolean {
  return (
    isJsonObject(elicitation) && isJsonObject(elicitation.form) && elicitation.form.applyDefaults === true
  )
}

/**
 * Completes the answer to a form: fields that an accepting person left out get the default of the form's schema
 * (SEP-1034). Forms are flat, so only the first level is filled.
 */
function fillDefaults(answer: JsonObject, schema: JsonValue | undefined): JsonObject {
  if (answer.action !== 'accept' || !isJsonObject(schema) || !isJsonObject(schema.properties)) return answer
  const content = isJsonObject(answer.content) ? answer.content : {}
  const missing = Object.entries(schema.properties).flatMap(([field, property]): [string, JsonValue][] =>
    isJsonObject(property) && property.default !== undefined && !Object.hasOwn(content, field)
      ? [[field, property.default]]
      : [],
  )
  return Object.freeze({ ...answer, content: Object.freeze({ ...Object.fromEntries(missing), ...content }) })
}

/** How we introduce ourselves to servers. The version is that of this package, which a test holds it to. */
export const CLIENT_INFO: { readonly name: string; readonly version: string } = Object.freeze({
  name: 'toolscout',
  version: '0.1.0',
})
