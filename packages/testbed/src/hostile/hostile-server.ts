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
  ) => Promise<{ readonly isError?: boolean | undefined }>
  readonly servers: () => readonly { readonly name: string; readonly state: string }[]
  readonly reconnectServer: (name: string) => Promise<unknown>
}

/** Broken messages may leave a call without an answer; few do. */
const TIMEOUT_MS = 1_000
const MAX_ATTEMPTS = 10

/**
 * Has a hostile server of a gateway send its messages one by one, each with a call of its own, and connects it again when
 * one has ended its connection. Gives how many of the calls were answered well and how many connections ended.
 */
export async function attack(
  gateway: AttackedGateway,
  { server, messages }: { readonly server: string; readonly messages: number },
  beside: (at: number) => Promise<void>,
): Promise<{ readonly answered: number; readonly ended: number }> {
  let answered = 0
  let ended = 0
  for (let at = 0; at < messages; at += 1) {
    const attacked = gateway.call(`${server}:attack`, { from: at, count: 1 }, { timeoutMs: TIMEOUT_MS })
    const [result] = await Promise.all([attacked, beside(at)])
    if (result.isError !== true) answered += 1
    const isLost = (): boolean =>
      gateway.servers().some(({ name, state }) => name === server && state !== 'ready')
    if (isLost()) ended += 1
    for (let attempts = 0; isLost() && attempts < MAX_ATTEMPTS; attempts += 1)
      await gateway.reconnectServer(server).catch(() => {})
  }
  return { answered, ended }
}
