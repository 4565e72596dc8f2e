import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AllowedNames,
  type Authenticate,
  checkRequest,
  type Refusal,
  sendJson,
} from '@toolscout/gateway/internal'
import { ToolNotFoundError } from '@toolscout/model'
import { messageOf, oneLine } from '@toolscout/model/internal'
import type { PageFile } from '../page-file.ts'
import type { News } from './news.ts'
import { HEADERS, QueryParams, type Route, refuse } from './routes.ts'

/** Headers that are read of one request. */
export const MAX_HEADERS = 64

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
  readonly news: News
  readonly emit: (event: InspectorEvent) => void
}

/**
 * Answers requests in this order: is it spoken to by its name, from where it may be; is only something read; is it the
 * page, which holds no data; the token; the route. No later check is made before the earlier ones pass.
 */
export function createRequestListener(
  deps: RequestListenerDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { names, authenticate, page, routes, news, emit } = deps

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stop = (refusal: Refusal, headers?: Readonly<Record<string, string>>): void => {
      emit({ type: 'refused', ...refusal })
      refuse(response, refusal, headers)
    }
    const { url = '', rawHeaders } = request
    const refusal = checkRequest({ url, rawHeaders }, names, MAX_HEADERS)
    if (refusal !== undefined) return stop(refusal)
    if (request.method !== 'GET') {
      return stop({ status: 405, reason: 'Here things are only read.' }, { allow: 'GET' })
    }
    const [path = '', query = ''] = url.split('?', 2)
    if (path === '/') return sendPage(response, page)
    const caller = {
      headers: { authorization: request.headers.authorization ?? '' },
      remoteAddress: request.socket.remoteAddress ?? '',
    }
    if ((await authenticate(caller)) === undefined) {
      const reason = 'A token is needed; open the address that was given when the inspector began.'
      return stop({ status: 401, reason }, { 'www-authenticate': 'Bearer realm="inspect"' })
    }
    if (path === '/api/news') {
      if (news.listen(response)) return
      return stop({ status: 503, reason: 'Too many pages are open.' })
    }
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (route === undefined) return stop({ status: 404, reason: 'There is nothing here.' })
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      sendJson(response, 200, await route(new QueryParams(query), gone.signal))
    } catch (error) {
      if (gone.signal.aborted) return
      if (error instanceof RangeError) return stop({ status: 400, reason: oneLine(messageOf(error)) })
      if (!(error instanceof ToolNotFoundError)) throw error
      stop({ status: 404, reason: oneLine(messageOf(error)) })
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

function sendPage(response: ServerResponse, { body, policy }: PageFile): void {
  const head = { 'content-length': body.length, 'content-type': 'text/html; charset=utf-8' }
  response.writeHead(200, { ...head, 'content-security-policy': policy }).end(body)
}
