import { type McpClientOptions, McpClientRefusedError } from '@toolscout/mcp'
import type { McpNotification } from '@toolscout/mcp/internal'
import { type JsonObject, type ToolClient, ToolscoutError } from '@toolscout/model'
import { isJsonObject, type LogLevel, quote } from '@toolscout/model/internal'
import { CallOverError } from '../serve/open-call.ts'
import { ClientTurns } from './client-turns.ts'

/** `CLIENT_UNCLEAR`: a server asks something of a client, and it is unclear of which one. */
class ClientUnclearError extends ToolscoutError<{
  readonly server: string
  readonly clients: number
}> {
  constructor(server: string, clients: number) {
    const why =
      clients === 0
        ? 'no client has a call in progress there'
        : `${clients} clients have calls in progress there, which take turns from now on; call again`
    super('CLIENT_UNCLEAR', `${quote(server)} asked its client something, but ${why}.`, {
      details: { server, clients },
    })
  }
}

/** Brings what a server asks to the client whose call it is working on. */
export class ClientRelay {
  readonly #server: string
  readonly #capabilities: JsonObject | undefined
  readonly #turns = new ClientTurns()
  readonly #underWay: UnderWay[] = []

  /** `capabilities` is what the server may ask of clients; nothing when it is absent. */
  constructor(server: string, capabilities?: JsonObject) {
    this.#server = server
    this.#capabilities = capabilities
  }

  /** Who answers the server where it does not tell because of which call it asks; absent where it may not ask. */
  get anyCall(): McpClientOptions | undefined {
    return this.#answering((...asked) => this.#askOnly(...asked))
  }

  /**
   * Runs a call and remembers who made it meanwhile. The work is given who answers what the server asks because of it.
   * A server that once asked without telling because of which call works for one client at a time.
   */
  during<T>(
    client: ToolClient | undefined,
    signal: AbortSignal,
    work: (answering: McpClientOptions | undefined) => Promise<T>,
  ): Promise<T> {
    const ask: AskClient = async (...asked) => {
      if (client === undefined) throw new ClientUnclearError(this.#server, 0)
      return client.request(...asked)
    }
    return this.#turns.run(client?.identity ?? client, signal, async () => {
      const call = { client, signal }
      this.#underWay.push(call)
      try {
        return await work(this.#answering(ask))
      } finally {
        this.#underWay.splice(this.#underWay.indexOf(call), 1)
      }
    })
  }

  /** Hands on what the server logs, where it can only be about the calls of one client. */
  hear({ method, params }: McpNotification): void {
    if (method !== 'notifications/message') return
    const { level, logger, data } = params
    const named = typeof logger === 'string' ? { logger } : {}
    this.#only()?.client?.log({ level: level as LogLevel, ...named, data })
  }

  #answering(ask: AskClient): McpClientOptions | undefined {
    const capabilities = this.#capabilities
    if (capabilities === undefined) return undefined
    return {
      capabilities,
      onRequest: (...asked) => ask(...asked).catch((error: unknown) => Promise.reject(toRefusal(error))),
    }
  }

  async #askOnly(...asked: Parameters<AskClient>): Promise<JsonObject> {
    const call = this.#only()
    if (call?.client === undefined) {
      const { size } = this.#turns.callers
      const clients = size === 1 ? 0 : size
      if (clients > 1) this.#turns.takeTurns()
      throw new ClientUnclearError(this.#server, clients)
    }
    try {
      return await call.client.request(...asked)
    } catch (error) {
      // What was asked in a call that has ended or is cancelled is withdrawn: another call of the client asks it.
      const wasAnswered = error instanceof ToolscoutError && !(error instanceof CallOverError)
      const isOver = call.signal.aborted || !this.#underWay.includes(call)
      if (isOver && !wasAnswered && !asked[2].signal.aborted) return this.#askOnly(...asked)
      throw error
    }
  }

  /** Of the calls of one client the last that is not cancelled: the others may end before the client has answered. */
  #only(): UnderWay | undefined {
    return this.#turns.callers.size === 1
      ? this.#underWay.findLast(({ signal }) => !signal.aborted)
      : undefined
  }
}

/** A call that a server works on. */
interface UnderWay {
  readonly client: ToolClient | undefined
  readonly signal: AbortSignal
}

type AskClient = McpClientOptions['onRequest']

const INTERNAL_ERROR = -32_603

/** A server gets reasons that are ours or the client's, and no details of any other failure. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ToolscoutError) || error instanceof McpClientRefusedError) return error
  const code: unknown = isJsonObject(error.details) ? Reflect.get(error.details, 'rpcCode') : undefined
  return new McpClientRefusedError(error.message, typeof code === 'number' ? code : INTERNAL_ERROR)
}
