import { flapCalls } from '@toolscout/testbed/farm'
import { createRandom } from '../corpus/random.ts'
import { type Quantiles, toQuantiles } from '../gateway/quantiles.ts'
import { type Farm, openFarm, pick } from './farm.ts'

const BACKENDS = 100
const CALLS = 10_000

/** What calls of backends that are well take beside ones that are not. */
export interface FaultFigures {
  readonly inFlight: number
  /** Calls of the 60 that are well, while all are. */
  readonly calm: Quantiles
  /** The same calls while 40 others are broken. */
  readonly broken: Quantiles
  readonly failures: number
  /** Calls that reached a backend, for each that was made. */
  readonly attemptsPerCall: number
}

/** Makes the same calls twice: while all are well but for ten that are slow, and while 30 more are broken. */
export async function measureFaults(inFlight: number): Promise<FaultFigures> {
  const farm = await openFarm(BACKENDS)
  try {
    const calm = await callAll(farm, inFlight)
    const { backends } = farm
    for (const backend of backends.slice(60, 70)) await backend.down()
    for (const backend of backends.slice(70, 80)) backend.behave(() => ({ kind: 'hang' }))
    for (const backend of backends.slice(90)) backend.behave(flapCalls({ kind: 'resetBefore' }, 20))
    const before = countCalls(farm)
    const broken = await callAll(farm, inFlight)
    return {
      inFlight,
      calm: toQuantiles(calm.times),
      broken: toQuantiles(broken.times),
      failures: calm.failures + broken.failures,
      attemptsPerCall: (countCalls(farm) - before) / CALLS,
    }
  } finally {
    await farm.close()
  }
}

function countCalls({ backends }: Farm): number {
  return backends.reduce((sum, backend) => sum + backend.requests('tools/call'), 0)
}

/** Times of calls to those that are well in either run. */
async function callAll(
  { backends, gateway }: Farm,
  inFlight: number,
): Promise<{ readonly times: readonly number[]; readonly failures: number }> {
  const random = createRandom(9, 0)
  const order = Array.from({ length: CALLS }, (_, at) => ({ at: at % BACKENDS, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .values()
  const times: number[] = []
  let failures = 0
  const worker = async (): Promise<void> => {
    for (const { at } of order) {
      const tool = at >= 80 && at < 90 ? 'slow' : 'echo'
      const timeoutMs = at >= 70 && at < 80 ? 3_000 : 60_000
      const start = performance.now()
      const result = await gateway.call(`${pick(backends, at).name}:${tool}`, { nonce: 'x' }, { timeoutMs })
      if (at >= 60) continue
      times.push(performance.now() - start)
      if (result.isError === true) failures += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { times, failures }
}
