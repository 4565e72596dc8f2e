import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isRunning, type StdioBackend, stdioBackend } from '@toolscout/testbed/farm'
import { build, defaultServerConditions } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { outcomeOf, textOf, until } from '../fixtures/chaos.ts'
import { openGateway } from '../fixtures/open-gateway.ts'
import type { Gateway } from '../gateway.ts'

async function backends(mode: 'well' | 'stubborn', count: number): Promise<readonly StdioBackend[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return Array.from({ length: count }, (_, at) => {
    const name = mode === 'well' ? `p${at}` : `s${at}`
    return stdioBackend(name, join(folder, name), mode)
  })
}

/** Every process that was ever started for a backend. */
async function pidsOf(all: readonly StdioBackend[]): Promise<readonly number[]> {
  const lines = await Promise.all(all.map((backend) => backend.ledger()))
  return lines.flat().flatMap(({ what, whom }) => (what === 'pid' ? [Number(whom)] : []))
}

/** Children, and their children. */
async function untilStarted(all: readonly StdioBackend[], count: number): Promise<readonly number[]> {
  let pids = await pidsOf(all)
  while (pids.length < count) {
    await delay(20)
    pids = await pidsOf(all)
  }
  expect(pids.filter(isRunning)).toHaveLength(count)
  return pids
}

async function open(all: readonly StdioBackend[]): Promise<Gateway> {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const { gateway } = openGateway()
  for (const { name, command, args } of all) gateway.addServer({ name, transport: 'stdio', command, args })
  gateway.start()
  await gateway.settled({ timeoutMs: 60_000 })
  return gateway
}

describe('a child that is killed with -9', () => {
  it('before its tool ran, or after: the call is told so and made once, and the next finds a new child', async () => {
    const [backend] = await backends('well', 1)
    const gateway = await open([backend as StdioBackend])
    for (const tool of ['die', 'die-after'] as const) {
      const result = await gateway.call(`p0:${tool}`, { nonce: tool })
      expect([tool, result.isError, result.structuredContent?.outcome]).toEqual([tool, true, 'unknown'])
      await until(() => gateway.servers()[0]?.state === 'ready', 'it is started again')
      expect(textOf(await gateway.call('p0:effect', { nonce: `after-${tool}` }))).toMatch(/^p0 effect/)
    }
    const ran = (await backend?.ledger())?.flatMap(({ what, whom }) => (what === 'ran' ? [whom] : []))
    expect(ran).toEqual(['after-die', 'die-after', 'after-die-after'])
    await gateway.stop()
    expect((await pidsOf([backend as StdioBackend])).filter(isRunning)).toEqual([])
  })

  it('again and again: it is left alone, until somebody asks, and then calls go through at once', async () => {
    const [backend] = await backends('well', 1)
    const gateway = await open([backend as StdioBackend])
    for (let crash = 0; gateway.servers()[0]?.state !== 'failed'; crash += 1) {
      expect(crash).toBeLessThan(20)
      const before = gateway.servers()[0]?.since
      await gateway.call('p0:die', { nonce: 'x' })
      await until(() => {
        const [server] = gateway.servers()
        return server?.state === 'failed' || (server?.state === 'ready' && server.since !== before)
      }, 'it is started again, or left alone')
    }
    // Started five times, and not once more by a call.
    expect(outcomeOf(await gateway.call('p0:echo', { nonce: 'x' }))).toBe('SERVER_UNAVAILABLE')
    expect(await pidsOf([backend as StdioBackend])).toHaveLength(5)
    await gateway.reconnectServer('p0')
    expect(gateway.servers()[0]).toMatchObject({ state: 'ready', breaker: 'closed' })
    expect(textOf(await gateway.call('p0:echo', { nonce: 'x' }))).toBe('p0 echo x')
  })
})

it('T23: children that ignore SIGTERM, and their children, end when the gateway stops', async () => {
  const all = await backends('stubborn', 3)
  const gateway = await open(all)
  const pids = await untilStarted(all, 6)
  await gateway.stop()
  await until(() => !pids.some(isRunning), 'nobody is left')
})

describe('T23: a gateway that is killed with -9', () => {
  const conditions = ['@toolscout/source', ...defaultServerConditions]
  const host = fileURLToPath(new URL('../fixtures/gateway-host.ts', import.meta.url))
  // Inside node_modules, so that the bundle finds its packages and nothing is left in the sources.
  const folder = fileURLToPath(new URL(`../../node_modules/.host-${process.pid}`, import.meta.url))

  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'silent',
      root: import.meta.dirname,
      resolve: { conditions },
      ssr: { noExternal: [/^@toolscout\//], resolve: { conditions } },
      build: { ssr: host, outDir: folder, emptyOutDir: true, target: 'node20' },
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function start(all: readonly StdioBackend[]): Promise<ChildProcess> {
    const given = all.map(({ name, args }) => JSON.stringify([name, ...args]))
    const gateway = spawn(process.execPath, [`${folder}/gateway-host.js`, ...given], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let said = ''
    gateway.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    await until(() => /^(ready|degraded)$/m.test(said), `the gateway is ready: ${said}`)
    return gateway
  }

  it('five times leaves nothing behind: no child, no child of a child', async () => {
    for (let time = 0; time < 5; time += 1) {
      const all = [...(await backends('stubborn', 2)), ...(await backends('well', 1))]
      const gateway = await start(all)
      const pids = await untilStarted(all, 5)
      const exit = once(gateway, 'exit')
      gateway.kill('SIGKILL')
      await exit
      await until(() => !pids.some(isRunning), 'nobody is left')
    }
  }, 120_000)

  it.each(['SIGTERM', 'SIGINT'] as const)('nor does %s', async (signal) => {
    const all = await backends('stubborn', 2)
    const gateway = await start(all)
    const pids = await untilStarted(all, 4)
    const exit = once(gateway, 'exit')
    gateway.kill(signal)
    await exit
    await until(() => !pids.some(isRunning), 'nobody is left')
  })
})
