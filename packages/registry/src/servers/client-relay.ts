import { type ClientMethod, type JsonObject, quote, type ToolClient, ToolscoutError } from '@toolscout/model'

/** `CLIENT_UNCLEAR`: a server asks something of a client, and nobody can tell of which. */
export class ClientUnclearError extends ToolscoutError<{
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
  /** @throws ClientUnclearError `CLIENT_UNCLEAR` unless the calls under way are all of one client. */
  readonly request: (
    method: ClientMethod,
    params: JsonObject,
    options: { readonly signal: AbortSignal },
  ) => Promise<JsonObject>
  /** The one client whose calls are under way, if that is so. */
  readonly only: () => ToolClient | undefined
}

/** Creates the relay of one server. */
export function createClientRelay(server: string): ClientRelay {
  const underWay: (ToolClient | undefined)[] = []
  const clients = (): ReadonlySet<ToolClient | undefined> => new Set(underWay)
  const only = (): ToolClient | undefined => {
    const [client, ...others] = clients()
    return others.length === 0 ? client : undefined
  }
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
      const client = only()
      if (client === undefined) throw new ClientUnclearError(server, clients().size)
      return client.request(method, params, options)
    },
    only,
  }
}
