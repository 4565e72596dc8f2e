import { isJsonObject } from '@toolscout/model/internal'
import type { WireTransport } from './client-channel.ts'

/** How a client speaks: in a session, up to MCP 2025-11-25, or without one, from 2026-07-28 on. */
export type Era = 'session' | 'stateless'

/** What serves an era on a line; it starts the wire it is given, and reports its own failures. */
export type EraOpener = (wire: WireTransport) => Promise<unknown>

/** Only messages of the later era say in each request which version they are of. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** Whether a message says of itself that it is of the later era. */
export function saysItsVersion(message: unknown): boolean {
  const params = isJsonObject(message) ? message.params : undefined
  const meta = isJsonObject(params) ? params._meta : undefined
  return isJsonObject(meta) && VERSION_KEY in meta
}

/**
 * Divides a line by what each message says of itself, so that a client may try one era and go on in the other. What serves
 * an era is opened with its first message. `onEnd` is called once, when the line has ended.
 */
export function divideByEra(
  wire: WireTransport,
  open: Readonly<Record<Era, EraOpener>>,
  onEnd: () => void,
): void {
  const lines = new Map<Era, EraLine>()
  // Requests of the later era that are under way: a notification that cancels one need not say its version.
  const underWay = new Set<unknown>()
  const eraOf = (message: object): Era => {
    const { method, id, params } = message as Readonly<Record<string, unknown>>
    if (saysItsVersion(message)) {
      if (id !== undefined) underWay.add(id)
      return 'stateless'
    }
    const isCancelled =
      method === 'notifications/cancelled' && isJsonObject(params) && underWay.has(params.requestId)
    return isCancelled ? 'stateless' : 'session'
  }
  const send = (message: object): Promise<void> => {
    if (!('method' in message)) underWay.delete(Reflect.get(message, 'id'))
    return wire.send(message)
  }
  wire.start({
    onMessage: (message) => {
      const era = eraOf(message)
      const known = lines.get(era)
      const line = known ?? new EraLine({ ...wire, send })
      line.take(message)
      if (known !== undefined) return
      lines.set(era, line)
      void open[era](line)
    },
    onEnd: () => {
      for (const line of lines.values()) line.end()
      onEnd()
    },
  })
}

/** The part of a line that is of one era. What comes before it is started waits. */
class EraLine implements WireTransport {
  readonly send: WireTransport['send']
  readonly close: WireTransport['close']
  readonly #waiting: object[] = []
  #taker: Parameters<WireTransport['start']>[0] | undefined
  #hasEnded = false

  constructor({ send, close }: WireTransport) {
    this.send = send
    this.close = close
  }

  start(taker: Parameters<WireTransport['start']>[0]): void {
    this.#taker = taker
    for (const message of this.#waiting.splice(0)) taker.onMessage(message)
    if (this.#hasEnded) taker.onEnd()
  }

  take(message: object): void {
    if (this.#taker === undefined) this.#waiting.push(message)
    else this.#taker.onMessage(message)
  }

  end(): void {
    this.#hasEnded = true
    this.#taker?.onEnd()
  }
}
