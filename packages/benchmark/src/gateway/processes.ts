import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const EVERYTHING = require
  .resolve('@modelcontextprotocol/server-everything/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const GATEWAY = fileURLToPath(new URL('./gateway-process.js', import.meta.url))

/** How a server that is measured is started over stdio: the everything server of MCP's authors. */
export const EVERYTHING_COMMAND: { readonly command: string; readonly args: readonly string[] } = {
  command: process.execPath,
  args: [EVERYTHING, 'stdio'],
}

/** How a gateway in front of it is. */
export const GATEWAY_COMMAND: { readonly command: string; readonly args: readonly string[] } = {
  command: process.execPath,
  args: [GATEWAY, 'stdio', JSON.stringify({ transport: 'stdio', ...EVERYTHING_COMMAND })],
}

/** Something that listens, in a process of its own. */
export interface Listening {
  readonly url: string
  readonly token?: string
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

/** Starts the everything server over Streamable HTTP. */
export async function startEverything(): Promise<Listening> {
  const port = await freePort()
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await firstLine(child, /on port/)
  return { url: `http://127.0.0.1:${port}/mcp`, pid: child.pid, stop: () => end(child) }
}

/** Starts a gateway over Streamable HTTP in front of a server. */
export async function startGateway(url: string): Promise<Listening> {
  const server = JSON.stringify({ transport: 'http', url })
  const child = spawn(process.execPath, [GATEWAY, 'http', server], { stdio: ['ignore', 'ignore', 'pipe'] })
  const line = await firstLine(child, /^\{/)
  const said = JSON.parse(line) as { readonly url: string; readonly token: string }
  return { ...said, pid: child.pid, stop: () => end(child) }
}

async function firstLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  const { stderr } = child
  if (stderr === null) throw new TypeError('A child whose words are heard is needed.')
  return new Promise((resolve, reject) => {
    // Read to the end: a process whose stderr is closed dies of its next line.
    createInterface({ input: stderr }).on('line', (line) => pattern.test(line) && resolve(line))
    child.once('exit', (code) => reject(new RangeError(`The process ended with ${code}.`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
