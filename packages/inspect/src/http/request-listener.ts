import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AllowedNames,
  type Authenticate,
  checkRequest,
  createBodyReader,
  type Refusal,
  sendJson,
} from '@toolscout/gateway/internal'
import { type JsonObject, ToolNotFoundError, ToolscoutError } from '@toolscout/model'
import { isJsonObject, messageOf, oneLine, parseJson } from '@toolscout/model/internal'
import type { Action } from '../actions.ts'
import type { PageFile } from '../page-file.ts'
import type { News } from './news.ts'
import { HEADERS, QueryParams, type Route, refuse } from './routes.ts'

/** Headers that are read of one request. */
export const MAX_HEADERS = 64

/** Most bytes of the body of an action, and of all that are read at once. */
const MAX_BODY_BYTES = 1_048_576
const MAX_BODIES_BYTES = 8 * MAX_BODY_BYTES

/** What happens to the inspector itself. Holds no secrets. */
export type InspectorEvent =
  | {
      /** A request that was not answered, such as one without the token. */
      readonly type: 'refused'
      readonly status: number
      readonly reason: string
    }
  | {
      /** Something failed; the page shows only "internal error". */
      readonly type: 'failed'
      readonly error: unknown
    }

/** What answers requests. */
export interface RequestListenerDeps {
  readonly names: AllowedNames
  readonly authenticate: Authenticate
  readonly page: PageFile
  readonly routes: Readonly<Record<string, Route>>
  /** What changes something, by path, and who may ask for it. */
  readonly actions: {
    readonly run: Readonly<Record<string, Action>>
    readonly authenticate: Authenticate
  }
  readonly news: News
  readonly emit: (event: InspectorEvent) => void
}

/**
 * Answers requests in this order: is it spoken to by its name, from where it may be; is it the page, which holds no data;
 * for what changes something, does the page itself ask; the token, another one for what changes something; the route. No
 * later check is made before the earlier ones pass.
 */
export function createRequestListener(
  deps: RequestListenerDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { names, page, routes, actions, news, emit } = deps
  const readBody = createBodyReader(MAX_BODY_BYTES, MAX_BODIES_BYTES)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stop = (refusal: Refusal, headers?: Readonly<Record<string, string>>): void => {
      emit({ type: 'refused', ...refusal })
      refuse(response, refusal, headers)
    }
    const { url = '', rawHeaders, method } = request
    const refusal = checkRequest({ url, rawHeaders }, names, MAX_HEADERS)
    if (refusal !== undefined) return stop(refusal)
    const [path = '', query = ''] = url.split('?', 2)
    const isAction = Object.hasOwn(actions.run, path)
    const allowed = isAction ? 'POST' : 'GET'
    if (method !== allowed)
      return stop({ status: 405, reason: `This takes ${allowed} alone.` }, { allow: allowed })
    if (path === '/') return sendPage(response, page)
    if (isAction) {
      const foreign = checkAction(request)
      if (foreign !== undefined) return stop(foreign)
    }
    const caller = {
      headers: { authorization: request.headers.authorization ?? '' },
      remoteAddress: request.socket.remoteAddress ?? '',
    }
    const authenticate = isAction ? actions.authenticate : deps.authenticate
    if ((await authenticate(caller)) === undefined) {
      const reason = `A token is needed${isAction ? ' that lets change things' : ''}; open the whole address that was given when the inspector began.`
      return stop({ status: 401, reason }, { 'www-authenticate': 'Bearer realm="inspect"' })
    }
    if (path === '/api/news') {
      if (news.listen(response)) return
      return stop({ status: 503, reason: 'Too many pages are open.' })
    }
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!isAction && route === undefined) return stop({ status: 404, reason: 'There is nothing here.' })
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      const read = isAction ? await readObject(request, readBody) : undefined
      if (read !== undefined && 'status' in read) return stop(read)
      const given = read === undefined ? route?.(new QueryParams(query), gone.signal) : undefined
      const done = read === undefined ? given : actions.run[path]?.(read.body, gone.signal)
      sendJson(response, 200, (await done) ?? {})
    } catch (error) {
      if (gone.signal.aborted) return
      const status = statusOf(error)
      if (status === undefined) throw error
      stop({ status, reason: oneLine(messageOf(error)) })
    }
  }

  return (request, response) => {
    response.setHeaders(HEADERS)
    answer(request, response).catch((error: unknown) => {
      emit({ type: 'failed', error })
      refuse(response, { status: 500, reason: 'Internal error.' })
    })
  }
}

/** Says why a request may change nothing: a browser sends both headers with every question of the page itself. */
function checkAction({ headers }: IncomingMessage): Refusal | undefined {
  if (headers.origin === undefined) return { status: 403, reason: 'Only the page itself changes anything.' }
  if (headers['content-type'] === 'application/json') return undefined
  return { status: 415, reason: 'The body is JSON.' }
}

async function readObject(
  request: IncomingMessage,
  readBody: ReturnType<typeof createBodyReader>,
): Promise<{ readonly body: JsonObject } | Refusal> {
  const read = await readBody(request)
  if ('status' in read) return read
  const body = parseJson(read.text)
  return isJsonObject(body) ? { body } : { status: 400, reason: 'The body is no JSON object.' }
}

/** The status of an error that its reader can do something about. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof RangeError) return 400
  if (error instanceof ToolNotFoundError) return 404
  return error instanceof ToolscoutError ? 409 : undefined
}

function sendPage(response: ServerResponse, { body, policy }: PageFile): void {
  const head = { 'content-length': body.length, 'content-type': 'text/html; charset=utf-8' }
  response.writeHead(200, { ...head, 'content-security-policy': policy }).end(body)
}
