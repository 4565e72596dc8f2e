import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Bytes that are sent at a time; few, so that all that load at once get on evenly. */
const CHUNK_BYTES = 16_384

/** A registry of packages on this machine, which hands on what another one has. */
export interface SlowRegistry {
  readonly url: string
  /** Bytes that were sent since it was asked last. */
  readonly takeSent: () => number
  /** How many bytes a second are sent to all together, from now on. */
  readonly limit: (bytesPerSecond: number) => void
  readonly close: () => void
}

/** What the other registry answered. */
interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Starts a registry in front of another one, which is asked once for each thing; at first it is as quick as it can. */
export async function startSlowRegistry(source: string): Promise<SlowRegistry> {
  const origin = source.replace(/\/$/, '')
  const kept = new Map<string, Promise<Answer>>()
  let sent = 0
  let bytesPerMs = Number.POSITIVE_INFINITY
  let isFreeAt = 0

  const get = async (path: string, accept: string): Promise<Answer> => {
    const response = await fetch(`${origin}${path}`, { headers: { accept } })
    const type = response.headers.get('content-type') ?? 'application/octet-stream'
    const body = Buffer.from(await response.arrayBuffer())
    const isText = type.includes('json')
    return {
      status: response.status,
      type,
      body: isText ? Buffer.from(body.toString().replaceAll(`"${origin}/`, `"${url}/`)) : body,
    }
  }
  const send = async (response: ServerResponse, { status, type, body }: Answer): Promise<void> => {
    response.writeHead(status, { 'content-type': type, 'content-length': body.length })
    for (let from = 0; from < body.length && !response.destroyed; from += CHUNK_BYTES) {
      const chunk = body.subarray(from, from + CHUNK_BYTES)
      sent += chunk.length
      // All that load stand in one line.
      isFreeAt = Math.max(isFreeAt, performance.now()) + chunk.length / bytesPerMs
      await delay(isFreeAt - performance.now())
      response.write(chunk)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    const { url: path = '/', method, headers } = request
    request.resume()
    // Nothing but packages: what an audit sends stays here.
    if (method !== 'GET') return void response.writeHead(404).end()
    const accept = headers.accept ?? '*/*'
    const key = `${accept} ${path}`
    const answer = kept.get(key) ?? get(path, accept)
    kept.set(key, answer)
    answer
      .then((found) => send(response, found))
      .catch(() => {
        kept.delete(key)
        if (!response.headersSent) response.writeHead(502)
        response.end()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    takeSent: () => {
      const all = sent
      sent = 0
      return all
    },
    limit: (bytesPerSecond) => {
      bytesPerMs = bytesPerSecond / 1_000
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
