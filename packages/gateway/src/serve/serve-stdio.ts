import type { Readable, Writable } from 'node:stream'
import type { OptionKind } from '@toolscout/model/internal'
import type { ClientChannel } from './client-channel.ts'
import { type Closing, closeOnSignals, createClosing, drain } from './closing.ts'
import { divideByEra, type Era, type EraOpener } from './era-wires.ts'
import { createServeDeps, describeServed, type Served, type ServeOptions } from './served.ts'
import { Session } from './session.ts'
import { StatelessAnswers } from './stateless.ts'
import { createStdioWire, takeStdout } from './stdio-wire.ts'

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

/** A client that is served over stdio: `close` ends the session, then the gateway is stopped. */
export type StdioServing = Closing

const OPTIONS = {
  input: { functions: ['on'] },
  output: { functions: ['write'] },
  principal: 'string',
} satisfies { [Option in Exclude<keyof ServeStdioOptions, keyof ServeOptions>]-?: OptionKind }

/**
 * Serves one client over stdin and stdout, one JSON-RPC message a line. Begins to connect the servers and waits for
 * none. It ends with its input.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function serveStdio(served: Served, options: ServeStdioOptions = {}): StdioServing {
  const deps = createServeDeps(served, options, OPTIONS)
  const { input = process.stdin, principal = '', signals = true } = options
  const taken = options.output === undefined ? takeStdout() : undefined
  const output = taken?.output ?? options.output ?? process.stdout
  const onFailure = (error: unknown): void => deps.tell({ type: 'failed', error })
  const session = new Session(deps, principal)
  const answers = new StatelessAnswers(deps)
  let channel: Promise<ClientChannel> | undefined
  let stateless: Promise<unknown> | undefined
  const closing = createClosing(
    async (drainMs, hurry) => {
      // What was said before the client's end is heard first.
      await Promise.allSettled([channel, stateless])
      await drain([session.running, answers.running, deps.tasks.running], {
        clock: deps.clock,
        drainMs,
        hurry,
      })
      await channel?.then(({ close }) => close(), onFailure)
      await wire.close()
      deps.tasks.end()
      await deps.stop()
      taken?.release()
    },
    { drainMs: deps.drainMs, onFailure },
  )
  const wire = createStdioWire({ input, output, onInputEnd: () => void closing.close() })
  const endNow = (): void => void closing.close({ drainMs: 0 })
  // Only here, so that importing this package loads no SDK; the one most clients speak to is fetched before they do.
  const legacy = import('./sdk-server.ts')
  legacy.catch(onFailure)
  const openers: Readonly<Record<Era, EraOpener>> = {
    session: (line) => {
      channel = legacy.then(({ openWireChannel }) => openWireChannel(line, session.begin(1, endNow)))
      return channel.then((opened) => session.follow(opened), onFailure)
    },
    stateless: (line) => {
      stateless = import('./sdk-v2-server.ts').then(
        ({ openStatelessWire }) =>
          openStatelessWire(line, { ...describeServed(served), answers, principal, onFailure }),
        onFailure,
      )
      return stateless
    },
  }
  divideByEra(wire, openers, endNow)
  if (signals) closeOnSignals(closing)
  return closing
}
