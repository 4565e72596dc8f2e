import { nextTurn, pause, systemClock } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import { type MessageTransport, toTransportError } from '../transport/transport.ts'
import { type Discovery, discover, UNSUPPORTED_VERSION } from './discovery.ts'
import { openSdkSession } from './sdk-client.ts'
import type { McpSession, SessionOptions } from './session.ts'
import { StatelessSession } from './stateless-session.ts'
import { Wire } from './wire.ts'

/** MCP up to 2025-11-25 has a handshake and a session; 2026-07-28 has neither. */
export type ProtocolEra = 'session' | 'stateless'

/** How the era of a server is found out. */
export interface EraOptions extends SessionOptions {
  /** What is known of the server, which may be wrong by now; `undefined` when that is nothing. */
  readonly era: ProtocolEra | undefined
  /** Called with what it turned out to be. */
  readonly onEra: (era: ProtocolEra) => void
  /** How long a server may be silent when it is asked what it is, before it is greeted, in milliseconds. */
  readonly patienceMs: number
  /** Whether an authorization is being got, perhaps of a person; its time is not that of the server. */
  readonly isAuthorizing: () => boolean
}

/** How long a process that is starting may use no processor, in milliseconds. */
const STARTING_MS = 500

/**
 * Agrees with a server to speak MCP, in the newest revision that both know. It is asked what it is; whatever is no answer to
 * that question makes it one of sessions, since servers from before the question refuse it, pass it by or trip over it.
 *
 * @throws McpTransportError when no agreement is reached; the transport is then still to be closed.
 */
export async function openSession(transport: MessageTransport, options: EraOptions): Promise<McpSession> {
  const { events, redact } = options
  let session: McpSession | undefined
  const wire = new Wire(transport, {
    onNotified: (method, params) => {
      if (session instanceof StatelessSession) session.heard(method)
      events.onNotified(method, params)
    },
    onEnd: (failure) => events.onEnd(failure),
    onDiagnostic: (kind, message) => events.onDiagnostic(kind, message),
  })
  try {
    await wire.open()
    session = await agree(wire, options)
    return session
  } catch (error) {
    throw (await wire.reasonOfEnd(error)) ?? toTransportError(error, redact)
  }
}

async function agree(wire: Wire, options: EraOptions): Promise<McpSession> {
  const { era, onEra } = options
  const stateless = (discovery: Discovery): McpSession => {
    onEra('stateless')
    return new StatelessSession(wire, discovery, options)
  }
  const probe = era === 'session' ? undefined : new Probe(wire, options)
  try {
    const discovery = await probe?.answer
    if (discovery !== undefined) return stateless(discovery)
    const session = await openSdkSession(wire, options)
    // One that has answered meanwhile was only slow, and is not taken for one of sessions the next time.
    if ((await probe?.now()) === undefined) onEra('session')
    return session
  } catch (error) {
    const discovery = mayBeStateless(error, options) ? await new Probe(wire, options).answer : undefined
    if (discovery === undefined) throw error
    return stateless(discovery)
  } finally {
    probe?.stop()
  }
}

/** Whether a greeting failed because it was one: the server says so, or what was known of it is old. */
function mayBeStateless(error: unknown, { era }: EraOptions): boolean {
  if (!(error instanceof McpTransportError) || isFatal(error)) return false
  return error.details.rpcCode === UNSUPPORTED_VERSION || era === 'session'
}

/** The question what a server is. */
class Probe {
  /** What it answered; `undefined` when that, or its silence, says that it is one of sessions. */
  readonly answer: Promise<Discovery | undefined>
  readonly #found: Promise<Discovery | undefined>
  readonly #over = new AbortController()

  constructor(wire: Wire, options: EraOptions) {
    this.#found = discover(wire, options, this.#over.signal).catch((error: unknown) => {
      if (isFatal(error)) throw error
      return undefined
    })
    this.#found.catch(async (error: unknown) => {
      // A process that ends at the first word it does not know is one of sessions.
      if (error instanceof McpTransportError && error.details.reason === 'exit') options.onEra('session')
    })
    const silence = waitFor(wire, options, this.#over.signal).then(
      () => undefined,
      () => undefined,
    )
    this.answer = Promise.race([this.#found, silence])
  }

  /** What it has answered by now. */
  now(): Promise<Discovery | undefined> {
    return Promise.race([this.#found, nextTurn().then(() => undefined)])
  }

  stop(): void {
    this.#over.abort()
  }
}

/** Waits for as long as a server that is silent may be starting; rejects when the signal aborts. */
async function waitFor(
  wire: Wire,
  { patienceMs, isAuthorizing }: EraOptions,
  signal: AbortSignal,
): Promise<void> {
  let end = performance.now() + patienceMs
  do {
    await pause(systemClock, Math.min(STARTING_MS, Math.max(0, end - performance.now())), signal)
    if (isAuthorizing()) end = performance.now() + patienceMs
  } while (performance.now() < end && (await wire.isWorking(STARTING_MS)))
}

/** Whether a greeting would fail for the same reason. */
function isFatal(error: unknown): boolean {
  if (error instanceof McpAuthError) return true
  if (!(error instanceof McpTransportError)) return false
  const { reason, outcome } = error.details
  return (
    reason === 'exit' ||
    reason === 'spawn' ||
    reason === 'frame' ||
    (reason === 'network' && outcome === 'notRun')
  )
}
