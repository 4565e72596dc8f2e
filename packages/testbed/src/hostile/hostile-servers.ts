import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As they stand in the sources, which are beside the build. */
const REMOTES = fileURLToPath(new URL('../../src/hostile/http-modes.mjs', import.meta.url))
const PROCESS = fileURLToPath(new URL('../../src/hostile/process-server.mjs', import.meta.url))

/** Servers of which each is hostile in a way of its own: they hang, end, flood, lie or refuse to end. */
export interface HostileServers {
  /** 32 over stdio. */
  readonly processes: readonly { readonly name: string; readonly command: string; readonly args: string[] }[]
  /** 16 over HTTP. */
  readonly remotes: readonly { readonly name: string; readonly url: string }[]
  /** Every process that was ever started for those over stdio. */
  readonly pids: () => Promise<readonly number[]>
  /** Requests that were redirected to somebody else, and followed. */
  readonly strayed: () => Promise<number>
  readonly stop: () => void
}

/** Starts those over HTTP, and says how to start the others. `folder` is where they write what happens. */
export async function startHostileServers(folder: string): Promise<HostileServers> {
  const [ledger, strayed] = [join(folder, 'pids'), join(folder, 'strayed')]
  const child = spawn(process.execPath, [REMOTES, strayed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  const { port, remotes, processes } = JSON.parse(text.toString()) as {
    readonly port: number
    readonly remotes: readonly string[]
    readonly processes: readonly string[]
  }
  return {
    processes: processes.map((name) => ({
      name,
      command: process.execPath,
      args: [PROCESS, name, ledger],
    })),
    remotes: remotes.map((name) => ({ name, url: `http://127.0.0.1:${port}/${name}` })),
    pids: async () => (await readLines(ledger)).map(Number),
    strayed: async () => (await readLines(strayed)).length,
    stop: () => void child.kill('SIGKILL'),
  }
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').slice(0, -1)
}
