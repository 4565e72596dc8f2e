import { McpClientRefusedError } from '@toolscout/mcp'
import type { McpNotification } from '@toolscout/mcp/internal'
import { type JsonObject, type ToolClient, ToolscoutError } from '@toolscout/model'
import { type ClientMethod, isJsonObject, type LogLevel, quote } from '@toolscout/model/internal'

/** `CLIENT_UNCLEAR`: a server asks something of a client, and it is unclear of which one. */
class ClientUnclearError extends ToolscoutError<{
  readonly server: string
  readonly clients: number
}> {
  constructor(server: string, clients: number) {
    const why =
      clients === 0
        ? 'no call of a client is under way there'
        : `calls of ${clients} clients are under way there`
    super('CLIENT_UNCLEAR', `${quote(server)} asks something of its client, but ${why}.`, {
      details: { server, clients },
    })
  }
}

/** Brings what a server asks to the client whose call it is working on. */
export interface ClientRelay {
  /** Remembers who called while the work runs. */
  readonly during: <T>(client: ToolClient | undefined, work: () => Promise<T>) => Promise<T>
  /** Rejects, with a reason for the server, unless the calls under way are all of one client that answers. */
  readonly request: (
    method: ClientMethod,
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ) => Promise<JsonObject>
  /** Hands on what the server logs, where it can only be about the calls of one client. */
  readonly hear: (notification: McpNotification) => void
}

/** Creates the relay of one server. */
export function createClientRelay(server: string): ClientRelay {
  const underWay: (ToolClient | undefined)[] = []
  const clients = (): ReadonlySet<object | undefined> =>
    new Set(underWay.map((client) => client?.identity ?? client))
  // Of the calls of one client the last: the others may end before the client has answered.
  const only = (): ToolClient | undefined => (clients().size === 1 ? underWay.at(-1) : undefined)
  return {
    during: async (client, work) => {
      underWay.push(client)
      try {
        return await work()
      } finally {
        underWay.splice(underWay.indexOf(client), 1)
      }
    },
    request: async (method, params, options) => {
      try {
        const client = only()
        if (client === undefined) throw new ClientUnclearError(server, clients().size)
        return await client.request(method, params, options)
      } catch (error) {
        throw toRefusal(error)
      }
    },
    hear: ({ method, params }) => {
      if (method !== 'notifications/message') return
      const { level, logger, data } = params
      only()?.log({
        level: level as LogLevel,
        ...(typeof logger === 'string' ? { logger } : {}),
        data,
      })
    },
  }
}

const INTERNAL_ERROR = -32_603

/** A server gets reasons that are ours or the client's, and no details of any other failure. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ToolscoutError) || error instanceof McpClientRefusedError) return error
  const code: unknown = isJsonObject(error.details) ? Reflect.get(error.details, 'rpcCode') : undefined
  return new McpClientRefusedError(error.message, typeof code === 'number' ? code : INTERNAL_ERROR)
}
