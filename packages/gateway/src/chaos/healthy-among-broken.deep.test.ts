import { flapCalls, type HttpBackend } from '@toolscout/testbed/farm'
import { expect, it } from 'vitest'
import {
  atOnce,
  createFastClock,
  isIdle,
  openReady,
  outcomeOf,
  seeded,
  shuffled,
  startFarm,
  tally,
  textOf,
  until,
} from '../fixtures/chaos.ts'

const CALLS = 10_000
const IN_FLIGHT = 500
/** A breaker leaves a server alone for no longer than this. */
const MAX_OPEN_MS = 60_000
/** A slow answer, the time for one that never comes, and the longest pause before a lost server is tried again. */
const [SLOW_MS, HANG_MS, RECONNECT_MS] = [500, 1_000, 2_000]

/** 60 that are well, and 10 of each kind that is not. */
type Kind = 'good' | 'refuse' | 'hang' | 'slow' | 'flap'
function kindOf(at: number): Kind {
  if (at < 60) return 'good'
  return (['refuse', 'hang', 'slow', 'flap'] as const)[Math.floor((at - 60) / 10)] as Kind
}

async function make(kind: Kind, backend: HttpBackend): Promise<void> {
  if (kind === 'refuse') await backend.down()
  if (kind === 'hang') backend.behave(() => ({ kind: 'hang' }))
  if (kind === 'flap') backend.behave(flapCalls({ kind: 'resetBefore' }, 20))
}

it('40 of 100 backends are broken, and nobody else notices', async () => {
  const { backends, ledger } = await startFarm(100, { slowMs: SLOW_MS })
  const { clock, putForward } = createFastClock()
  const { gateway } = await openReady(backends, { clock, limits: { reconnectMaxMs: RECONNECT_MS } })
  await Promise.all(backends.map((backend, at) => make(kindOf(at), backend)))
  const before = backends.map((backend) => backend.requests('tools/call'))

  // Each hundred goes to all backends, in another order: more than 16 at once to one that is well could wait for its turn
  // longer than a bulkhead lets it on a slow machine.
  const random = seeded(9)
  const calls = Array.from({ length: CALLS / 100 }, (_, round) =>
    shuffled(
      Array.from({ length: 100 }, (_, at) => round * 100 + at),
      random,
    ),
  ).flat()
  const outcomes: Record<Kind, string[]> = { good: [], refuse: [], hang: [], slow: [], flap: [] }
  const strange: string[] = []
  const failures: string[] = []
  let searches = 0
  await atOnce(IN_FLIGHT, calls, async (call) => {
    const kind = kindOf(call % 100)
    const { name } = backends[call % 100] as HttpBackend
    const tool = kind === 'slow' ? 'slow' : 'effect'
    // Long enough for who is only slow, on any machine; nobody waits as long for who never answers.
    const timeoutMs = kind === 'hang' ? HANG_MS : 60_000
    const result = await gateway.call(`${name}:${tool}`, { nonce: `n${call}` }, { timeoutMs })
    outcomes[kind].push(outcomeOf(result))
    if (kind === 'good' && result.isError === true) failures.push(textOf(result))
    if (result.isError !== true && textOf(result) !== `${name} ${tool} n${call}`) strange.push(textOf(result))
    if (call % 100 !== 0) return
    const { hits } = await gateway.search('effect that cannot be undone', { limit: 3 })
    searches += hits.length === 3 ? 1 : 0
  })

  const tallies = Object.fromEntries(Object.entries(outcomes).map(([kind, list]) => [kind, tally(list)]))
  expect(failures).toEqual([])
  expect(tallies.good).toEqual({ ok: 6_000 })
  expect(strange).toEqual([])
  expect(searches).toBe(CALLS / 100)
  // Whoever is broken is told of as such; each call has one answer.
  expect(outcomes.refuse).toHaveLength(1_000)
  expect(tallies.refuse?.ok).toBeUndefined()
  expect(tallies.hang?.ok).toBeUndefined()
  for (const code of Object.values(outcomes).flat()) expect(code).toMatch(/^(ok|[A-Z_]+)$/)
  // What hangs is left alone once five calls have told: 16 at once, four that took their places, and probes.
  const attempts = backends.map((backend, at) => backend.requests('tools/call') - (before[at] as number))
  for (const at of attempts.keys()) if (kindOf(at) === 'hang') expect(attempts[at]).toBeLessThanOrEqual(25)
  expect(attempts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1.2 * CALLS)
  expect(ledger.duplicates()).toEqual([])
  expect(isIdle(gateway)).toBe(true)

  // Those that come back are found again, without anybody's doing.
  await Promise.all(backends.map((backend) => backend.up()))
  for (const backend of backends) backend.behave()
  putForward(MAX_OPEN_MS)
  const isLeftAlone = (name: string): boolean =>
    gateway.servers().some(({ breaker, state, ...server }) => {
      return server.name === name && (breaker === 'open' || state !== 'ready')
    })
  await atOnce(100, backends, async ({ name }) => {
    for (let attempt = 0; ; attempt += 1) {
      await until(() => !isLeftAlone(name), 'the server is ready and the breaker lets a call through')
      const result = await gateway.call(`${name}:echo`, { nonce: 'again' })
      if (result.isError !== true) return
      expect(attempt, textOf(result)).toBeLessThan(20)
    }
  })
}, 300_000)
