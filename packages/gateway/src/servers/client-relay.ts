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
        ? 'no client has a call in progress there'
        : `${clients} clients have calls in progress there`
    super('CLIENT_UNCLEAR', `${quote(server)} asked its client something, but ${why}.`, {
      details: { server, clients },
    })
  }
}

/** Brings what a server asks to the client whose call it is working on. */
export class ClientRelay {
  readonly #server: string
  readonly #underWay: (ToolClient | undefined)[] = []

  constructor(server: string) {
    this.#server = server
  }

  /** Remembers who called while the work runs. */
  async during<T>(client: ToolClient | undefined, work: () => Promise<T>): Promise<T> {
    this.#underWay.push(client)
    try {
      return await work()
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(client), 1)
    }
  }

  /** Rejects, with a reason for the server, unless the calls under way are all of one client that answers. */
  async request(
    method: ClientMethod,
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ): Promise<JsonObject> {
    try {
      const client = this.#only()
      if (client === undefined) throw new ClientUnclearError(this.#server, this.#clients().size)
      return await client.request(method, params, options)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /** Hands on what the server logs, where it can only be about the calls of one client. */
  hear({ method, params }: McpNotification): void {
    if (method !== 'notifications/message') return
    const { level, logger, data } = params
    const named = typeof logger === 'string' ? { logger } : {}
    this.#only()?.log({ level: level as LogLevel, ...named, data })
  }

  #clients(): ReadonlySet<object | undefined> {
    return new Set(this.#underWay.map((client) => client?.identity ?? client))
  }

  /** Of the calls of one client the last: the others may end before the client has answered. */
  #only(): ToolClient | undefined {
    return this.#clients().size === 1 ? this.#underWay.at(-1) : undefined
  }
}

const INTERNAL_ERROR = -32_603

/** A server gets reasons that are ours or the client's, and no details of any other failure. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ToolscoutError) || error instanceof McpClientRefusedError) return error
  const code: unknown = isJsonObject(error.details) ? Reflect.get(error.details, 'rpcCode') : undefined
  return new McpClientRefusedError(error.message, typeof code === 'number' ? code : INTERNAL_ERROR)
}
