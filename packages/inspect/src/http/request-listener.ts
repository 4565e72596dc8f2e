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
    const stop = (refusal: Refusal): void => {
      emit({ type: 'refused', ...refusal })
      refuse(response, refusal, HEADERS_OF[refusal.status])
    }
    const { url = '', rawHeaders } = request
    const refusal = checkRequest({ url, rawHeaders }, names, MAX_HEADERS)
    if (refusal !== undefined) return stop(refusal)
    const [path = '', query = ''] = url.split('?', 2)
    const action = Object.hasOwn(actions.run, path) ? actions.run[path] : undefined
    const foreign = action === undefined ? checkReading(request) : checkAction(request)
    if (foreign?.status === 405) response.setHeader('allow', action === undefined ? 'GET' : 'POST')
    if (foreign !== undefined) return stop(foreign)
    if (path === '/') return sendPage(response, page)
    const { authenticate } = action === undefined ? deps : actions
    if (!(await isLetIn(request, authenticate))) return stop(UNKNOWN)
    if (path === '/api/news') {
      if (news.listen(response)) return
      return stop({ status: 503, reason: 'Too many pages are open.' })
    }
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      const done =
        action === undefined
          ? await route?.(new QueryParams(query), gone.signal)
          : await action(await readObject(request, readBody), gone.signal)
      if (done === undefined) return stop({ status: 404, reason: 'There is nothing here.' })
      sendJson(response, 200, done)
    } catch (error) {
      if (gone.signal.aborted) return
      const known = refusalOf(error)
      if (known === undefined) throw error
      stop(known)
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

/** Headers that go with a status. */
const HEADERS_OF: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer realm="inspect"' },
}

const UNKNOWN: Refusal = {
  status: 401,
  reason: 'A token is needed; open the whole address that was printed when the inspector began.',
}

async function isLetIn({ headers, socket }: IncomingMessage, authenticate: Authenticate): Promise<boolean> {
  const caller = {
    headers: { authorization: headers.authorization ?? '' },
    remoteAddress: socket.remoteAddress ?? '',
  }
  return (await authenticate(caller)) !== undefined
}

function checkReading({ method }: IncomingMessage): Refusal | undefined {
  return method === 'GET' ? undefined : { status: 405, reason: 'Here things are only read.' }
}

/** Says why a request may change nothing: a browser sends both headers with every question of the page itself. */
function checkAction({ headers, method }: IncomingMessage): Refusal | undefined {
  if (method !== 'POST') return { status: 405, reason: 'This takes POST alone.' }
  if (headers.origin === undefined) return { status: 403, reason: 'Only the page itself changes anything.' }
  if (headers['content-type'] === 'application/json') return undefined
  return { status: 415, reason: 'The body is JSON.' }
}

/** A body that is not read. */
class UnreadableBody extends RangeError {
  readonly status: number

  constructor({ status, reason }: Refusal) {
    super(reason)
    this.status = status
  }
}

async function readObject(
  request: IncomingMessage,
  readBody: ReturnType<typeof createBodyReader>,
): Promise<JsonObject> {
  const read = await readBody(request)
  if ('status' in read) throw new UnreadableBody(read)
  const body = parseJson(read.text)
  if (isJsonObject(body)) return body
  throw new UnreadableBody({ status: 400, reason: 'The body is no JSON object.' })
}

/** What to answer an error with that its reader can do something about. */
function refusalOf(error: unknown): Refusal | undefined {
  const reason = oneLine(messageOf(error))
  if (error instanceof UnreadableBody) return { status: error.status, reason }
  if (error instanceof RangeError) return { status: 400, reason }
  if (error instanceof ToolNotFoundError) return { status: 404, reason }
  return error instanceof ToolscoutError ? { status: 409, reason } : undefined
}

function sendPage(response: ServerResponse, { body, policy }: PageFile): void {
  const head = { 'content-length': body.length, 'content-type': 'text/html; charset=utf-8' }
  response.writeHead(200, { ...head, 'content-security-policy': policy }).end(body)
}
