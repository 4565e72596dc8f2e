import { type Fault, failCalls, type HttpBackend, type Ledger } from '@toolscout/testbed/farm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openReady, outcomeOf, startFarm, textOf, until } from '../fixtures/chaos.ts'
import type { Gateway } from '../gateway.ts'
import type { ServerOptions } from '../gateway-options.ts'

const TIMES = 20
const REFUSED = { kind: 'status' } as const

/** What came of a call, for its caller and at the server. */
interface Came {
  /** `ok`, or the code and what is said of whether it ran. */
  readonly answer: string
  /** How often the tool really ran. */
  readonly runs: number
  /** How often the server was asked. */
  readonly asked: number
}

interface Stage {
  readonly gateway: Gateway
  readonly backend: HttpBackend
  readonly ledger: Ledger
}

async function stage(options: ServerOptions = {}): Promise<Stage> {
  const { backends, ledger } = await startFarm(1)
  // No pauses: what is decided is of interest, not how long it takes.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const { gateway } = await openReady(backends, { calls: { timeoutMs: 20_000 } }, options)
  return { gateway, ledger, backend: backends[0] as HttpBackend }
}

async function call(
  { gateway, backend, ledger }: Stage,
  tool: string,
  nonce: string,
  timeoutMs?: number,
): Promise<Came> {
  const before = backend.requests('tools/call')
  const options = timeoutMs === undefined ? {} : { timeoutMs }
  const result = await gateway.call(`${backend.name}:${tool}`, { nonce }, options)
  const isOk = textOf(result) === `${backend.name} ${tool} ${nonce}`
  const answer = isOk ? 'ok' : `${outcomeOf(result)} ${String(result.structuredContent?.outcome)}`
  return { answer, runs: ledger.runsOf(nonce), asked: backend.requests('tools/call') - before }
}

/** One failure, 20 times, with calls between that are well, so that breaker and budget let it through. */
async function each(at: Stage, tool: string, fault: Fault, expected: Came, failures = 1): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    at.backend.behave(failCalls(fault, failures))
    const timeoutMs = fault.kind === 'hang' ? 300 : undefined
    expect([time, await call(at, tool, `${tool}${time}`, timeoutMs)]).toEqual([time, expected])
    at.backend.behave()
    for (const well of 'abcdef') {
      expect(await call(at, 'echo', well)).toEqual({ answer: 'ok', runs: 0, asked: 1 })
    }
  }
}

describe('a call that may change anything is made once, unless it surely did not run', () => {
  const UNKNOWN = 'CALL_FAILED unknown'
  const NOT_RUN = 'CALL_FAILED notRun'
  it.each<[string, Fault, Came]>([
    ['the connection breaks before it ran', { kind: 'resetBefore' }, { answer: UNKNOWN, runs: 0, asked: 1 }],
    [
      'it breaks after the headers',
      { kind: 'resetAfter', sent: 'headers' },
      { answer: UNKNOWN, runs: 1, asked: 1 },
    ],
    [
      'it breaks within an event',
      { kind: 'resetAfter', sent: 'half' },
      { answer: UNKNOWN, runs: 1, asked: 1 },
    ],
    ['the stream ends without the answer', { kind: 'endAfter' }, { answer: UNKNOWN, runs: 1, asked: 1 }],
    ['no answer comes', { kind: 'hang' }, { answer: 'CALL_TIMEOUT unknown', runs: 0, asked: 1 }],
    ['500', { ...REFUSED, status: 500 }, { answer: UNKNOWN, runs: 0, asked: 1 }],
    ['502', { ...REFUSED, status: 502 }, { answer: UNKNOWN, runs: 0, asked: 1 }],
    ['504', { ...REFUSED, status: 504 }, { answer: UNKNOWN, runs: 0, asked: 1 }],
    [
      '503 with a wait',
      { ...REFUSED, status: 503, headers: { 'retry-after': '0' } },
      { answer: UNKNOWN, runs: 0, asked: 1 },
    ],
    [
      '429 with a wait, once',
      { ...REFUSED, status: 429, headers: { 'retry-after': '0' } },
      { answer: 'ok', runs: 1, asked: 2 },
    ],
    ['401, without new credentials', { ...REFUSED, status: 401 }, { answer: NOT_RUN, runs: 0, asked: 1 }],
    ['403', { ...REFUSED, status: 403 }, { answer: NOT_RUN, runs: 0, asked: 1 }],
    ['404, the session is lost', { kind: 'forget' }, { answer: 'ok', runs: 1, asked: 2 }],
  ])('%s', async (_name, fault, expected) => {
    const at = await stage()
    await each(at, 'effect', fault, expected)
    expect(at.ledger.duplicates()).toEqual([])
    // One session, and one more for each that was lost.
    expect(at.backend.sessions()).toBe(fault.kind === 'forget' ? 1 + TIMES : 1)
  })

  it('429 again and again: once more, and then it is told', async () => {
    const at = await stage()
    const busy: Fault = { ...REFUSED, status: 429, headers: { 'retry-after': '0' } }
    await each(at, 'effect', busy, { answer: NOT_RUN, runs: 0, asked: 2 }, 9)
  })

  it('a Retry-After that is longer than the deadline ends the call at once, and is passed on', async () => {
    const at = await stage()
    at.backend.behave(failCalls({ ...REFUSED, status: 429, headers: { 'retry-after': '25' } }, 1))
    const result = await at.gateway.call(`${at.backend.name}:effect`, { nonce: 'n' })
    expect(result.structuredContent).toMatchObject({ outcome: 'notRun', retryAfterMs: 25_000 })
    expect(at.ledger.nonces()).toEqual([])
  })
})

describe('a call that a trusted server declares safe to repeat is made again', () => {
  it.each<[string, Fault, number]>([
    ['the connection breaks before it ran', { kind: 'resetBefore' }, 1],
    ['it breaks after the headers', { kind: 'resetAfter', sent: 'headers' }, 2],
    ['the stream ends without the answer', { kind: 'endAfter' }, 2],
    ['503 with a wait', { ...REFUSED, status: 503, headers: { 'retry-after': '0' } }, 1],
    ['502', { ...REFUSED, status: 502 }, 1],
  ])('%s', async (_name, fault, runs) => {
    const at = await stage({ trusted: true })
    await each(at, 'repeatable', fault, { answer: 'ok', runs, asked: 2 })
    // The hint of a server that is not trusted, or none, changes nothing.
    at.backend.behave(failCalls(fault, 1))
    expect(await call(at, 'effect', 'once')).toMatchObject({ answer: 'CALL_FAILED unknown', asked: 1 })
    const other = await stage()
    other.backend.behave(failCalls(fault, 1))
    expect(await call(other, 'repeatable', 'once')).toMatchObject({ answer: 'CALL_FAILED unknown', asked: 1 })
  })
})

it('a server that is down runs nothing, and is there again by itself when it is up', async () => {
  const at = await stage()
  for (let time = 0; time < 5; time += 1) {
    await at.backend.down()
    // The connection that was open may break under the first call; after that it is known.
    const first = await call(at, 'effect', `first${time}`)
    expect([first.answer === 'ok', first.runs]).toEqual([false, 0])
    const { answer, runs } = await call(at, 'effect', `down${time}`)
    expect([answer.replace(/^\S+ /, ''), runs]).toEqual(['notRun', 0])
    await at.backend.up()
    const isReady = (): boolean => {
      const [server] = at.gateway.servers()
      return server?.state === 'ready' && server.breaker !== 'open'
    }
    await until(isReady, 'it is connected again, and no longer left alone')
    // The old session is found to be gone by a call, or by the stream of events in the middle of one.
    for (let early = 0; (await call(at, 'echo', 'early')).answer !== 'ok'; early += 1) {
      expect(early).toBeLessThan(5)
    }
    expect(await call(at, 'effect', `up${time}`)).toMatchObject({ answer: 'ok', runs: 1 })
  }
  expect(at.ledger.duplicates()).toEqual([])
})
