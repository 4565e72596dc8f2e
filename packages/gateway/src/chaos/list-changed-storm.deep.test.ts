import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { openReady, startFarm, until } from '../fixtures/chaos.ts'

const BASE = ['echo', 'effect', 'repeatable', 'slow', 'tell', 'wait']

it('10,000 notices that tools changed, from 20 servers, for five seconds: few listings, and the truth in the end', async () => {
  const clock = createManualClock()
  const { backends } = await startFarm(20)
  const { gateway } = await openReady(backends, { clock })
  await until(() => backends.every((backend) => backend.streams() === 1), 'a stream from each')
  let heard = 0
  for (const { name } of backends) {
    gateway.connection(name)?.onChange(() => {
      heard += 1
    })
  }
  const listings = backends.map((backend) => backend.requests('tools/list'))

  // 25 bursts of 20, 200 ms apart: never quiet for the 300 ms that are waited for.
  for (let burst = 0; burst < 25; burst += 1) {
    for (const [at, backend] of backends.entries()) {
      backend.setTools(Array.from({ length: (burst + at) % 7 }, (_, tool) => `t${burst}-${tool}`))
      for (let notice = 0; notice < 20; notice += 1) await backend.announce()
    }
    await until(() => heard === (burst + 1) * 400, 'every notice is heard')
    await clock.advance(200)
  }
  // Quiet at last.
  const isTrue = (): boolean =>
    backends.every((backend, at) => {
      const truth = [...BASE, ...Array.from({ length: (24 + at) % 7 }, (_, tool) => `t24-${tool}`)].sort()
      const found = gateway.list().filter(({ id }) => id.startsWith(`${backend.name}:`))
      return (
        JSON.stringify(found.map(({ id }) => id.slice(backend.name.length + 1))) === JSON.stringify(truth)
      )
    })
  await clock.advance(2_000)
  await until(isTrue, 'the index is what the servers have')

  expect(heard).toBe(10_000)
  for (const [at, backend] of backends.entries()) {
    // One each two seconds, and one at the end.
    expect(backend.requests('tools/list') - (listings[at] as number)).toBeLessThanOrEqual(5)
  }
  const { hits } = await gateway.search('t24 0 again', { limit: 100 })
  expect(hits.length).toBeGreaterThan(0)
  for (const { id } of hits) expect(gateway.resolve(id)).toBeDefined()
}, 60_000)
