import { isJsonObject } from '@toolscout/model/internal'
import { RPC_CODES } from '../request-error.ts'

/** The ids of the requests in a body, which may be a batch. */
export function requestIds(body: unknown): readonly unknown[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  return messages.flatMap((message) => (isJsonObject(message) && 'method' in message ? [message.id] : []))
}

/** The answer to a request whose id is used by another one. */
export function refuseId(): Response {
  const error = { code: RPC_CODES.invalidRequest, message: 'A request with this id is under way.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}
