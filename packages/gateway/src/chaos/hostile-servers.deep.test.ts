import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, type StdioBackend, startHostileServers, stdioBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished } from 'vitest'
import { openReady, startFarm, textOf, until } from '../fixtures/chaos.ts'
import { watchThrown } from '../fixtures/hostile.ts'
import { realServer } from '../fixtures/real-servers.ts'
import { watchUncaught } from '../fixtures/uncaught.ts'
import type { Gateway } from '../gateway.ts'

/** How often each hostile server is called, listed again and connected again, at the same time as the others. */
const ROUNDS = 3
/** Good calls of each kind beside them, at least; they go on as long as the hostile servers do. */
const MIN_CALLS = 500
/** Of hostile servers many never answer. */
const TIMEOUTS = { connectMs: 5_000, listMs: 3_000 }
/** Callers of the good servers. */
const LANES = 4

/** One server over HTTP, one process and one as its authors publish it, all well. */
async function openGood(folder: string, onDiagnostic: ReturnType<typeof watchThrown>['onDiagnostic']) {
  const { backends, ledger } = await startFarm(1)
  const { gateway } = await openReady(backends, { connect: { timeouts: TIMEOUTS, onDiagnostic } })
  const process = stdioBackend('well', join(folder, 'well'))
  gateway.addServer({ name: 'well', transport: 'stdio', command: process.command, args: process.args })
  gateway.addServer(realServer('memory'))
  await gateway.settled({ timeoutMs: 60_000 })
  return { gateway, process, ledger }
}

/** Everything that can be asked of a server, whatever comes of it. */
async function provoke(gateway: Gateway, server: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tools = gateway.list().filter(({ id }) => id.startsWith(`${server}:`))
    const references = [`${server}:attack`, ...tools.slice(0, 3).map(({ id }) => id)]
    await Promise.all(
      references.map((reference) => gateway.call(reference, { nonce: 'n' }, { timeoutMs: 2_000 })),
    )
    await gateway.describe(references, { detail: 'full' })
    await gateway.refreshServer(server).catch(() => {})
    await gateway.reconnectServer(server).catch(() => {})
  }
}

/** Calls good servers and searches for their tools until the attack is over; what went wrong, and how often it was done. */
async function callGood(gateway: Gateway, lane: number, isOver: () => boolean) {
  const failures: string[] = []
  let calls = 0
  for (; calls < MIN_CALLS / LANES || !isOver(); calls += 1) {
    const nonce = `${lane}-${calls}`
    const [remote, local, real, found] = await Promise.all([
      gateway.call('b000:effect', { nonce }),
      gateway.call('well:effect', { nonce }),
      gateway.call('memory:read_graph', {}),
      gateway.search('has an effect that cannot be undone', { limit: 100 }),
    ])
    const told = [textOf(remote), textOf(local), real.isError]
    const expected = [`b000 effect ${nonce}`, `well effect ${nonce}`, undefined]
    if (JSON.stringify(told) !== JSON.stringify(expected)) failures.push(`${nonce}: ${told}`)
    if (!found.hits.some(({ id }) => id === 'b000:effect')) failures.push(`${nonce}: not found`)
  }
  return { failures, calls }
}

async function runsOf(backend: StdioBackend): Promise<readonly string[]> {
  return (await backend.ledger()).flatMap(({ what, whom }) => (what === 'ran' ? [whom] : []))
}

it('48 hostile servers at once take no call from good ones, and leave no process and no error behind', async () => {
  const uncaught = watchUncaught()
  const { thrown, onDiagnostic } = watchThrown()
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const hostile = await startHostileServers(folder)
  onTestFinished(hostile.stop)
  const { gateway, process, ledger } = await openGood(folder, onDiagnostic)
  for (const server of hostile.processes) gateway.addServer({ ...server, transport: 'stdio' })
  for (const server of hostile.remotes) gateway.addServer({ ...server, transport: 'http' })
  const names = [...hostile.processes, ...hostile.remotes].map(({ name }) => name)
  expect([hostile.processes.length, names.length]).toEqual([32, 48])

  let isOver = false
  const lanes = Array.from({ length: LANES }, (_, lane) => callGood(gateway, lane, () => isOver))
  const attacks = names.map((name) => provoke(gateway, name))
  await Promise.all(attacks).finally(() => (isOver = true))
  const outcomes = await Promise.all(lanes)

  expect([outcomes.flatMap(({ failures }) => failures), uncaught, thrown]).toEqual([[], [], []])
  const calls = outcomes.reduce((sum, outcome) => sum + outcome.calls, 0)
  const ran = await runsOf(process)
  expect([ledger.nonces().length, ledger.duplicates()]).toEqual([calls, []])
  expect([ran.length, new Set(ran).size]).toEqual([calls, calls])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(await hostile.strayed()).toBe(0)
  const ids = gateway.list().map(({ id }) => id)
  expect(ids.filter((id) => !/^[\w-]+:[\w.-]{1,128}$/.test(id))).toEqual([])

  await gateway.stop()
  const own = (await process.ledger()).flatMap(({ what, whom }) => (what === 'pid' ? [Number(whom)] : []))
  const pids = [...(await hostile.pids()), ...own]
  expect(pids.length).toBeGreaterThan(hostile.processes.length)
  await until(() => !pids.some(isRunning), 'no process is left')
  expect(uncaught).toEqual([])
  console.info(
    `${3 * calls} good calls and ${calls} searches, 0 failed; ${pids.length} processes, 0 left; 0 uncaught.`,
  )
}, 1_800_000)
