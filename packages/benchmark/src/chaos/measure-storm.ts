import { setTimeout as delay } from 'node:timers/promises'
import { type Quantiles, toQuantiles } from '../gateway/quantiles.ts'
import { openFarm } from './farm.ts'

/** What a storm of notices that tools changed does to searches. */
export interface StormFigures {
  readonly notices: number
  readonly stormMs: number
  readonly searches: Quantiles
  /** Listings of the server that was listed most. */
  readonly mostListings: number
  /** From the last notice until the index was what the servers have. */
  readonly settledMs: number
}

/** 20 servers say together so often that their tools changed, and each time they have. */
export async function measureStorm(notices: number): Promise<StormFigures> {
  const { backends, gateway, close } = await openFarm(20)
  while (!backends.every((backend) => backend.streams() === 1)) await delay(5)
  const listings = backends.map((backend) => backend.requests('tools/list'))
  const times: number[] = []
  let isOver = false
  const search = async (): Promise<void> => {
    while (!isOver) {
      const start = performance.now()
      await gateway.search('say it again', { limit: 5 })
      times.push(performance.now() - start)
      await delay(5)
    }
  }
  const searching = search()
  const start = performance.now()
  const each = notices / backends.length
  await Promise.all(
    backends.map(async (backend, at) => {
      for (let notice = 0; notice < each; notice += 1) {
        backend.setTools([`t${at}-${notice}`])
        await backend.announce()
      }
    }),
  )
  const end = performance.now()
  const isTrue = (): boolean =>
    backends.every(({ name }, at) => gateway.resolve(`${name}:t${at}-${each - 1}`) !== undefined)
  while (!isTrue()) await delay(5)
  const settledMs = performance.now() - end
  isOver = true
  await searching
  const counts = backends.map((backend, at) => backend.requests('tools/list') - (listings[at] as number))
  await close()
  return {
    notices,
    stormMs: end - start,
    searches: toQuantiles(times),
    mostListings: Math.max(...counts),
    settledMs,
  }
}
