import type { NewsView, OverviewView, PinView } from '../api/views.ts'
import { andMore, button, type Child, h } from './dom.ts'
import type { Route, Tokens } from './route.ts'

/** Why a question was not answered. */
export class RequestFailed extends Error {
  readonly status: number

  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

/** What a question is asked with. */
export type QueryParams = Readonly<Record<string, string | number | undefined>>

/** Asks the inspector, with the token in every question. */
export class Api {
  readonly #tokens: Tokens

  constructor(tokens: Tokens) {
    this.#tokens = tokens
  }

  /** Whether anything may be changed: the address may have held only the token that lets look. */
  get mayAct(): boolean {
    return this.#tokens.act !== ''
  }

  /** Rejects with {@link RequestFailed}; with status 0 when the server cannot be reached, and as `fetch` does for the signal. */
  async get<T>(path: string, asked: QueryParams = {}, signal?: AbortSignal): Promise<T> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) search.set(name, String(value))
    const response = await this.#send(search.size === 0 ? path : `${path}?${search}`, signal)
    return (await response.json()) as T
  }

  /** Has something done. Rejects as `get` does. */
  async post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
    const headers = { authorization: `Bearer ${this.#tokens.act}`, 'content-type': 'application/json' }
    const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal)
    return (await response.json()) as T
  }

  /** Opens the stream of news. Rejects as `get` does. */
  async stream(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { body } = await this.#send('/api/news')
    if (body === null) throw new RequestFailed(0, 'The inspector does not answer.')
    return body
  }

  #send(path: string, signal?: AbortSignal): Promise<Response> {
    return send(path, { headers: { authorization: `Bearer ${this.#tokens.token}` } }, signal)
  }
}

async function send(path: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  const response = await fetch(path, { ...request, signal: signal ?? null }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw new RequestFailed(0, 'The inspector does not answer.')
  })
  if (response.ok) return response
  const data: unknown = await response.json().catch(() => undefined)
  const reason = typeof data === 'object' && data !== null ? Reflect.get(data, 'error') : undefined
  throw new RequestFailed(response.status, typeof reason === 'string' ? reason : response.statusText)
}

/** What views share. */
export interface App {
  readonly api: Api
  readonly route: () => Route
  /** Goes elsewhere; what is not said stays as it is. `isStep` makes a step that the back button takes back. */
  readonly go: (to: Partial<Route>, isStep?: boolean) => void
  /** What there is, as it was read last; absent until it was. */
  readonly overview: () => OverviewView | undefined
  /** What is to be said of the definition of a tool; absent where it is the trusted one and looks clean. */
  readonly pinOf: (id: string) => PinView | undefined
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
  /** Shows that a request failed. Aborted requests are ignored. */
  readonly failed: (error: unknown) => void
}

/** One part of the page. */
export interface View {
  readonly element: HTMLElement
  /** It is looked at now, or the address has changed while it is. */
  readonly show: () => void
  /** What there is was read again. */
  readonly refresh?: () => void
  /** Something changed; only the visible view is notified. */
  readonly hear?: (news: ReadonlySet<NewsView>) => void
}

/** Ids of tools, each a way to the tool unless it is gone, and how many more there are. */
export function toolNames(
  app: App,
  ids: readonly string[],
  { left = 0, areGone = false }: { readonly left?: number; readonly areGone?: boolean } = {},
): Child {
  const open = (id: string): void => app.go({ view: 'tools', id, query: '', group: '' }, true)
  return [
    ids.map((id) => (areGone ? h('bdi.mono', id) : button('link mono', () => open(id), id))),
    andMore(left),
  ]
}
