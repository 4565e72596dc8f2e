import { createManualClock } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BreakerLimits, type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'

const OPEN_MS = 1_000
const setUp = (limits: Partial<BreakerLimits> = {}, random = (): number => 1) => {
  const clock = createManualClock()
  const states: BreakerState[] = []
  const breaker = createCircuitBreaker({
    name: 'mail',
    clock,
    random,
    onStateChange: (state) => states.push(state),
    limits: { consecutiveFailures: 3, openMs: OPEN_MS, maxOpenMs: 4_000, ...limits },
  })
  const fail = (times: number): void => {
    for (let i = 0; i < times; i += 1) breaker.enter().fail()
  }
  return { clock, states, breaker, fail }
}

describe('a breaker', () => {
  it('opens after failures in a row, and says when to come back', () => {
    const { breaker, fail, states } = setUp()
    fail(2)
    breaker.enter().succeed()
    fail(2)
    expect(breaker.state()).toBe('closed')
    fail(1)
    expect(() => breaker.enter()).toThrow(
      expect.objectContaining({
        code: 'CIRCUIT_OPEN',
        message: '"mail" failed too often lately; try again in 1 second.',
        details: { backend: 'mail', failure: 'busy', outcome: 'notRun', retryAfterMs: OPEN_MS },
      }),
    )
    expect(states).toEqual(['open'])
  })

  it('opens when half of at least ten failed within the window, and not on older ones', async () => {
    const { breaker, clock } = setUp({ consecutiveFailures: 100, windowMs: 30_000 })
    const alternate = (times: number): void => {
      for (let i = 0; i < times; i += 1) {
        breaker.enter().succeed()
        if (breaker.state() === 'closed') breaker.enter().fail()
      }
    }
    alternate(4)
    await clock.advance(30_000)
    alternate(4)
    expect(breaker.state()).toBe('closed')
    alternate(1)
    expect(breaker.state()).toBe('open')
  })

  it('lets one call through at a time when it is half open, and closes after two successes', async () => {
    const { breaker, clock, fail, states } = setUp()
    fail(3)
    await clock.advance(OPEN_MS)
    expect(breaker.state()).toBe('halfOpen')
    const probe = breaker.enter()
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: 'CIRCUIT_OPEN' }))
    probe.succeed()
    breaker.enter().succeed()
    expect(states).toEqual(['open', 'halfOpen', 'closed'])
  })

  it('stays open twice as long each time, up to a limit, and forgets that when it closes', async () => {
    const { breaker, clock, fail } = setUp({ successesToClose: 1 })
    fail(3)
    for (const ms of [1_000, 2_000, 4_000, 4_000]) {
      await clock.advance(ms - 1)
      expect(breaker.state()).toBe('open')
      await clock.advance(1)
      breaker.enter().fail()
    }
    await clock.advance(4_000)
    breaker.enter().succeed()
    fail(3)
    await clock.advance(OPEN_MS)
    expect(breaker.state()).toBe('halfOpen')
  })

  it('gives the place of a probe back that says nothing', async () => {
    const { breaker, clock, fail } = setUp()
    fail(3)
    await clock.advance(OPEN_MS)
    breaker.enter().ignore()
    expect(breaker.state()).toBe('halfOpen')
    expect(() => breaker.enter()).not.toThrow()
  })

  it('hears nothing of calls from before it changed', async () => {
    const { breaker, clock, fail, states } = setUp({ successesToClose: 1 })
    const late = [breaker.enter(), breaker.enter()]
    fail(3)
    await clock.advance(OPEN_MS)
    const probe = breaker.enter()
    late[0]?.fail()
    late[1]?.succeed()
    expect(states).toEqual(['open', 'halfOpen'])
    probe.succeed()
    expect(breaker.state()).toBe('closed')
  })

  it('closes when what failed has been made anew, and calls from before say nothing of it', () => {
    const { breaker, states } = setUp({ consecutiveFailures: 2 })
    const early = [breaker.enter(), breaker.enter(), breaker.enter(), breaker.enter()]
    early[0]?.fail()
    early[1]?.fail()
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: 'CIRCUIT_OPEN' }))
    breaker.reset()
    early[2]?.fail()
    early[3]?.fail()
    breaker.reset()
    expect([breaker.state(), states]).toEqual(['closed', ['open', 'closed']])
    breaker.enter().fail()
    expect(breaker.state()).toBe('closed')
  })

  it('waits by chance at least half of its time', async () => {
    const { breaker, clock, fail } = setUp({}, () => 0)
    fail(3)
    await clock.advance(OPEN_MS / 2)
    expect(breaker.state()).toBe('halfOpen')
  })
})

/** The states in a few lines: one call at a time, no window, chance always at its longest. */
function model(): { step: (event: Event, now: number) => boolean; state: (now: number) => BreakerState } {
  let open: { until: number } | undefined
  let half = false
  let failures = 0
  let successes = 0
  let openings = 0
  const state = (now: number): BreakerState =>
    open === undefined ? (half ? 'halfOpen' : 'closed') : now >= open.until ? 'halfOpen' : 'open'
  return {
    state,
    step: (event, now) => {
      if (state(now) === 'open') return false
      if (open !== undefined) {
        open = undefined
        half = true
        successes = 0
      }
      if (event === 'ignore') return true
      failures = event === 'fail' ? failures + 1 : 0
      successes += event === 'succeed' ? 1 : 0
      if (event === 'fail' && (half || failures >= 3)) {
        open = { until: now + Math.min(4_000, OPEN_MS * 2 ** openings) }
        openings += 1
        half = false
        failures = 0
      } else if (half && successes >= 2) {
        half = false
        openings = 0
        failures = 0
      }
      return true
    },
  }
}
type Event = 'succeed' | 'fail' | 'ignore'

it('goes through the states as the model does', async () => {
  const events = fc.array(
    fc.record({
      event: fc.constantFrom<Event>('succeed', 'fail', 'fail', 'ignore'),
      pauseMs: fc.constantFrom(0, 0, 0, 500, 1_000, 4_000),
    }),
    { maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(events, async (all) => {
      const { breaker, clock } = setUp({ minCalls: 1_000 })
      const expected = model()
      let now = 0
      for (const { event, pauseMs } of all) {
        if (pauseMs > 0) await clock.advance(pauseMs)
        now += pauseMs
        expect(breaker.state()).toBe(expected.state(now))
        let entered = true
        try {
          breaker.enter()[event]()
        } catch {
          entered = false
        }
        expect(entered).toBe(expected.step(event, now))
      }
    }),
    { numRuns: 60 },
  )
})
