import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { protocolFailure } from '../transport/transport.ts'
import { CLIENT_INFO, type ClientService } from './client-service.ts'
import { readRefusal } from './requests.ts'
import type { RpcAnswer, SessionOptions } from './session.ts'
import type { Wire } from './wire.ts'

// What goes with every request of MCP 2026-07-28, and the first of them.

/** The version of a request is none that the server speaks. */
export const UNSUPPORTED_VERSION = -32_022

/** The revision that is spoken without a session. */
export const STATELESS_VERSION = '2026-07-28'

const META = 'io.modelcontextprotocol/'
/** The member of `_meta` in which a server says who it is. */
export const SERVER_INFO: string = `${META}serverInfo`

/** What a server answered to `server/discover`. */
export type Discovery = JsonObject

/** Asks a server what it is; `undefined` when the answer is not that of a server without sessions. */
export async function discover(
  wire: Wire,
  { client, redact }: Pick<SessionOptions, 'client' | 'redact'>,
  signal: AbortSignal,
): Promise<Discovery | undefined> {
  const ask = async (): Promise<RpcAnswer> =>
    toRpcAnswer(await wire.ask('server/discover', { _meta: envelopeOf(client) }, { signal }), redact)
  const first = await ask()
  const read = isSpokenAfterAll(first) ? await ask() : first
  if (!read.isResult) return undefined
  const { supportedVersions } = read.result
  const isSpoken = Array.isArray(supportedVersions) && supportedVersions.includes(STATELESS_VERSION)
  return isSpoken ? (read.result as Discovery) : undefined
}

/** Whether a server refuses the revision, and names it among those that it speaks; the protocol asks for a second try. */
function isSpokenAfterAll(answer: RpcAnswer): boolean {
  if (answer.isResult || answer.refusal.rpcCode !== UNSUPPORTED_VERSION) return false
  const { data } = answer.refusal
  return isJsonObject(data) && Array.isArray(data.supported) && data.supported.includes(STATELESS_VERSION)
}

/** What every request says of its client. */
export function envelopeOf(
  { capabilities }: Pick<ClientService, 'capabilities'>,
  logLevel?: JsonValue,
): JsonObject {
  return {
    [`${META}protocolVersion`]: STATELESS_VERSION,
    [`${META}clientInfo`]: { ...CLIENT_INFO },
    [`${META}clientCapabilities`]: capabilities,
    ...(logLevel === undefined ? {} : { [`${META}logLevel`]: logLevel }),
  }
}

/**
 * Reads an answer as JSON-RPC.
 *
 * @throws McpTransportError when it is none, or stands in for one that cannot come.
 */
export function toRpcAnswer(answer: object, redact: Redactor): RpcAnswer {
  const { result, error } = answer as Readonly<Record<string, unknown>>
  if (error === undefined && isJsonObject(result)) return { isResult: true, result }
  const { code, message, data } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (data instanceof McpTransportError) throw data
  if (typeof code !== 'number' || typeof message !== 'string' || result !== undefined)
    throw protocolFailure('the server gave an answer that is no JSON-RPC')
  return { isResult: false, message: redact(message), refusal: readRefusal({ code, data }, redact) }
}
