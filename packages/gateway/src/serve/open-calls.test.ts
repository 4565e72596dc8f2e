import type { JsonObject } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import type { OpenWork, RoundRequest } from './open-call.ts'
import { OpenCalls } from './open-calls.ts'

const LIMITS = { maxWaiting: 3, maxWaitingOfOne: 2, waitMs: 1_000 }

function given(answers: JsonObject = {}): RoundRequest {
  return { signal: new AbortController().signal, notify: () => {}, answers }
}

function setUp() {
  const clock = createManualClock()
  return { clock, calls: new OpenCalls(LIMITS, clock) }
}

const askOnce = async ({ request }: OpenWork): Promise<JsonObject> => ({
  heard: await request('elicitation/create', { message: 'name?' }, { key: 'name' }),
})

describe('a call that asks its client', () => {
  it('is given the answers, in as many rounds as it asks, with those asked at once in one', async () => {
    const { calls } = setUp()
    const first = await calls.begin(
      'ann',
      async ({ request }) => {
        const both = await Promise.all([
          request('roots/list', {}, {}),
          request('elicitation/create', { message: 'b?' }, { key: 'b' }),
        ])
        return { both, last: await request('elicitation/create', { message: 'c?' }, {}) }
      },
      given(),
    )
    expect(first).toMatchObject({
      number: 1,
      questions: { 'question-1': { method: 'roots/list' }, b: { params: { message: 'b?' } } },
    })
    const second = await calls.resume('ann', first.id, given({ 'question-1': { roots: [] }, b: { no: 1 } }))
    expect(second).toMatchObject({ number: 2, questions: { 'question-3': { params: { message: 'c?' } } } })
    const third = await calls.resume('ann', first.id, given({ 'question-3': { yes: 1 } }))
    expect(third).toMatchObject({ result: { both: [{ roots: [] }, { no: 1 }], last: { yes: 1 } } })
    expect(calls.waiting).toBe(0)
  })

  it('is asked again for what is left out or is no answer, and hears nothing it did not ask for', async () => {
    const { calls } = setUp()
    const { id } = await calls.begin('ann', askOnce, given())
    for (const answers of [{}, { other: { name: 'x' } }, { name: 'text' }, { name: null }]) {
      expect(await calls.resume('ann', id, given(answers))).toMatchObject({ questions: { name: {} } })
    }
    const done = await calls.resume('ann', id, given({ name: { a: 1 }, other: { b: 2 } }))
    expect(done).toMatchObject({ result: { heard: { a: 1 } } })
  })

  it('belongs to who began it, and goes on once', async () => {
    const { calls } = setUp()
    const { id } = await calls.begin('ann', askOnce, given())
    await expect(calls.resume('bob', id, given({ name: {} }))).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      details: { rpcCode: -32_602 },
    })
    const [one, other] = await Promise.allSettled([
      calls.resume('ann', id, given({ name: {} })),
      calls.resume('ann', id, given({ name: {} })),
    ])
    expect([one.status, other.status]).toEqual(['fulfilled', 'rejected'])
  })

  it('is given up when its client does not come back in time', async () => {
    const { clock, calls } = setUp()
    let ended: AbortSignal | undefined
    const { id } = await calls.begin(
      'ann',
      (open) => {
        ended = open.signal
        return askOnce(open)
      },
      given(),
    )
    await clock.advance(999)
    expect(ended?.aborted).toBe(false)
    await clock.advance(1)
    expect(ended?.aborted).toBe(true)
    await expect(calls.resume('ann', id, given({ name: {} }))).rejects.toThrow('no longer waits')
  })

  it('is given up when its client hangs up while it runs', async () => {
    const { calls } = setUp()
    const controller = new AbortController()
    const call = calls.begin(
      'ann',
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          setImmediate(() => controller.abort(new TypeError('gone')))
        }),
      { ...given(), signal: controller.signal },
    )
    await expect(call).rejects.toThrow('gone')
    expect(calls.waiting).toBe(0)
  })

  it('finds no place when too many of its principal wait, or too many in all', async () => {
    const { calls } = setUp()
    await calls.begin('ann', askOnce, given())
    await calls.begin('ann', askOnce, given())
    await expect(calls.begin('ann', askOnce, given())).rejects.toThrow('Too many calls')
    await calls.begin('bob', askOnce, given())
    await expect(calls.begin('eve', askOnce, given())).rejects.toThrow('Too many calls')
    expect(calls.waiting).toBe(3)
    calls.end()
    expect(calls.waiting).toBe(0)
  })

  it('takes back a question that its server no longer asks', async () => {
    const { calls } = setUp()
    const patience = new AbortController()
    const first = await calls.begin(
      'ann',
      async ({ request }) => {
        const asked = request('roots/list', {}, { signal: patience.signal })
        return { ended: await asked.catch((error: Error) => error.message) }
      },
      given(),
    )
    expect(first).toMatchObject({ questions: { 'question-1': {} } })
    patience.abort(new TypeError('never mind'))
    await expect(calls.resume('ann', first.id, given())).resolves.toMatchObject({
      result: { ended: 'never mind' },
    })
  })
})
