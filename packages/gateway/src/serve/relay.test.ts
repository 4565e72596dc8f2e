import { describe, it } from 'vitest'
import { RELAY_PAIRS, startRelayed } from '../fixtures/relayed.ts'

describe.concurrent.each(RELAY_PAIRS)(
  'a client of the era %s of a server of the era %s',
  (client, server) => {
    it('is asked for its own calls, hears of progress and cancels', async (test) => {
      const { expect } = test
      const { connect, ledger, serving } = await startRelayed(test, client, server)
      const [ann, bob] = [await connect('ann'), await connect('bob')]
      for (const place of ['web', 'line']) {
        // Of a line on which sessions are kept nothing says because of which of two calls it is asked.
        const isClear = place === 'web' || server === 'stateless'
        const callers = isClear ? [ann, bob, ann] : [ann]
        const answers = await Promise.all(
          callers.map((caller, i) => caller.call(`${place}__ask`, `${place}-${caller.name}-${i}`)),
        )
        expect(answers).toEqual(
          callers.map(({ name }, i) => ({ text: `${place}-${name}-${i} ${name}`, error: undefined })),
        )
        const cancelled = new AbortController()
        const call = ann.call(`${place}__wait`, `${place}-wait`, {
          signal: cancelled.signal,
          onProgress: (message) => message === `${place}-wait` && cancelled.abort(new TypeError('enough')),
        })
        await expect(call).rejects.toThrow()
        await expect.poll(() => ledger().get(`cancelled ${place}-wait`)).toBe(1)
      }
      for (const entry of ledger()) expect(entry).toEqual([entry[0], 1])
      expect(serving.sessions()).toBe(client === 'session' ? 2 : 0)
    })
  },
)
