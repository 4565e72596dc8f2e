import { describe, it } from 'vitest'
import { RELAY_PAIRS, type RelayClient, type Relayed, startRelayed } from '../fixtures/relayed.ts'
import { until } from '../serve/fixtures/processes.ts'

const CALLS = 1_000
const QUESTIONS = 100
const CANCELLED = 100
/** Calls that each client has under way. */
const AT_ONCE = 8

type Work = { readonly tool: 'effect' | 'ask' | 'wait'; readonly place: string; readonly nonce: string }
/** What became of a call: `unknown` when a server was killed under it and the gateway said so. */
type Fate = 'done' | 'unknown' | 'refused'

/** Calls of every kind, spread evenly. */
function allWork(): Work[] {
  const kinds = [
    ['effect', CALLS],
    ['ask', QUESTIONS],
    ['wait', CANCELLED],
  ] as const
  return kinds
    .flatMap(([tool, count]) =>
      Array.from({ length: count }, (_, i) => ({
        at: i / count,
        work: { tool, place: i % 2 === 0 ? 'web' : 'line', nonce: `${tool}-${i}` },
      })),
    )
    .sort((one, other) => one.at - other.at)
    .map(({ work }) => work)
}

/** Calls until it ran or may have: whatever did not run is called again under the same number. */
async function run(
  { gateway, ledger, isRestarted }: Relayed,
  client: RelayClient,
  { tool, place, nonce }: Work,
): Promise<Fate> {
  for (;;) {
    const patience = new AbortController()
    const onProgress = (message: string | undefined): void => {
      if (tool === 'wait' && message === nonce) patience.abort(new TypeError('enough'))
    }
    const before = isRestarted()
    const answer = await client
      .call(`${place}__${tool}`, nonce, { signal: patience.signal, onProgress })
      .catch((error: unknown) => {
        if (!patience.signal.aborted) throw error
      })
    if (answer === undefined) {
      // The server may be killed before it reads that it was cancelled.
      await until(() => ledger().has(`cancelled ${nonce}`) || isRestarted() !== before)
      return ledger().has(`cancelled ${nonce}`) ? 'done' : 'unknown'
    }
    const { text, error } = answer
    if (error === undefined) {
      if (text !== (tool === 'ask' ? `${nonce} ${client.name}` : nonce))
        throw new TypeError(`${nonce} was answered with ${text}`)
      return 'done'
    }
    if (error.outcome === 'unknown') return 'unknown'
    if (text.includes('clients have calls in progress there')) return 'refused'
    if (error.outcome !== 'notRun') throw new TypeError(`${nonce} failed: ${text}`)
    await until(() => gateway.servers().some(({ name, state }) => name === place && state === 'ready'))
  }
}

describe.concurrent.each(RELAY_PAIRS)(
  'between a client of the era %s and servers of the era %s',
  (client, server) => {
    it('nothing is lost and nothing is doubled when the servers are killed in the middle', {
      timeout: 300_000,
    }, async (test) => {
      const { expect } = test
      const relayed = await startRelayed(test, client, server)
      const clients = await Promise.all(['ann', 'bob', 'cyd', 'dan'].map(relayed.connect))
      const left = allWork()
      const half = left.length / 2
      const fates = new Map<string, Fate>()
      let restarting: Promise<void> | undefined
      await Promise.all(
        clients.flatMap((caller) =>
          Array.from({ length: AT_ONCE }, async () => {
            for (let work = left.shift(); work !== undefined; work = left.shift()) {
              if (left.length < half) restarting ??= relayed.restart()
              fates.set(work.nonce, await run(relayed, caller, work))
            }
          }),
        ),
      )
      await restarting
      const entries = relayed.ledger()
      const count = (what: string, nonce: string): number => entries.get(`${what} ${nonce}`) ?? 0
      const asked = clients.flatMap(({ asked }) => asked)
      for (const { tool, place, nonce } of allWork()) {
        const fate = fates.get(nonce)
        const did =
          tool === 'wait' ? [count('begun', nonce), count('cancelled', nonce)] : [count('ran', nonce)]
        if (tool === 'ask') {
          const times = asked.filter((message) => message === nonce).length
          // Asked in another call of its client, it is withdrawn when that is cancelled, and asked again.
          const mayAgain = client === 'session' && server === 'session' && place === 'line'
          did.push(count('accept', nonce), mayAgain ? Math.min(1, times) : times)
        }
        if (fate === 'done') expect([nonce, ...did]).toEqual([nonce, ...did.map(() => 1)])
        else expect([nonce, fate, Math.max(...did) <= 1]).toEqual([nonce, expect.any(String), true])
      }
      const of = (fate: Fate): number => [...fates.values()].filter((found) => found === fate).length
      // Under way when the servers were killed; and when a line asked for the first time, without telling because of which call.
      expect(of('unknown')).toBeLessThanOrEqual(clients.length * AT_ONCE)
      expect(of('refused')).toBeLessThanOrEqual(server === 'session' ? clients.length * AT_ONCE : 0)
      expect(fates.size).toBe(CALLS + QUESTIONS + CANCELLED)
      expect(relayed.serving.sessions()).toBe(client === 'session' ? clients.length : 0)
      test.annotate(JSON.stringify({ done: of('done'), unknown: of('unknown'), refused: of('refused') }))
    })
  },
)
