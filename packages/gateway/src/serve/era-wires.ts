import { isJsonObject } from '@toolscout/model/internal'
import type { WireTransport } from './client-channel.ts'

/** The two eras of MCP on one line. */
export interface EraWires {
  /** Messages of a session, up to 2025-11-25. */
  readonly session: WireTransport
  /** Messages that stand for themselves, from 2026-07-28 on. */
  readonly stateless: WireTransport
}

/** Only messages of the later era say in each request which version they are of. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/**
 * Divides a line by what each message says of itself, so that a client may try one era and go on in the other. Both have to
 * be started before anything is read; either one that closes ends the line.
 */
export function divideByEra(wire: WireTransport): EraWires {
  const takers: Record<keyof EraWires, Parameters<WireTransport['start']>[0] | undefined> = {
    session: undefined,
    stateless: undefined,
  }
  // Requests of the later era that are under way: a notification that cancels one need not say its version.
  const underWay = new Set<unknown>()
  const eraOf = (message: object): keyof EraWires => {
    const { method, id, params } = message as Readonly<Record<string, unknown>>
    const meta = isJsonObject(params) ? params._meta : undefined
    if (isJsonObject(meta) && VERSION_KEY in meta) {
      if (id !== undefined) underWay.add(id)
      return 'stateless'
    }
    const isCancelled =
      method === 'notifications/cancelled' && isJsonObject(params) && underWay.has(params.requestId)
    return isCancelled ? 'stateless' : 'session'
  }
  const wireOf = (era: keyof EraWires): WireTransport => ({
    start: (events) => {
      takers[era] = events
      const { session, stateless } = takers
      if (session === undefined || stateless === undefined) return
      wire.start({
        onMessage: (message) => takers[eraOf(message)]?.onMessage(message),
        onEnd: () => {
          session.onEnd()
          stateless.onEnd()
        },
      })
    },
    send: (message) => {
      const id: unknown = Reflect.get(message, 'id')
      if (!('method' in message)) underWay.delete(id)
      return wire.send(message)
    },
    close: () => wire.close(),
  })
  return { session: wireOf('session'), stateless: wireOf('stateless') }
}
