import type { ToolCallContext } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { hang, loadCalls, tool } from './fixtures/tools.ts'
import { CallNotRunError, createToolbox } from './index.ts'
import type { CallEvent } from './tool-call.ts'

beforeAll(loadCalls)

const names = ['well', 'fails', 'hangs', 'deaf', 'unsent', 'limited', 'reset', 'missing'] as const
const calls = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    abortAfterMs: fc.option(fc.constantFrom(0, 50, 1_500)),
    key: fc.option(fc.constantFrom('k1', 'k2')),
    principal: fc.constantFrom('me', 'you'),
  }),
  { minLength: 1, maxLength: 25 },
)
const throws = (error: () => unknown) => (): never => {
  throw error()
}

it('whatever happens, every call is answered in its time, and nothing is left behind', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), async (all, maxRunning) => {
      const clock = createManualClock()
      const events: CallEvent[] = []
      const signals: AbortSignal[] = []
      const box = createToolbox({
        clock,
        random: () => 0.5,
        timeoutMs: 2_000,
        limits: { maxRunning, maxWaiting: 8, maxWaitMs: 1_000 },
        onEvent: (event) => events.push(event),
        policyOf: ({ name }) => (name === 'reset' ? { backend: 'far' } : {}),
      })
      const deaf = (_args: unknown, { signal }: ToolCallContext): Promise<never> => {
        signals.push(signal)
        return new Promise(() => {})
      }
      box.register([
        tool('well'),
        tool('fails', { execute: throws(() => new RangeError('no')) }),
        tool('hangs', { execute: hang }),
        tool('deaf', { execute: deaf }),
        tool('unsent', { execute: throws(() => new CallNotRunError('off')) }),
        tool('limited', {
          execute: throws(() => new CallNotRunError('slow', 'rateLimited', { retryAfterMs: 700 })),
        }),
        tool('reset', { execute: throws(() => new RangeError('reset')) }),
      ])
      let open = all.length
      const running = all.map(async ({ name, abortAfterMs, key, principal }) => {
        const caller = new AbortController()
        if (abortAfterMs !== null) clock.after(abortAfterMs, () => caller.abort())
        const options = { signal: caller.signal, principal, ...(key === null ? {} : { idempotencyKey: key }) }
        const result = await box.call(name, {}, options)
        open -= 1
        return result
      })
      for (let ms = 0; ms < 5_000; ms += 250) await clock.advance(250)
      expect(open).toBe(0)
      for (const result of await Promise.all(running)) {
        if (result.isError !== true) continue
        expect(result.structuredContent).toMatchObject({
          error: expect.stringMatching(/^[A-Z_]+$/),
          outcome: expect.stringMatching(/^(notRun|unknown|ran)$/),
        })
      }
      await settled()
      expect(clock.waits()).toEqual([])
      expect(signals.every(({ aborted }) => aborted)).toBe(true)
      const count = (type: CallEvent['type']): number => events.filter((event) => event.type === type).length
      expect([count('callStarted'), count('callEnded')]).toEqual([all.length, all.length])
      // Every place is free again.
      const again = await box.callAll(
        Array.from({ length: maxRunning }, (_, i) => ({ id: `${i}`, name: 'well' })),
      )
      expect(again.some(({ result }) => result.isError === true)).toBe(false)
    }),
    { numRuns: 40 },
  )
})
