import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** As it stands in the sources, which are beside the build. */
const SCRIPT = fileURLToPath(new URL('../../src/hostile/hostile-server.mjs', import.meta.url))

/**
 * How to start an MCP server over stdio that sends broken messages: its tool `attack` sends those numbered `from` up to
 * `from + count` before it answers, and writes their numbers into the ledger. The same seed gives the same messages.
 */
export function hostileStdioServer(
  seed: number,
  ledgerFile: string,
): {
  readonly command: string
  readonly args: readonly string[]
} {
  return { command: process.execPath, args: [SCRIPT, String(seed), ledgerFile] }
}

/** A {@link hostileStdioServer} over HTTP that runs until it is stopped. */
export interface HostileHttpServer {
  readonly url: string
  readonly stop: () => void
}

/** Starts a {@link HostileHttpServer} in a process of its own, which also breaks answers, types, statuses and events. */
export async function startHostileHttpServer(seed: number, ledgerFile: string): Promise<HostileHttpServer> {
  const child = spawn(process.execPath, [SCRIPT, String(seed), ledgerFile, 'http'], {
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
/** Attempts to connect for one call, and calls for one message, on a machine that may be busy. */
const MAX_ATTEMPTS = 10

/** What is attacked, and by how much. */
export interface AttackOptions {
  /** The hostile server, as the gateway knows it. */
  readonly server: string
  /** How many it sends. */
  readonly messages: number
  /** The ledger of the hostile server. */
  readonly ledgerFile: string
}

/** What became of an attack. */
export interface AttackOutcome {
  /** Messages that the ledger has. */
  readonly sent: number
  /** Calls that were made again, because the ledger did not have their message. */
  readonly again: number
  /** Calls that were answered well. */
  readonly answered: number
  /** Connections that a message ended. */
  readonly ended: number
}

/**
 * Has a hostile server of a gateway send its messages one by one, each with a call of its own, and connects it again when
 * one has ended its connection or its breaker has opened. What a message does to a connection may come later than the answer
 * of its call, so that the next call does not leave: at the end, each message that the ledger does not have is called for
 * again. Not before, since a server that is slow would get more and more of the same calls. `beside` is done at the same time
 * as each message.
 */
export async function attack(
  gateway: AttackedGateway,
  { server, messages, ledgerFile }: AttackOptions,
  beside: (at: number) => Promise<void>,
): Promise<AttackOutcome> {
  const status = (): ReturnType<AttackedGateway['servers']>[number] | undefined =>
    gateway.servers().find(({ name }) => name === server)
  const isWell = (): boolean => status()?.state === 'ready' && status()?.breaker === 'closed'
  const outcome = { again: 0, answered: 0, ended: 0 }
  const send = async (at: number): Promise<void> => {
    for (let attempts = 0; !isWell() && attempts < MAX_ATTEMPTS; attempts += 1)
      await gateway.reconnectServer(server).catch(() => {})
    const options = { timeoutMs: TIMEOUT_MS }
    const { isError } = await gateway.call(`${server}:attack`, { from: at, count: 1 }, options)
    if (isError !== true) outcome.answered += 1
  }
  const numbers = Array.from({ length: messages }, (_, at) => at)
  for (const at of numbers) {
    await Promise.all([send(at), beside(at)])
    if (status()?.state !== 'ready') outcome.ended += 1
  }
  let sent = await readLedger(ledgerFile)
  for (let attempts = 1; sent.size < messages && attempts < MAX_ATTEMPTS; attempts += 1) {
    for (const at of numbers.filter((number) => !sent.has(number))) {
      outcome.again += 1
      await send(at)
    }
    sent = await readLedger(ledgerFile)
  }
  return { ...outcome, sent: sent.size }
}

async function readLedger(ledgerFile: string): Promise<ReadonlySet<number>> {
  const text = await readFile(ledgerFile, 'utf8').catch(() => '')
  return new Set(text.split('\n').slice(0, -1).map(Number))
}
