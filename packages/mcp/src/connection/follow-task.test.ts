import type { JsonObject } from '@toolscout/model'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { McpAuthError, McpTransportError } from '../errors.ts'
import { rejection } from '../fixtures/servers.ts'
import { earlierTask, followTask, readTask, type TaskState, type TaskWay } from './follow-task.ts'
import type { RpcAnswer } from './session.ts'
import { taskSteps } from './stateless-tasks.ts'

type Given = JsonObject | Error

/** Follows a task of a server that answers `tasks/get` with what it is given, the last of it for ever. */
async function follow(first: JsonObject, states: readonly Given[]) {
  const clock = createManualClock()
  const asked: string[] = []
  const told: unknown[] = []
  const caller = new AbortController()
  let next = 0
  const ask: TaskWay['ask'] = async (method) => {
    asked.push(method)
    if (method !== 'tasks/get') return { isResult: true, result: {} }
    const state = states[Math.min(next, states.length - 1)]
    next += 1
    if (state instanceof Error) throw state
    return { isResult: true, result: { taskId: 't', ...state } }
  }
  const redact = (text: string): string => text
  const step = taskSteps({
    ask,
    redact,
    answer: async (questions) =>
      Object.fromEntries(Object.keys(questions).map((key) => [key, { action: `to ${key}` }])),
    toResult: (result) => result,
  })
  const way: TaskWay = {
    ask,
    step,
    redact,
    clock,
    ended: new AbortController().signal,
    tellsStatus: () => true,
  }
  const answer = followTask({ taskId: 't', status: 'working', ...first } as TaskState, way, {
    signal: caller.signal,
    onProgress: (progress) => void told.push(progress),
  })
  answer.catch(() => {})
  await clock.waitFor(1, 1e9)
  return { answer, asked, caller, clock, told }
}

const DONE = { status: 'completed', result: { content: [] } }

it.each([
  [0, 100],
  [-5, 100],
  [250, 250],
  [1e12, 30_000],
  [Number.NaN, 1_000],
  ['soon', 1_000],
  [undefined, 1_000],
])('of a server that wants to be asked every %s ms is asked after %s', async (pollIntervalMs, ms) => {
  const { answer, clock, asked } = await follow({ pollIntervalMs } as JsonObject, [DONE])
  await clock.advance(ms - 1)
  expect(asked).toEqual([])
  await clock.advance(1)
  expect(await answer).toEqual({ isResult: true, result: { content: [] } })
})

it('is asked for ever where it never ends, until its caller stops, and is cancelled then', async () => {
  const { answer, clock, asked, caller } = await follow({}, [{ status: 'working' }])
  for (let count = 0; count < 50; count += 1) await clock.advance(1_000)
  expect(asked).toEqual(Array.from({ length: 50 }, () => 'tasks/get'))
  caller.abort(new TypeError('enough'))
  await expect(answer).rejects.toThrow('enough')
  expect(asked.slice(50)).toEqual(['tasks/cancel'])
})

it.each([
  [{ taskId: 'another', status: 'working' }, 'another task'],
  [{ taskId: 7, status: 'working' }, 'another task'],
  [{ status: 7 }, 'another task'],
  [{ status: 'cancelled' }, 'cancelled the task'],
  [{ status: 'failed', error: 'it broke' }, 'cannot be read'],
  [{ status: 'input_required', inputRequests: [] }, 'cannot be read'],
])('that is told of as %j ends the call, and may have run', async (state, why) => {
  const { answer, clock, asked } = await follow({}, [state])
  await clock.advance(1_000)
  const error = await rejection(answer)
  expect(error).toBeInstanceOf(McpTransportError)
  expect(error).toMatchObject({ message: expect.stringContaining(why), details: { outcome: 'unknown' } })
  expect(asked).toEqual(['tasks/get', 'tasks/cancel'])
})

it('whose server cannot be reached is asked for again', async () => {
  const gone = new McpTransportError('gone', { reason: 'network', outcome: 'notRun' })
  const busy = new McpTransportError('busy', { reason: 'http', httpStatus: 503, outcome: 'notRun' })
  const dying = new McpTransportError('dying', { reason: 'exit', outcome: 'unknown' })
  const { answer, clock } = await follow({ pollIntervalMs: 100 }, [gone, dying, busy, DONE])
  await clock.advance(100)
  await clock.advance(1_000)
  await clock.advance(100)
  await clock.advance(1_000)
  await clock.advance(100)
  await clock.advance(1_000)
  await clock.advance(100)
  expect(await answer).toMatchObject({ isResult: true })
})

it.each([
  [
    'a lost session',
    new McpTransportError('lost', { reason: 'http', failure: 'sessionLost', outcome: 'notRun' }),
  ],
  ['a token that is refused', new McpAuthError('no', { server: 's', reason: 'refused' })],
])('that is asked for with %s may have run, and is not cancelled', async (_what, failure) => {
  const { answer, clock, asked } = await follow({}, [failure])
  await clock.advance(1_000)
  expect(await rejection(answer)).toMatchObject({ details: { outcome: 'unknown' } })
  expect(asked).toEqual(['tasks/get'])
})

it('that failed, or is not known, may have run', async () => {
  const { answer, clock } = await follow({}, [{ status: 'failed', error: { code: -32_602, message: 'no' } }])
  await clock.advance(1_000)
  expect(await answer).toMatchObject({ isResult: false, hasBegun: true, refusal: { rpcCode: -32_602 } })
})

it('asks its client each question once, and gets answers that were lost again', async () => {
  const asking = (...keys: readonly string[]): JsonObject => ({
    status: 'input_required',
    inputRequests: Object.fromEntries(keys.map((key) => [key, { method: 'elicitation/create' }])),
  })
  const sent: JsonObject[] = []
  let questions = 0
  const step = taskSteps({
    ask: async (_method, { inputResponses }) => {
      sent.push(inputResponses as JsonObject)
      return { isResult: true, result: {} }
    },
    redact: (text) => text,
    answer: async (asked) => {
      questions += Object.keys(asked).length
      return Object.fromEntries(Object.keys(asked).map((key) => [key, `${key}!`]))
    },
    toResult: (result) => result,
  })
  const options = { signal: new AbortController().signal }
  const see = (state: JsonObject): Promise<RpcAnswer | undefined> =>
    step({ taskId: 't', ...state } as TaskState, options)
  await see(asking('a', 'b'))
  await see(asking('b'))
  await see(asking('b', 'c'))
  expect(sent).toEqual([{ a: 'a!', b: 'b!' }, { b: 'b!' }, { b: 'b!', c: 'c!' }])
  expect(questions).toBe(3)
  const many = Array.from({ length: 200 }, (_, i) => `q${i}`)
  await expect(see(asking(...many))).rejects.toThrow('more than 160')
})

it('reports each message of its status once', async () => {
  const { answer, clock, told } = await follow({ statusMessage: 'one' }, [
    { status: 'working', statusMessage: 'one' },
    { status: 'working', statusMessage: 7 },
    { ...DONE, statusMessage: 'two' },
  ])
  for (let count = 0; count < 3; count += 1) await clock.advance(1_000)
  await answer
  expect(told).toEqual([
    { progress: 1, message: 'one' },
    { progress: 2, message: 'two' },
  ])
})

it('is read where it has an id of a bearable length', () => {
  expect(readTask({ taskId: 't', status: 'working' })).toMatchObject({ taskId: 't' })
  for (const taskId of ['', 7, undefined, 'x'.repeat(1_025)]) {
    expect(readTask({ taskId, status: 'working' })).toBeUndefined()
  }
  expect(readTask('t')).toBeUndefined()
  expect(earlierTask('t')).toMatchObject({ taskId: 't' })
})
