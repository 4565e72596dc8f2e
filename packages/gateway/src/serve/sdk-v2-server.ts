import { randomBytes } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  createRequestStateCodec,
  isLegacyRequest,
  type JSONRPCMessage,
  LOG_LEVEL_META_KEY,
  type McpServerFactory,
  Server,
  type ServerContext,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { WireTransport } from './client-channel.ts'
import { narrowListening } from './listening.ts'
import { invalidParams, toRpcFailure } from './request-error.ts'
import { ANSWER_MS, type LoneAnswer, type ServedChange, type StatelessAnswers } from './stateless.ts'

// This file is the only one of the package that knows the second SDK. It speaks MCP 2026-07-28.

/** How a server describes itself, and what answers its clients. */
export interface StatelessOptions {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string }
  readonly instructions: () => string | undefined
  readonly answers: StatelessAnswers
  /** Receives failures that clients do not see. */
  readonly onFailure: (error: unknown) => void
}

/** Serves clients over HTTP that have no session. */
export interface StatelessHttp {
  /** Whether a request is for it; it then answers also what is wrong with it. */
  readonly isFor: (request: globalThis.Request, body: unknown) => Promise<boolean>
  readonly handle: (request: globalThis.Request, body: unknown, principal: string) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Serves clients that have no session, over HTTP. */
export function openStatelessHttp(
  options: StatelessOptions & { readonly keepAliveMs: number },
): StatelessHttp {
  const { answers, onFailure, keepAliveMs } = options
  const serverFor = serverFactory(options)
  const make: McpServerFactory = ({ authInfo }) => {
    const server = serverFor(authInfo?.clientId ?? '', undefined)
    // A method that has no handler at all is not found in HTTP either.
    if (authInfo?.extra?.isKnown !== true) delete server.fallbackRequestHandler
    return server
  }
  const handler = createMcpHandler(make, {
    legacy: 'reject',
    keepAliveMs,
    onerror: () => {
      // The sender gets what is wrong with a request, and what fails here is reported where it does.
    },
  })
  const stop = answers.follow((change) => {
    if (change.type === 'resourceUpdated') handler.notify.resourceUpdated(change.uri)
    else handler.notify[change.type]()
  })
  return {
    isFor: async (request, body) => !(await isLegacyRequest(request, body)),
    handle: async (request, body, principal) => {
      const isKnown = isJsonObject(body) && answers.knows(String(body.method))
      const authInfo = { token: '', clientId: principal, scopes: [], extra: { isKnown } }
      const parsedBody = await narrowListening(answers, body, { principal, signal: request.signal })
      try {
        return await handler.fetch(request, { authInfo, parsedBody })
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    close: async () => {
      stop()
      answers.end()
      await handler.close()
    },
  }
}

/** Serves one client on a line of its own, for as long as that is open. */
export function openStatelessWire(
  wire: WireTransport,
  options: StatelessOptions & { readonly principal: string },
): { readonly close: () => Promise<void> } {
  const { answers, onFailure, principal } = options
  const serverFor = serverFactory(options)
  const identity = {}
  const ended = new AbortController()
  let server: Server | undefined
  const stop = answers.follow((change) => {
    const { type, ...params } = change
    server?.notification({ method: CHANGES[type], params }).catch(onFailure)
  })
  const listening = new Map<unknown, AbortController>()
  const transport: Transport = {
    start: async () =>
      wire.start({
        onMessage: (message) => void receive(message).catch(onFailure),
        onEnd: () => {
          stop()
          answers.end()
          ended.abort()
          for (const controller of listening.values()) controller.abort()
          transport.onclose?.()
        },
      }),
    send: (message) => wire.send(message),
    close: () => wire.close(),
  }
  const receive = async (message: object): Promise<void> => {
    const { method, id, params } = message as Readonly<Record<string, unknown>>
    if (method === 'notifications/cancelled' && isJsonObject(params)) listening.get(params.requestId)?.abort()
    if (method !== 'subscriptions/listen' || id === undefined) {
      return transport.onmessage?.(message as JSONRPCMessage)
    }
    const controller = new AbortController()
    listening.set(id, controller)
    controller.signal.addEventListener('abort', () => void listening.delete(id), { once: true })
    const narrowed = await narrowListening(answers, message, { principal, signal: controller.signal })
    if (!ended.signal.aborted) transport.onmessage?.(narrowed as JSONRPCMessage)
  }
  const make = (): Server => {
    server = serverFor(principal, identity)
    return server
  }
  return serveStdio(make, { transport, legacy: 'reject', onerror: () => {} })
}

const CHANGES: Readonly<Record<ServedChange['type'], string>> = {
  toolsChanged: 'notifications/tools/list_changed',
  promptsChanged: 'notifications/prompts/list_changed',
  resourcesChanged: 'notifications/resources/list_changed',
  resourceUpdated: 'notifications/resources/updated',
}

/** What a client brings back with its answers; a call that was asked again has another one. */
type OpenState = { readonly call: string; readonly round: number }

/** Makes a server for one request or one line, with its principal. */
function serverFactory({ info, instructions, answers, onFailure }: StatelessOptions) {
  const codec = createRequestStateCodec<OpenState>({
    // Calls that wait are of this process, so no other one has to read what it signs.
    key: randomBytes(32),
    ttlSeconds: ANSWER_MS / 1_000,
    bind: ({ mcpReq, http }) => JSON.stringify([mcpReq.method, http?.authInfo?.clientId ?? '']),
  })
  return (principal: string, identity: object | undefined): Server => {
    const told = instructions()
    const server = new Server(
      { ...info },
      {
        capabilities: answers.capabilities(),
        ...(told === undefined ? {} : { instructions: told }),
      },
    )
    server.onerror = onFailure
    const answerTo = async (method: string, params: unknown, context: ServerContext): Promise<JsonObject> => {
      try {
        const { state, answers: given } = await resumed(codec, context)
        const answer = await answers.answer({
          principal,
          identity,
          method,
          params: isJsonObject(params) ? params : {},
          resumes: state?.call,
          answers: given,
          ...aboutClient(context, onFailure),
        })
        return await toResult(answer, (payload) => codec.mint(payload, context))
      } catch (error) {
        return Promise.reject(toRpcFailure(error, context.mcpReq.signal, onFailure))
      }
    }
    server.fallbackRequestHandler = ({ method, params }, context) => answerTo(method, params, context)
    // These were methods of another kind before, and pass to handlers of their own only.
    for (const method of ['tasks/get', 'tasks/cancel']) {
      server.setRequestHandler(method, { params: UNREAD }, (params, context) =>
        answerTo(method, params, context),
      )
    }
    return server
  }
}

/** Parameters as they came. */
const UNREAD: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'toolscout', validate: (value) => ({ value: value as JsonObject }) },
}

type Codec = ReturnType<typeof createRequestStateCodec<OpenState>>

/** Which call a request goes on with; what was not signed here, for this principal and method, goes on with none. */
async function resumed(
  codec: Codec,
  context: ServerContext,
): Promise<{ readonly state: OpenState | undefined; readonly answers: JsonObject }> {
  const { requestState, inputResponses = {} } = context.mcpReq
  const given = requestState<unknown>()
  const answers = inputResponses as JsonObject
  if (given === undefined) return { state: undefined, answers }
  try {
    return { state: await codec.verify(String(given), context), answers }
  } catch {
    throw invalidParams('The requestState is not from this server, is for another client, or has expired.')
  }
}

/** What a request says of its client, and the way back to it. */
function aboutClient({ mcpReq }: ServerContext, onFailure: (error: unknown) => void) {
  const { signal, id: requestId, _meta, envelope, notify } = mcpReq
  const said = (envelope ?? {}) as JsonObject
  const capabilities = said[CLIENT_CAPABILITIES_META_KEY]
  return {
    signal,
    requestId,
    progressToken: _meta?.progressToken,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    logLevel: said[LOG_LEVEL_META_KEY],
    notify: (method: string, params: JsonObject): void => {
      // A client that has hung up gets no notification; that is no failure.
      if (!signal.aborted) notify({ method, params } as Parameters<typeof notify>[0]).catch(onFailure)
    },
  }
}

/** What is sent as the result (MCP `InputRequiredResult` where the client is asked). */
async function toResult(
  answer: LoneAnswer,
  seal: (payload: OpenState) => Promise<string>,
): Promise<JsonObject> {
  if ('result' in answer) return answer.result
  const { questions, call, round } = answer
  return {
    resultType: 'input_required',
    inputRequests: questions as unknown as JsonObject,
    requestState: await seal({ call, round }),
  }
}
