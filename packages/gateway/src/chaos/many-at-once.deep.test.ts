import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBackend } from '@toolscout/testbed/farm'
import { stdioBackend } from '@toolscout/testbed/farm'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { atOnce, isIdle, openReady, outcomeOf, startFarm, tally, textOf } from '../fixtures/chaos.ts'

const CALLS = 10_000

it('10,000 calls at the same moment: each has its own answer, and what is too much is told so', async () => {
  const { backends, ledger } = await startFarm(20)
  // Time stands still, so that no call waits too long however slow the machine is.
  const { gateway } = await openReady(backends, { clock: createManualClock() })
  const results = await Promise.all(
    Array.from({ length: CALLS }, (_, at) =>
      gateway.call(`${(backends[at % 20] as HttpBackend).name}:effect`, { nonce: `n${at}` }),
    ),
  )
  // 512 run and 512 wait.
  expect(tally(results.map(outcomeOf))).toEqual({ ok: 1_024, OVERLOADED: CALLS - 1_024 })
  for (const [at, result] of results.entries()) {
    const isOk = result.isError !== true
    if (isOk) expect(textOf(result)).toBe(`${backends[at % 20]?.name} effect n${at}`)
    else expect(result.structuredContent).toMatchObject({ outcome: 'notRun' })
    expect([at, ledger.runsOf(`n${at}`)]).toEqual([at, isOk ? 1 : 0])
  }
  expect(isIdle(gateway)).toBe(true)
}, 120_000)

it('10,000 calls, as many at once as may be, over HTTP and stdio: none is lost, none is doubled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { backends, ledger } = await startFarm(4)
  const { gateway } = await openReady(backends)
  const processes = Array.from({ length: 10 }, (_, at) => stdioBackend(`p${at}`, join(folder, `p${at}`)))
  for (const { name, command, args } of processes) {
    gateway.addServer({ name, transport: 'stdio', command, args })
  }
  await gateway.settled({ timeoutMs: 60_000 })
  const names = [...backends, ...processes].map(({ name }) => name)
  const outcomes: string[] = []
  // As many as places: 16 at each of four servers, 8 at each of ten processes.
  await atOnce(
    144,
    Array.from({ length: CALLS }, (_, at) => at),
    async (at) => {
      const name = names[at % names.length]
      const result = await gateway.call(`${name}:effect`, { nonce: `n${at}` })
      outcomes.push(textOf(result) === `${name} effect n${at}` ? 'ok' : outcomeOf(result))
    },
  )
  expect(tally(outcomes)).toEqual({ ok: CALLS })
  const ran = await Promise.all(processes.map(async (process) => process.ledger()))
  const nonces = [
    ...ledger.nonces(),
    ...ran.flat().flatMap(({ what, whom }) => (what === 'ran' ? [whom] : [])),
  ]
  expect([nonces.length, new Set(nonces).size, ledger.duplicates()]).toEqual([CALLS, CALLS, []])
  expect(isIdle(gateway)).toBe(true)
}, 120_000)
