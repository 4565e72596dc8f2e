import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { HealthCheck } from './health-check.ts'

function watch(check: () => Promise<void>) {
  const clock = createManualClock(0)
  const seen = { checks: 0, dead: 0 }
  const health = new HealthCheck({
    clock,
    random: () => 0.5,
    everyMs: 1_000,
    isBusy: () => false,
    check: () => {
      seen.checks += 1
      return check()
    },
    onDead: () => {
      seen.dead += 1
    },
  })
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms)
  }
  return { clock, seen, health, pass }
}

it('asks a server that is silent, and none that was heard of', async () => {
  const { seen, health, pass } = watch(async () => {})
  health.begin(new AbortController().signal)
  await pass(1_000)
  expect(seen.checks).toBe(1)
  await pass(500)
  health.heard()
  await pass(500)
  expect(seen.checks).toBe(1)
  health.end()
  await pass(10_000)
  expect(seen).toEqual({ checks: 1, dead: 0 })
})

it('one late answer is forgiven, two in a row are the end', async () => {
  let isDown = true
  const { seen, health, pass } = watch(async () => {
    if (isDown) throw new RangeError('no answer')
  })
  health.begin(new AbortController().signal)
  await pass(1_000)
  isDown = false
  await pass(1_000)
  isDown = true
  await pass(1_000)
  expect(seen.dead).toBe(0)
  await pass(1_000)
  expect(seen).toMatchObject({ dead: 1 })
})

it('a server that never answers is asked no longer than it may take', async () => {
  const { seen, health, pass } = watch(() => new Promise(() => {}))
  health.begin(new AbortController().signal)
  for (let n = 0; n < 40; n += 1) await pass(1_000)
  expect(seen).toEqual({ checks: 2, dead: 1 })
})
