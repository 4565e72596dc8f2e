import { parseTool, type ToolResult, ToolscoutError } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createCallEngine } from './call-engine.ts'
import type { CallRoute } from './fail-over.ts'
import { loadCalls, textOf } from './fixtures/tools.ts'
import type { LocalCall } from './local-handlers.ts'
import { CallNotRunError, type FailureKind, outcomeOf } from './resilience/failure.ts'
import type { CallEngineOptions, CallEvent, CallPolicy } from './tool-call.ts'

beforeAll(loadCalls)

class BackendError extends ToolscoutError {
  constructor(failure: FailureKind, message = 'backend says no.') {
    super('BACKEND', message, { details: { failure } })
  }
}

const { tool } = parseTool({ name: 'charge', inputSchema: { type: 'object' } })
const OK: ToolResult = { content: [{ type: 'text', text: 'done' }] }

type Run = (args: unknown, call: LocalCall) => unknown
const route = (
  backend: string,
  run: Run,
  more: Partial<CallRoute> & { policy?: CallPolicy } = {},
): CallRoute => ({
  handler: {
    read: async (args: object) => ({ ok: true, value: args }),
    run: async (args, call) => run(args, call),
  } as CallRoute['handler'],
  ...more,
  policy: { backend, ...more.policy },
})
const fails =
  (failure: FailureKind, message?: string): Run =>
  () => {
    throw new BackendError(failure, message)
  }

/** An engine of its own clock, in which pauses pass by themselves. */
function open(options: CallEngineOptions = {}) {
  const clock = createManualClock()
  const events: CallEvent[] = []
  const engine = createCallEngine({
    clock,
    random: () => 0.5,
    onEvent: (event) => events.push(event),
    ...options,
  })
  const call = async ([first, ...others]: readonly CallRoute[], more = {}): Promise<ToolResult> => {
    const target = { name: 'charge', tool, ...(first as CallRoute), ...(others.length > 0 && { others }) }
    let result: ToolResult | undefined
    void engine.call(target, {}, more).then((given) => {
      result = given
    })
    for (let turn = 0; result === undefined; turn += 1) {
      if (turn > 2_000) throw new TypeError('The call never ended.')
      await settled()
      clock.advance(100)
    }
    return result
  }
  return { call, clock, events }
}

const KINDS: readonly FailureKind[] = [
  ...(['unsent', 'rateLimited', 'unavailable', 'sessionLost', 'unauthorized', 'outdated'] as const),
  ...(['ambiguous', 'busy', 'refused', 'badArguments', 'toolFailed'] as const),
]
const backends = fc.array(
  fc.record({
    does: fc.oneof(fc.constant('answers' as const), fc.constantFrom(...KINDS)),
    isReady: fc.boolean(),
    atMostOnce: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

it('backends are asked in their order, the next one only where the one before surely ran nothing, and none runs twice', async () => {
  await fc.assert(
    fc.asyncProperty(backends, async (plan) => {
      const { call, events } = open()
      const asked: number[] = []
      const routes = plan.map(({ does, isReady, atMostOnce }, at) =>
        route(
          `b${at}`,
          () => {
            asked.push(at)
            if (does !== 'answers') throw new BackendError(does)
            return OK
          },
          { isReady: () => isReady, policy: { atMostOnce } },
        ),
      )
      const result = await call(routes)
      // The rule, once more: those that are ready first, and on only from what did not run.
      const order = [true, false].flatMap((ready) =>
        plan.flatMap((one, at) => (one.isReady === ready ? [at] : [])),
      )
      const believes = !plan.some(({ atMostOnce }) => atMostOnce)
      const goesOn = (at: number): boolean => {
        const { does } = plan[at] as (typeof plan)[number]
        return does !== 'answers' && does !== 'badArguments' && outcomeOf(does, believes) === 'notRun'
      }
      const last = order.findIndex((at) => !goesOn(at))
      const expected = last === -1 ? order : order.slice(0, last + 1)
      expect([...new Set(asked)]).toEqual(expected)
      const end = plan[expected.at(-1) as number]?.does
      expect(result.isError === true).toBe(end !== 'answers')
      const outcome = end === 'answers' ? 'ran' : outcomeOf(end as FailureKind, believes)
      const ended = events.find(({ type }) => type === 'callEnded')
      expect(ended).toMatchObject({ outcome })
      if (plan.length > 1 && end === 'answers')
        expect(ended).toMatchObject({ backend: `b${expected.at(-1)}` })
      const elsewhere = events.flatMap((event) =>
        event.type === 'attemptFailed' && event.attempt.isElsewhere === true ? [event.backend] : [],
      )
      expect(elsewhere).toEqual(expected.slice(0, -1).map((at) => `b${at}`))
    }),
    { numRuns: 400 },
  )
})

it('a result says nothing of a backend that failed, and names each where all did, in bounded lines', async () => {
  const { call } = open()
  expect(await call([route('one', fails('unsent')), route('two', () => OK)])).toEqual(OK)
  const long = `ECONNREFUSED\n${'x'.repeat(5_000)}`
  const result = await call([
    route('one', fails('unsent', long)),
    route('two', fails('busy', 'No place.')),
    route('three', fails('refused', 'Not here.')),
  ])
  expect(textOf(result)).toMatch(
    /^Failed after 3 attempts in .*: one: ECONNREFUSED x+…; two: No place; three: Not here\. /,
  )
  expect(textOf(result).length).toBeLessThan(700)
  expect(result.structuredContent).toMatchObject({
    error: 'CALL_FAILED',
    outcome: 'notRun',
    attempts: 3,
    backends: [
      { name: 'one', failure: 'unsent' },
      { name: 'two', failure: 'busy', message: 'No place.' },
      { name: 'three', failure: 'refused', message: 'Not here.' },
    ],
  })
})

it('a tool that failed by itself at the second backend speaks for itself', async () => {
  const { call } = open()
  const result = await call([
    route('one', fails('unsent')),
    route('two', fails('toolFailed', 'No such account.')),
  ])
  expect([textOf(result), result.structuredContent]).toEqual([
    'No such account.',
    { error: 'TOOL_FAILED', tool: 'charge', outcome: 'ran' },
  ])
})

it('a function of this process that says it did nothing gives to a server; one without a function as well', async () => {
  const { call } = open()
  const local = route('', () => {
    throw new CallNotRunError('The licence is used up.')
  })
  const { policy: _, ...own } = local
  expect(await call([own, route('far', () => OK)])).toEqual(OK)
  expect(await call([{ handler: undefined }, route('far', () => OK)])).toEqual(OK)
})

it('a backend that is left alone is not asked first again before its breaker lets one through', async () => {
  const { call, clock } = open()
  const asked: string[] = []
  let isDown = true
  const note =
    (name: string): Run =>
    () => {
      asked.push(name)
      if (name === 'one' && isDown) throw new BackendError('unsent')
      return OK
    }
  const routes = [route('one', note('one')), route('two', note('two'))]
  for (let i = 0; i < 5; i += 1) await call(routes)
  expect(asked.filter((name) => name === 'one')).toHaveLength(5)
  asked.length = 0
  await call(routes)
  expect(asked).toEqual(['two'])
  isDown = false
  clock.advance(60_000)
  asked.length = 0
  await call(routes)
  expect(asked).toEqual(['one'])
})

it('all backends together have one deadline, and a key is one call whoever answers it', async () => {
  const { call } = open()
  const hangs: Run = () => new Promise(() => {})
  const late = await call([route('one', fails('unsent')), route('two', hangs)], { timeoutMs: 500 })
  expect(late.structuredContent).toMatchObject({ error: 'CALL_TIMEOUT', outcome: 'unknown' })
  let runs = 0
  const routes = [
    route('one', fails('unsent')),
    route('two', () => {
      runs += 1
      return OK
    }),
  ]
  const key = { idempotencyKey: 'k' }
  expect([await call(routes, key), await call(routes, key)]).toEqual([OK, OK])
  expect(runs).toBe(1)
})

it('what a trusted server declares safe is still made again there when it may have run, and not elsewhere', async () => {
  const { call } = open()
  const safe = { ...tool, annotations: { readOnlyHint: true } }
  const asked: string[] = []
  const note =
    (name: string): Run =>
    () => {
      asked.push(name)
      if (asked.length === 1) throw new BackendError('ambiguous')
      return OK
    }
  const first = { ...route('one', note('one'), { policy: { trusted: true } }), tool: safe }
  expect(await call([first, route('two', note('two'))])).toEqual(OK)
  expect(asked).toEqual(['one', 'one'])
})
