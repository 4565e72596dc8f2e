import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunning, until } from '../fixtures/servers.ts'

const source = fileURLToPath(new URL('../fixtures/host.ts', import.meta.url))
const stubborn = fileURLToPath(new URL('../fixtures/stubborn.mjs', import.meta.url))
// Inside node_modules, so that the bundle finds the SDK and nothing is left in the sources.
const folder = fileURLToPath(new URL(`../../node_modules/.host-${process.pid}`, import.meta.url))

/** Children of a process. */
function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}

/**
 * Whether a process has got so far that it handles SIGHUP, the last signal the watchdog turns to; where the system does
 * not tell, it is assumed. Node itself handles SIGINT and SIGTERM before it runs anything.
 */
function catchesSighup(pid: number): boolean {
  if (process.platform !== 'linux') return true
  const caught = /SigCgt:\s*([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return ((BigInt(`0x${caught}`) >> BigInt(constants.signals.SIGHUP - 1)) & 1n) === 1n
}

describe('the watchdog', () => {
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      root: fileURLToPath(new URL('.', import.meta.url)),
      resolve: { conditions: ['@toolscout/source'] },
      ssr: { noExternal: [/^@toolscout\//], resolve: { conditions: ['@toolscout/source'] } },
      build: { ssr: source, outDir: folder, emptyOutDir: true, target: 'node20' },
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function runHost(
    how: string,
  ): Promise<{ host: ReturnType<typeof spawn>; pids: number[]; all: number[] }> {
    const host = spawn(process.execPath, [`${folder}/host.js`, stubborn, how], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(host.stdout, 'data')
    const { pids } = JSON.parse(String(line)) as { pids: number[] }
    return { host, pids, all: [...pids, ...childrenOf(host.pid as number)] }
  }

  it.concurrent('ends servers and what they started when the host is killed, and then itself', async () => {
    const { host, pids, all } = await runHost('waits')
    expect(pids).toHaveLength(2)
    expect(new Set(all).size).toBe(3)
    expect(all.map(isRunning)).not.toContain(false)
    // What a terminal sends to everybody does not keep it from its work.
    const watchdog = all.find((pid) => !pids.includes(pid)) as number
    await until(() => catchesSighup(watchdog))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(watchdog, signal)
    host.kill('SIGKILL')
    await once(host, 'exit')
    await until(() => !all.some(isRunning))
  })

  it.concurrent('ends them too when the host exits without closing anything', async () => {
    const { host, pids } = await runHost('exits')
    if (host.exitCode === null) await once(host, 'exit')
    await until(() => !pids.some(isRunning))
  })

  it.concurrent('exists as long as there are servers and no longer', async () => {
    const { host, all } = await runHost('closes')
    await once(host.stdout as Readable, 'data')
    const left = all.filter(isRunning)
    // Another server, what that started, and the watchdog.
    expect(left.length).toBeGreaterThanOrEqual(2)
    host.stdin?.write('on\n')
    await until(() => !left.some(isRunning))
    expect(isRunning(host.pid as number)).toBe(true)
    host.kill('SIGKILL')
    await once(host, 'exit')
  })
})
