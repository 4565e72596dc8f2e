import type { HttpBackend } from '@toolscout/testbed/farm'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { isIdle, openReady, outcomeOf, startFarm, tally, textOf, until } from '../fixtures/chaos.ts'

// What the deep files of this folder prove with thousands of calls, with a few.

const nameOf = (backend: HttpBackend | undefined): string => backend?.name ?? ''

it('calls at the same moment have each their own answer, and too many are refused without running', async () => {
  const { backends, ledger } = await startFarm(2)
  const { gateway } = await openReady(backends, {
    clock: createManualClock(),
    calls: { limits: { maxRunning: 4, maxWaiting: 4 } } as object,
  })
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      gateway.call(`${nameOf(backends[at % 2])}:effect`, { nonce: `n${at}` }),
    ),
  )
  expect(tally(results.map(outcomeOf))).toEqual({ ok: 8, OVERLOADED: 12 })
  for (const [at, result] of results.entries()) {
    const isOk = result.isError !== true
    if (isOk) expect(textOf(result)).toBe(`${nameOf(backends[at % 2])} effect n${at}`)
    expect([at, ledger.runsOf(`n${at}`)]).toEqual([at, isOk ? 1 : 0])
  }
  expect(isIdle(gateway)).toBe(true)
})

it('servers that refuse or hang take nothing from the others', async () => {
  const { backends, ledger } = await startFarm(4)
  const { gateway } = await openReady(backends)
  const [good, other, refuses, hangs] = backends
  await refuses?.down()
  hangs?.behave(() => ({ kind: 'hang' }))
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const backend = backends[at % 4]
      const timeoutMs = backend === hangs ? 100 : 60_000
      const result = await gateway.call(`${nameOf(backend)}:effect`, { nonce: `n${at}` }, { timeoutMs })
      return `${nameOf(backend)} ${result.isError === true ? 'failed' : 'ok'}`
    }),
  )
  expect(tally(outcomes)).toEqual({
    [`${nameOf(good)} ok`]: 10,
    [`${nameOf(other)} ok`]: 10,
    [`${nameOf(refuses)} failed`]: 10,
    [`${nameOf(hangs)} failed`]: 10,
  })
  expect(ledger.duplicates()).toEqual([])
  expect((await gateway.search('effect', { limit: 3 })).hits).toHaveLength(3)
})

it('a call that is given up reaches its server, and its place is free (LOOM-114)', async () => {
  const { backends, ledger } = await startFarm(1)
  const { gateway } = await openReady(backends)
  const caller = new AbortController()
  const calls = Array.from({ length: 10 }, (_, at) =>
    gateway.call(`${nameOf(backends[0])}:wait`, { nonce: `n${at}` }, { signal: caller.signal }),
  )
  await until(() => ledger.began('n0'), 'a call that runs')
  caller.abort()
  expect(tally((await Promise.all(calls)).map(outcomeOf))).toEqual({ CANCELLED: 10 })
  await until(() => ledger.aborted('n0'), 'the server hears of it')
  expect(isIdle(gateway)).toBe(true)
  expect(textOf(await gateway.call(`${nameOf(backends[0])}:echo`, { nonce: 'x' }))).toBe(
    `${nameOf(backends[0])} echo x`,
  )
})

it('many notices that tools changed bring one listing', async () => {
  const clock = createManualClock()
  const { backends } = await startFarm(1)
  const { gateway } = await openReady(backends, { clock })
  const [backend] = backends
  await until(() => backend?.streams() === 1, 'a stream')
  let heard = 0
  gateway.connection(nameOf(backend))?.onChange(() => {
    heard += 1
  })
  const before = backend?.requests('tools/list') ?? 0
  backend?.setTools(['fresh'])
  for (let notice = 0; notice < 10; notice += 1) await backend?.announce()
  await until(() => heard === 10, 'every notice is heard')
  await clock.advance(2_000)
  await until(() => gateway.list().some(({ id }) => id.endsWith(':fresh')), 'the new tool')
  expect((backend?.requests('tools/list') ?? 0) - before).toBe(1)
})
