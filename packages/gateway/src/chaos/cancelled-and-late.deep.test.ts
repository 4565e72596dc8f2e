import type { HttpBackend } from '@toolscout/testbed/farm'
import { expect, it } from 'vitest'
import { isIdle, openReady, outcomeOf, seeded, startFarm, tally, textOf, until } from '../fixtures/chaos.ts'

const CANCELS = 1_000

it('1,000 calls given up at any moment: each is told so, its server hears of it, and its place is free', async () => {
  const { backends, ledger } = await startFarm(10)
  const { gateway } = await openReady(backends)
  const random = seeded(11)
  const outcomes: string[] = []
  /** Calls that ran at their server when they were given up. */
  const running: string[] = []
  // In waves of 250, of which 160 run at the most: the others wait for their turn, or have not begun.
  for (let wave = 0; wave < CANCELS / 250; wave += 1) {
    const calls = Array.from({ length: 250 }, (_, at) => {
      const caller = new AbortController()
      const nonce = `w${wave}-${at}`
      const { name } = backends[at % 10] as HttpBackend
      return { caller, nonce, result: gateway.call(`${name}:wait`, { nonce }, { signal: caller.signal }) }
    })
    for (const { caller } of calls) if (random() < 0.1) caller.abort()
    await until(() => calls.filter(({ nonce }) => ledger.began(nonce)).length >= 100, 'calls that run')
    for (const { caller, nonce } of calls) {
      if (random() < 0.2) await new Promise(setImmediate)
      if (ledger.began(nonce)) running.push(nonce)
      caller.abort()
    }
    for (const { result } of calls) outcomes.push(outcomeOf(await result))
  }
  // Who has waited for two seconds by then was told of that.
  const { CANCELLED = 0, OVERLOADED = 0, ...others } = tally(outcomes)
  expect([others, CANCELLED + OVERLOADED]).toEqual([{}, CANCELS])
  expect(running.length).toBeGreaterThanOrEqual(400)
  expect(isIdle(gateway)).toBe(true)
  await until(() => running.every((nonce) => ledger.aborted(nonce)), 'the servers hear of it')
  // And nothing starves.
  const after = await Promise.all(
    backends.map(({ name }) => gateway.call(`${name}:echo`, { nonce: 'after' })),
  )
  expect(after.map(textOf)).toEqual(backends.map(({ name }) => `${name} echo after`))
  expect(gateway.servers().map(({ breaker }) => breaker)).not.toContain('open')
}, 120_000)

it('1,000 deadlines: nothing outlives its own, whether it hangs, takes its time or tells of its progress', async () => {
  const { backends, ledger } = await startFarm(10, { slowMs: 1_000 })
  const { gateway } = await openReady(backends)
  const random = seeded(12)
  const outcomes: string[] = []
  let progress = 0
  await Promise.all(
    backends.map(async ({ name }) => {
      for (let round = 0; round < 25; round += 1) {
        // So many that are well that the breaker stays closed.
        for (let well = 0; well < 5; well += 1) {
          outcomes.push(outcomeOf(await gateway.call(`${name}:echo`, { nonce: 'x' })))
        }
        const late = ['wait', 'tell', 'tell', 'slow'].map(async (tool, at) => {
          const options = {
            timeoutMs: 1 + Math.floor(random() * 300),
            onProgress: () => {
              progress += 1
            },
          }
          const result = await gateway.call(`${name}:${tool}`, { nonce: `${round}-${at}` }, options)
          outcomes.push(outcomeOf(result))
        })
        await Promise.all(late)
      }
    }),
  )
  expect(tally(outcomes)).toEqual({ CALL_TIMEOUT: 1_000, ok: 1_250 })
  expect(progress).toBeGreaterThan(0)
  expect(isIdle(gateway)).toBe(true)
  expect(ledger.nonces()).toEqual([])
}, 120_000)
