import { type JsonObject, ToolscoutError } from '@toolscout/model'

/** Codes of JSON-RPC 2.0 (5.1) and MCP. */
export const RPC_CODES: Readonly<
  Record<
    | 'invalidRequest'
    | 'methodNotFound'
    | 'invalidParams'
    | 'internal'
    | 'resourceNotFound'
    | 'missingCapability',
    number
  >
> = Object.freeze({
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  resourceNotFound: -32_002,
  missingCapability: -32_021,
})

/**
 * `REQUEST_REFUSED`: a request of a client is answered with an error of the protocol. Its message and `data` are
 * sent; any other failure while a request is answered is not shown to clients.
 */
export class RequestRefusedError extends ToolscoutError<{
  /** The JSON-RPC code, such as -32602 for parameters that do not fit. */
  readonly rpcCode: number
  /** Facts for the client. */
  readonly data?: JsonObject
}> {
  constructor(rpcCode: number, message: string, data?: JsonObject) {
    super('REQUEST_REFUSED', message, { details: { rpcCode, ...(data === undefined ? {} : { data }) } })
  }
}

/** The parameters of a request do not fit it. */
export function invalidParams(message: string, data?: JsonObject): RequestRefusedError {
  return new RequestRefusedError(RPC_CODES.invalidParams, message, data)
}

/**
 * What an SDK sends as the error of an answer. Anything but a refusal is reported, unless the client is gone, and not shown
 * to it.
 */
export function toRpcFailure(
  error: unknown,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): { readonly code: number; readonly message: string; readonly data?: JsonObject } {
  if (error instanceof RequestRefusedError) {
    const { rpcCode, data } = error.details
    return { code: rpcCode, message: error.message, ...(data === undefined ? {} : { data }) }
  }
  if (!signal.aborted) onFailure(error)
  return { code: RPC_CODES.internal, message: 'Internal error.' }
}
