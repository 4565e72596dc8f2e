import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { usageError } from '../errors.ts'

/** A place on this machine that a browser is sent back to. */
export interface Loopback {
  readonly redirectUrl: string
  /** The first address it was sent back to that holds an answer. */
  readonly back: Promise<URL>
  readonly close: () => void
}

const PATH = '/callback'
const DONE = 'Toolscout has the answer. Close this page and go back to the terminal.'

/** Listens on 127.0.0.1. Rejects with `CLI_USAGE` when the port is taken; 0 is any. */
export async function openLoopback(port: number): Promise<Loopback> {
  let resolve: (url: URL) => void = () => {}
  const back = new Promise<URL>((answer) => {
    resolve = answer
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUrl)
    // A browser asks for icons too, and anything on this machine may ask for anything.
    const isAnswer = ['code', 'error'].some((name) => url.searchParams.has(name))
    if (request.method !== 'GET' || url.pathname !== PATH || !isAnswer) return say(response, 404, 'Not here.')
    say(response, 200, DONE)
    resolve(url)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    throw usageError(
      `Port ${port} of 127.0.0.1 cannot be used (${String(Reflect.get(Object(error), 'code'))}).`,
    )
  })
  const redirectUrl = `http://127.0.0.1:${portOf(server)}${PATH}`
  const close = (): void => {
    server.close()
    // What was written last is on its way.
    server.closeIdleConnections()
  }
  return { redirectUrl, back, close }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Nothing of what came in is repeated. */
function say(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(`${text}\n`)
}
