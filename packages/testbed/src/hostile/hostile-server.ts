import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** As it stands in the sources, which are beside the build. */
const SCRIPT = fileURLToPath(new URL('../../src/hostile/hostile-server.mjs', import.meta.url))

/**
 * How to start an MCP server over stdio that sends broken messages: its tool `attack` sends those numbered `from` up to
 * `from + count` before it answers. The same seed gives the same messages.
 */
export function hostileStdioServer(seed: number): {
  readonly command: string
  readonly args: readonly string[]
} {
  return { command: process.execPath, args: [SCRIPT, String(seed)] }
}

/** A {@link hostileStdioServer} over HTTP that runs until it is stopped. */
export interface HostileHttpServer {
  readonly url: string
  readonly stop: () => void
}

/** Starts a {@link HostileHttpServer} in a process of its own, which also breaks answers, types, statuses and events. */
export async function startHostileHttpServer(seed: number): Promise<HostileHttpServer> {
  const child = spawn(process.execPath, [SCRIPT, String(seed), 'http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${Number(port.toString())}/mcp`, stop: () => void child.kill('SIGKILL') }
}

/** What of a gateway an attack needs. */
export interface AttackedGateway {
  readonly call: (
    tool: string,
    args: { readonly from: number; readonly count: number },
    options: { readonly timeoutMs: number },
  ) => Promise<{
    readonly isError?: boolean | undefined
    readonly structuredContent?: { readonly error?: unknown } | undefined
  }>
  readonly servers: () => readonly {
    readonly name: string
    readonly state: string
    readonly breaker: string
  }[]
  readonly reconnectServer: (name: string) => Promise<unknown>
}

/** Broken messages may leave a call without an answer; few do. */
const TIMEOUT_MS = 1_000
const MAX_ATTEMPTS = 10
/** Codes of calls that do not leave the gateway. */
const UNSENT: ReadonlySet<unknown> = new Set(['CIRCUIT_OPEN', 'OVERLOADED', 'SERVER_UNAVAILABLE'])

/** What became of an attack. */
export interface AttackOutcome {
  /** Messages that were sent; the others could not be. */
  readonly sent: number
  /** Calls behind them that were answered well. */
  readonly answered: number
  /** Connections that a message ended. */
  readonly ended: number
}

/**
 * Has a hostile server of a gateway send its messages one by one, each with a call of its own, and connects it again when
 * one has ended its connection or its breaker has opened. `beside` is done at the same time as each.
 */
export async function attack(
  gateway: AttackedGateway,
  { server, messages }: { readonly server: string; readonly messages: number },
  beside: (at: number) => Promise<void>,
): Promise<AttackOutcome> {
  const status = (): ReturnType<AttackedGateway['servers']>[number] | undefined =>
    gateway.servers().find(({ name }) => name === server)
  const isWell = (): boolean => status()?.state === 'ready' && status()?.breaker === 'closed'
  const outcome = { sent: 0, answered: 0, ended: 0 }
  for (let at = 0; at < messages; at += 1) {
    for (let attempts = 0; !isWell() && attempts < MAX_ATTEMPTS; attempts += 1)
      await gateway.reconnectServer(server).catch(() => {})
    const attacked = gateway.call(`${server}:attack`, { from: at, count: 1 }, { timeoutMs: TIMEOUT_MS })
    const [{ isError, structuredContent }] = await Promise.all([attacked, beside(at)])
    if (isError !== true) outcome.answered += 1
    if (isError !== true || !UNSENT.has(structuredContent?.error)) outcome.sent += 1
    if (status()?.state !== 'ready') outcome.ended += 1
  }
  return outcome
}
