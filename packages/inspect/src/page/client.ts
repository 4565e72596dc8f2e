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

/** Asks the inspector. */
export interface Api {
  /** Rejects with {@link RequestFailed}; with status 0 when the server cannot be reached, and as `fetch` does for the signal. */
  readonly get: <T>(path: string, asked?: QueryParams, signal?: AbortSignal) => Promise<T>
  /** Opens the stream of news. Rejects as `get` does. */
  readonly stream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

/** Shows the token with every question. */
export function createApi(token: string): Api {
  const send = async (path: string, signal: AbortSignal | undefined): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(path, { headers, signal: signal ?? null }).catch((error: unknown) => {
      if (signal?.aborted === true) throw error
      throw new RequestFailed(0, 'The inspector does not answer.')
    })
    if (response.ok) return response
    const data: unknown = await response.json().catch(() => undefined)
    const reason = typeof data === 'object' && data !== null ? Reflect.get(data, 'error') : undefined
    throw new RequestFailed(response.status, typeof reason === 'string' ? reason : response.statusText)
  }
  return {
    get: async <T>(path: string, asked: QueryParams = {}, signal?: AbortSignal) => {
      const parts = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      const search = new URLSearchParams(parts).toString()
      const response = await send(`${path}${search === '' ? '' : `?${search}`}`, signal)
      return (await response.json()) as T
    },
    stream: async (signal) => {
      const { body } = await send('/api/news', signal)
      if (body === null) throw new RequestFailed(0, 'The inspector does not answer.')
      return body
    },
  }
}
