import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EVERYTHING_COMMAND } from '../gateway/processes.ts'

/** What one start of `serve` took until it answered, in milliseconds. */
export interface ServeStart {
  /** From the start of the process to the answer to `initialize`. */
  readonly initializedMs: number
  /** From the first search to its answer. */
  readonly searchMs: number
  /** From the start of the process to the answer of the first search. */
  readonly wholeMs: number
  /** Processor time of the process until then, of all threads, in steps of ten; without /proc, 0. */
  readonly processMs: number
  /** The part of that from the first search on. */
  readonly searchProcessMs: number
  /** Servers that were started when the search was answered. */
  readonly started: number
}

/** Where `serve` is measured. */
export interface ServeOptions {
  readonly node: string
  readonly command: string
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** What no tool surely fits; else the server of the tool would start behind the answer. */
const QUERY = 'something with numbers'

/** Configures servers and has them listed once; what is given starts `serve` with what was kept of them. */
export function prepareServe(
  count: number,
  { node, command, folder, env }: ServeOptions,
): () => Promise<ServeStart> {
  const log = join(folder, 'started.log')
  writeFileSync(log, '')
  const { command: program, args } = EVERYTHING_COMMAND
  const script = `echo "$$" >> "$0"; exec "$@"`
  const server = { command: 'sh', args: ['-c', script, log, program, ...args] }
  const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`server${i}`, server]))
  const config = join(folder, 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers }))
  const parameters = ['--isolated', '--config', config]
  const listed = spawnSync(node, [command, 'list', ...parameters], { env, encoding: 'utf8' })
  if (listed.status !== 0) throw new RangeError(`list failed: ${listed.stderr}`)
  const countStarted = (): number => readFileSync(log, 'utf8').split('\n').length - 1
  return async () => {
    const before = countStarted()
    const start = performance.now()
    const child = spawn(node, [command, 'serve', ...parameters], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    const closed = once(child, 'close')
    const waiting = new Map<number, () => void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { readonly id?: number }
      waiting.get(id ?? 0)?.()
    })
    const send = (message: object): void =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const ask = async (id: number, method: string, params: object): Promise<void> => {
      const answered = new Promise<void>((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      await answered
    }
    const clientInfo = { name: 'bench', version: '1' }
    await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    const initialized = performance.now()
    const initializedProcessMs = processMsOf(child.pid)
    send({ method: 'notifications/initialized' })
    await ask(2, 'tools/call', { name: 'search_tools', arguments: { query: QUERY } })
    const end = performance.now()
    const processMs = processMsOf(child.pid)
    const started = countStarted() - before
    child.stdin.end()
    await closed
    return {
      initializedMs: initialized - start,
      searchMs: end - initialized,
      wholeMs: end - start,
      processMs,
      searchProcessMs: processMs - initializedProcessMs,
      started,
    }
  }
}

/** Fields 14 and 15 of proc(5), in hundredths of a second, behind the name, which may hold anything. */
function processMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const text = readFileSync(file, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}
