import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** `session` is MCP 2025-11-25, `stateless` 2026-07-28. */
export type TaskEra = 'session' | 'stateless'

/** A server whose tools `work`, `ask`, `wait`, `refuse` and `fail` run as tasks, while `plain` does not. */
export interface TaskServer {
  /** How it is reached, but for its name. */
  readonly config:
    | { readonly transport: 'stdio'; readonly command: string; readonly args: readonly string[] }
    | { readonly transport: 'http'; readonly url: string }
  /** How often its ledger has each entry, such as `ran n1`. */
  readonly ledger: () => ReadonlyMap<string, number>
  /** Kills its processes, and starts the one over HTTP again; one over stdio is started by its client. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** As it stands in the sources, which are beside the build. */
const SCRIPT = fileURLToPath(new URL('../../src/tasks/task-server.mjs', import.meta.url))

/** Starts one. Its tasks outlive it where they are `durable`. */
export async function startTaskServer(
  era: TaskEra,
  way: 'stdio' | 'http',
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<TaskServer> {
  const folder = mkdtempSync(join(tmpdir(), 'task-server-'))
  const file = join(folder, 'ledger')
  const args = [SCRIPT, era, file, durable ? join(folder, 'tasks') : '-']
  const entries = (): readonly string[] => readLines(file)
  let web = way === 'http' ? await startWeb(args, '0') : undefined
  const kill = async (): Promise<void> => {
    const ended =
      web?.process.exitCode === null && web.process.signalCode === null && once(web.process, 'exit')
    for (const entry of entries()) {
      if (entry.startsWith('started ')) killIfAlive(Number(entry.slice('started '.length)))
    }
    await ended
  }
  return {
    config:
      web === undefined
        ? { transport: 'stdio', command: process.execPath, args }
        : { transport: 'http', url: `http://127.0.0.1:${web.port}/mcp` },
    ledger: () => {
      const counts = new Map<string, number>()
      for (const entry of entries()) counts.set(entry, (counts.get(entry) ?? 0) + 1)
      return counts
    },
    restart: async () => {
      await kill()
      if (web !== undefined) web = await startWeb(args, web.port)
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

async function startWeb(
  args: readonly string[],
  port: string,
): Promise<{ readonly process: ChildProcess; readonly port: string }> {
  const child = spawn(process.execPath, [...args, port], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string]
  return { process: child, port: line.replace('on port ', '') }
}
