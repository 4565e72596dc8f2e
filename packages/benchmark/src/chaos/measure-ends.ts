import { type Quantiles, toQuantiles } from '../gateway/quantiles.ts'
import { openFarm, pick } from './farm.ts'

/** How soon a server hears that a call of it was given up. */
export async function measureCancels(count: number): Promise<Quantiles> {
  const { backends, gateway, ledger, close } = await openFarm(10)
  const times: number[] = []
  for (let at = 0; at < count; at += 50) {
    const wave = Array.from({ length: 50 }, (_, turn) => {
      const caller = new AbortController()
      const nonce = `n${at + turn}`
      const { name } = pick(backends, turn)
      return { nonce, caller, result: gateway.call(`${name}:wait`, { nonce }, { signal: caller.signal }) }
    })
    while (!wave.every(({ nonce }) => ledger.began(nonce))) await new Promise(setImmediate)
    for (const { nonce, caller, result } of wave) {
      const start = performance.now()
      const heard = ledger.whenAborted(nonce).then(() => times.push(performance.now() - start))
      caller.abort()
      await Promise.all([heard, result])
    }
  }
  await close()
  return toQuantiles(times)
}

/** How much later than its deadline a call ends. */
export async function measureDeadlines(count: number): Promise<Quantiles> {
  const { backends, gateway, close } = await openFarm(10)
  const times: number[] = []
  await Promise.all(
    backends.map(async ({ name }, at) => {
      for (let round = 0; round < count / backends.length; round += 1) {
        // Successes between keep the breaker closed.
        for (const nonce of ['x', 'y']) await gateway.call(`${name}:echo`, { nonce })
        const timeoutMs = 20 + ((at * 7 + round * 13) % 180)
        const tool = round % 2 === 0 ? 'wait' : 'tell'
        const start = performance.now()
        const result = await gateway.call(`${name}:${tool}`, { nonce: 'x' }, { timeoutMs })
        if (result.structuredContent?.error !== 'CALL_TIMEOUT') throw new RangeError(JSON.stringify(result))
        times.push(performance.now() - start - timeoutMs)
      }
    }),
  )
  await close()
  return toQuantiles(times)
}

/** Time until a call is rejected while the queue is full. */
export async function measureOverload(count: number): Promise<Quantiles> {
  const { backends, gateway, close } = await openFarm(20)
  const caller = new AbortController()
  // 512 that run, of which 320 have reached their servers, and 512 that wait.
  const crowd = Array.from({ length: 1_024 }, (_, at) =>
    gateway.call(`${pick(backends, at).name}:wait`, { nonce: `n${at}` }, { signal: caller.signal }),
  )
  const times: number[] = []
  while (times.length < count) {
    const start = performance.now()
    const result = await gateway.call(`${pick(backends, times.length).name}:echo`, { nonce: 'x' })
    const ms = performance.now() - start
    if (result.structuredContent?.error === 'OVERLOADED') times.push(ms)
    else throw new RangeError(`There was a place: ${JSON.stringify(result)}`)
  }
  caller.abort()
  await Promise.all(crowd)
  await close()
  return toQuantiles(times)
}
