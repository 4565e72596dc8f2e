import type { HttpServing, ServeHttpOptions } from './http/http-serving.ts'
import type { Served } from './served.ts'

/**
 * Serves clients over Streamable HTTP, each in a session of its own. Begins to connect the servers and waits for none.
 *
 * Rejects with a TypeError for an unknown option or one that lets everybody in, a RangeError for a number out of range,
 * and as listening does, such as with `EADDRINUSE`.
 */
export async function serveHttp(served: Served, options: ServeHttpOptions = {}): Promise<HttpServing> {
  const { openServing } = await import('./http/open-serving.ts')
  return openServing(served, options)
}
