import { parseTool, ToolscoutError } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createCallEngine } from './call-engine.ts'
import { loadCalls } from './fixtures/tools.ts'

beforeAll(loadCalls)

class BackendError extends ToolscoutError {
  constructor(details: object) {
    super('BACKEND', 'backend says no.', { details })
  }
}

const failures = fc.record({
  failure: fc.constantFrom('unsent', 'rateLimited', 'unavailable', 'ambiguous', 'sessionLost', 'toolFailed'),
  // Only these failures say nothing of what happened before them.
  ran: fc.boolean(),
})
const mayRun = new Set(['unavailable', 'ambiguous', 'toolFailed'])
const endings = fc.constantFrom('runsOut', 'recoveryFails', 'cancelled', 'timesOut')

it('a call is never said not to have run when one of its attempts ran', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(failures, { minLength: 2, maxLength: 4 }), endings, async (plan, ending) => {
      const clock = createManualClock()
      const caller = new AbortController()
      let ledger = 0
      let attempts = 0
      const { tool } = parseTool({
        name: 'charge',
        inputSchema: { type: 'object' },
        annotations: { idempotentHint: true },
      })
      const run = async (): Promise<never> => {
        const { failure, ran } = plan[Math.min(attempts, plan.length - 1)] ?? {
          failure: 'unsent',
          ran: false,
        }
        attempts += 1
        if (failure === 'toolFailed' || (ran && mayRun.has(failure))) ledger += 1
        throw new BackendError({ failure })
      }
      const engine = createCallEngine({
        clock,
        random: () => 0.5,
        timeoutMs: ending === 'timesOut' ? 150 : 60_000,
        policyOf: () => ({
          backend: 'far',
          trusted: true,
          recover: {
            session: async () => {
              if (ending === 'recoveryFails') throw new BackendError({ outcome: 'notRun' })
            },
          },
        }),
      })
      const handler = { run, read: async (args: object) => ({ ok: true as const, value: args }) }
      let result: Awaited<ReturnType<typeof engine.call>> | undefined
      void engine.call({ name: 'charge', tool, handler }, {}, { signal: caller.signal }).then((answer) => {
        result = answer
      })
      await settled()
      if (ending === 'cancelled') caller.abort()
      for (let turn = 0; result === undefined && turn < 20; turn += 1) {
        await clock.advance(Math.min(...clock.waits()))
        await settled()
      }
      const { outcome } = (result?.structuredContent ?? {}) as { outcome?: string }
      if (ledger > 0) expect(outcome).not.toBe('notRun')
      else expect(outcome).not.toBe('ran')
      if (plan.slice(0, attempts).every(({ failure }) => !mayRun.has(failure))) expect(outcome).toBe('notRun')
    }),
    { numRuns: 200 },
  )
})

it('one attempt that ran and one that was refused are told as a call that may have run', async () => {
  const kinds = ['ambiguous', 'unsent', 'unsent']
  const { tool } = parseTool({
    name: 'charge',
    inputSchema: { type: 'object' },
    annotations: { idempotentHint: true },
  })
  const engine = createCallEngine({
    random: () => 0,
    policyOf: () => ({ backend: 'far', trusted: true }),
  })
  const run = async (): Promise<never> => {
    throw new BackendError({ failure: kinds.shift() })
  }
  const handler = { run, read: async (args: object) => ({ ok: true as const, value: args }) }
  expect(await engine.call({ name: 'charge', tool, handler })).toMatchObject({
    structuredContent: { error: 'CALL_FAILED', outcome: 'unknown', failure: 'unsent', attempts: 3 },
  })
})

it('a recovery that fails does not hide that an earlier attempt may have run', async () => {
  const kinds = ['ambiguous', 'sessionLost']
  const { tool } = parseTool({
    name: 'charge',
    inputSchema: { type: 'object' },
    annotations: { idempotentHint: true },
  })
  const recover = { session: () => Promise.reject(new BackendError({ outcome: 'notRun' })) }
  const engine = createCallEngine({
    random: () => 0,
    policyOf: () => ({ backend: 'far', trusted: true, recover }),
  })
  const run = async (): Promise<never> => {
    throw new BackendError({ failure: kinds.shift() })
  }
  const handler = { run, read: async (args: object) => ({ ok: true as const, value: args }) }
  const result = await engine.call({ name: 'charge', tool, handler })
  expect(result.structuredContent).toMatchObject({ error: 'BACKEND', outcome: 'unknown' })
})
