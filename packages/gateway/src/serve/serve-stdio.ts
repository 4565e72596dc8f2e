import type { Readable, Writable } from 'node:stream'
import { type CloseOptions, closeOnSignals, createClosing } from './closing.ts'
import { drain } from './running-requests.ts'
import { openWireChannel } from './sdk-server.ts'
import { createServeDeps } from './serve-deps.ts'
import type { Served, ServeOptions } from './served.ts'
import { toServerInfo } from './server-info.ts'
import { createSession } from './session.ts'
import { createStdioWire } from './stdio-wire.ts'
import { takeStdout } from './stdout.ts'

/** Options of `serveStdio`, in addition to those of every way of serving. */
export interface ServeStdioOptions extends ServeOptions {
  /** Where the client is heard. Default: the process's stdin. */
  readonly input?: Readable | undefined
  /**
   * Where the client is answered. Default: the process's stdout, which is then the protocol's alone: whatever else is
   * written there goes to stderr.
   */
  readonly output?: Writable | undefined
  /** On whose behalf the client calls. Default `''`: no particular one. */
  readonly principal?: string | undefined
}

/** A client that is served over stdio. */
export interface StdioServing {
  /** Ends the session: calls under way may go on for a while, then the gateway is stopped. */
  readonly close: (options?: CloseOptions) => Promise<void>
  /** Resolves when it has ended: by `close`, a signal, or with the client; never rejects. */
  readonly closed: Promise<void>
}

const OPTIONS = ['input', 'output', 'principal']

/**
 * Serves one client over stdin and stdout, one JSON-RPC message a line. Begins to connect the servers and waits for
 * none. It ends with its input.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function serveStdio(served: Served, options: ServeStdioOptions = {}): StdioServing {
  const parts = createServeDeps(served, options, OPTIONS)
  const { input = process.stdin, principal = '', signals = true } = options
  const taken = options.output === undefined ? takeStdout() : undefined
  const output = taken?.output ?? options.output ?? process.stdout
  const onFailure = (error: unknown): void => parts.tell({ type: 'failed', error })
  const session = createSession(parts, principal)
  const closing = createClosing(
    async (drainMs, hurry) => {
      await drain([session.running], { clock: parts.clock, drainMs, hurry })
      await channel.then(({ close }) => close(), onFailure)
      await parts.stop()
      taken?.release()
    },
    { drainMs: parts.drainMs, onFailure },
  )
  const wire = createStdioWire({ input, output, onInputEnd: () => void closing.close() })
  const channel = openWireChannel(wire, {
    info: toServerInfo(served),
    capabilities: session.capabilities,
    instructions: served.exposure.instructions(),
    answer: session.answer,
    onEnd: () => {
      session.end()
      parts.tell({ type: 'sessionClosed', session: 1, principal })
      void closing.close({ drainMs: 0 })
    },
    onFailure,
  })
  channel.then(session.follow, onFailure)
  parts.tell({ type: 'sessionOpened', session: 1, principal })
  if (signals) closeOnSignals(closing)
  return { close: closing.close, closed: closing.closed }
}
