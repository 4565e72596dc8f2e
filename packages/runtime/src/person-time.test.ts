import type { ToolCallContext, ToolClient } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCalls, textOf, tool } from './fixtures/tools.ts'
import { createToolbox } from './index.ts'
import type { CallEngineOptions } from './tool-call.ts'

beforeAll(loadCalls)

type Method = Parameters<ToolClient['request']>[0]

/** A tool that asks its client all of these at once, and what answers each. */
function setUp(methods: readonly Method[], options: CallEngineOptions = {}) {
  const clock = createManualClock()
  const box = createToolbox({ clock, ...options })
  const answers: (() => void)[] = []
  const client: ToolClient = {
    identity: undefined,
    capabilities: { elicitation: {} },
    log: () => {},
    request: () => new Promise((resolve) => answers.push(() => resolve({ action: 'accept' }))),
  }
  const execute = async (_args: unknown, call: ToolCallContext): Promise<string> => {
    await Promise.all(methods.map((method) => call.client?.request(method, {})))
    return 'done'
  }
  box.register([tool('asks', { execute })])
  const start = async (more: object = {}) => {
    const running = box.call('asks', {}, { client, ...more })
    for (let turns = 0; answers.length < methods.length && turns < 100; turns += 1) await settled()
    return { result: running, answers }
  }
  return { clock, start }
}

describe('the deadline of a call that asks a person', () => {
  it.each([[{}], [{ idempotencyKey: 'k' }]])('stands still until the answer comes (%j)', async (more) => {
    const { clock, start } = setUp(['elicitation/create'], { timeoutMs: 1_000 })
    const { result, answers } = await start(more)
    await clock.advance(500_000)
    answers[0]?.()
    expect(textOf(await result)).toBe('done')
  })

  it('goes on with the last answer of several', async () => {
    const { clock, start } = setUp(['elicitation/create', 'sampling/createMessage'], { timeoutMs: 1_000 })
    const { result, answers } = await start()
    await clock.advance(5_000)
    answers[0]?.()
    await settled()
    await clock.advance(5_000)
    answers[1]?.()
    expect(textOf(await result)).toBe('done')
  })

  it('goes on after ten minutes in all, and says what was waited for', async () => {
    const { clock, start } = setUp(['elicitation/create'], { timeoutMs: 1_000 })
    const { result } = await start()
    await clock.advance(600_000)
    await clock.advance(999)
    await settled()
    await clock.advance(1)
    expect(textOf(await result)).toContain(
      'The tool "asks" did not end within 1 second, after 10 minutes of waiting for a person.',
    )
    expect(clock.waits()).toEqual([])
  })

  it('does not stand still for what a program answers', async () => {
    const { clock, start } = setUp(['roots/list'], { timeoutMs: 1_000 })
    const { result } = await start()
    await clock.advance(1_000)
    expect((await result).structuredContent?.error).toBe('CALL_TIMEOUT')
  })

  it('is not started again by an answer that comes after the call', async () => {
    const { clock, start } = setUp(['elicitation/create'], { timeoutMs: 1_000 })
    const caller = new AbortController()
    const { result, answers } = await start({ signal: caller.signal })
    caller.abort()
    expect((await result).structuredContent?.error).toBe('CANCELLED')
    answers[0]?.()
    await settled()
    expect(clock.waits()).toEqual([])
  })
})
