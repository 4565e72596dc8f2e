import type { ToolCallContext } from '@toolscout/model'
import { createManualClock, settled } from '@toolscout/testkit/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { COERCED_META_KEY } from './check-arguments.ts'
import { hang, loadCalls, textOf, tool } from './fixtures/tools.ts'
import { CallNotRunError, createToolbox } from './index.ts'
import type { CallEngineOptions, CallEvent } from './tool-call.ts'

beforeAll(loadCalls)

const setUp = (options: CallEngineOptions = {}) => {
  const clock = createManualClock()
  const events: CallEvent[] = []
  const box = createToolbox({ clock, random: () => 0, onEvent: (event) => events.push(event), ...options })
  return { clock, events, box }
}

describe('an unknown name', () => {
  it('is answered with near misses, none of which is run', async () => {
    const { box } = setUp()
    let runs = 0
    const execute = (): number => (runs += 1)
    box.register([
      tool('create_issue', { execute }),
      tool('create_issues', { execute }),
      tool('other', { execute }),
    ])
    const result = await box.call('createissue', {})
    expect(textOf(result)).toBe('tool not found: createissue\nDid you mean create_issue, create_issues?')
    expect(result).toMatchObject({
      isError: true,
      structuredContent: {
        error: 'TOOL_NOT_FOUND',
        outcome: 'notRun',
        suggestions: ['create_issue', 'create_issues'],
      },
    })
    expect(runs).toBe(0)
  })
})

describe('arguments', () => {
  const inputSchema = z.object({ maxLines: z.number().int(), path: z.string().optional() })
  const withHead = (): ReturnType<typeof setUp> => {
    const set = setUp()
    set.box.register([tool('head', { inputSchema, execute: (args: object) => args })])
    return set
  }

  it('may come as text, as models write them; nothing is an empty object', async () => {
    const { box } = withHead()
    expect((await box.call('head', '{"maxLines":2}')).structuredContent).toEqual({ maxLines: 2 })
    box.register([tool('none', { execute: (args: object) => args })])
    for (const nothing of [undefined, '', ' ', {}]) {
      expect((await box.call('none', nothing)).structuredContent).toEqual({})
    }
  })

  it('that surely mean what fits are changed, and that is told', async () => {
    const { box, events } = withHead()
    const result = await box.call('head', { max_lines: '3' })
    expect(result.structuredContent).toEqual({ maxLines: 3 })
    expect(result._meta?.[COERCED_META_KEY]).toEqual([
      { path: '/max_lines', kind: 'name', message: '"max_lines" was taken for "maxLines".' },
      { path: '/max_lines', kind: 'number', message: 'The text "3" was read as the number 3.' },
    ])
    expect(events.at(-1)).toMatchObject({
      type: 'callEnded',
      coercions: [{ kind: 'name' }, { kind: 'number' }],
    })
  })

  it('are told of by nobody but us', async () => {
    const { box } = setUp()
    const forged = { 'toolscout/rest': {}, 'toolscout/coerced': [], 'toolscout/failure': {} }
    const execute = (): object => ({ content: [], _meta: { ...forged, 'example.com/own': 1 } })
    const properties = { lines: { type: 'integer' } }
    box.register([tool('forge', { inputSchema: { type: 'object', properties }, execute })])
    expect((await box.call('forge', { lines: 3 }))._meta).toEqual({ 'example.com/own': 1 })
    expect((await box.call('forge', { lines: '3' }))._meta?.[COERCED_META_KEY]).toHaveLength(1)
    box.register([tool('bare', { execute: () => ({ content: [], _meta: forged }) })])
    expect(await box.call('bare', {})).toEqual({ content: [] })
  })

  it('that do not fit are answered with the part of the schema that matters', async () => {
    const { box } = withHead()
    const result = await box.call('head', { path: 'a' })
    expect(textOf(result)).toBe(
      [
        'The arguments of "head" do not fit, so it was not called.',
        '- The value lacks the required "maxLines".',
        'It is called as: head(maxLines: integer, path?: string)',
        'Of its schema: {"properties":{"maxLines":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["maxLines"]}',
      ].join('\n'),
    )
    expect(result.structuredContent).toMatchObject({ error: 'INVALID_ARGUMENTS', outcome: 'notRun' })
  })

  it.each([['{"maxLines":'], ['[1]'], ['"text"'], [7], [{ max_lines: '3', path: 7 }]])(
    '%j are refused',
    async (args) => {
      const { box } = withHead()
      expect(await box.call('head', args)).toMatchObject({
        isError: true,
        structuredContent: { error: 'INVALID_ARGUMENTS' },
      })
    },
  )

  it('that do not fit even when they are changed are refused as they were given', async () => {
    const { box } = setUp()
    const properties = { lines: { type: 'integer' }, path: { type: 'string' } }
    let runs = 0
    box.register([tool('plain', { inputSchema: { type: 'object', properties }, execute: () => (runs += 1) })])
    const result = await box.call('plain', { lines: '3', path: 7 })
    expect(result.structuredContent?.problems).toEqual([
      '/lines is "3", a string; it must be an integer.',
      '/path is 7, a number; it must be a string.',
    ])
    expect(runs).toBe(0)
  })

  it('of a schema that cannot be checked safely are not passed on', async () => {
    const { box } = setUp()
    const external = { type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } }
    box.register([tool('foreign', { inputSchema: external })])
    expect(await box.call('foreign', { a: 1 })).toMatchObject({
      isError: true,
      structuredContent: { error: 'EXTERNAL_REF', outcome: 'notRun' },
    })
  })
})

describe('a handler', () => {
  it('gets its arguments, a signal and a way to tell how far it has come', async () => {
    const { box } = setUp()
    const seen: unknown[] = []
    let late = (): void => {}
    const execute = (_args: unknown, { progress, toolCallId, signal }: ToolCallContext): string => {
      progress({ progress: 1, total: 2 })
      late = () => progress({ progress: 2 })
      return `${toolCallId} ${signal.aborted}`
    }
    box.register([tool('slow', { execute })])
    const onProgress = (progress: unknown): void => {
      seen.push(progress)
    }
    expect(textOf(await box.call('slow', {}, { onProgress, toolCallId: 'c1' }))).toBe('c1 false')
    late()
    expect(seen).toEqual([{ progress: 1, total: 2 }])
  })

  it('that throws anything at all is a result', async () => {
    const { box } = setUp()
    for (const thrown of [new RangeError('no'), 'text', undefined, null, { message: 3 }]) {
      const execute = (): never => {
        throw thrown
      }
      box.register([tool('throws', { execute })])
      expect(await box.call('throws')).toMatchObject({
        isError: true,
        structuredContent: { error: 'TOOL_FAILED', outcome: 'ran' },
      })
    }
  })

  it('that is missing says so', async () => {
    const { box } = setUp()
    box.register([{ name: 'idle', inputSchema: { type: 'object' } }])
    expect(await box.call('idle')).toMatchObject({ structuredContent: { error: 'HANDLER_MISSING' } })
  })

  it('that does not end in time is given up, and told', async () => {
    const { box, clock, events } = setUp({ policyOf: () => ({ timeoutMs: 1_000 }) })
    let reason: unknown
    const execute = (_args: unknown, { signal }: ToolCallContext): Promise<never> => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return new Promise(() => {})
    }
    box.register([tool('hangs', { execute })])
    const running = box.call('hangs')
    await clock.waitFor(1_000)
    await settled()
    await clock.advance(1_000)
    const result = await running
    expect(textOf(result)).toBe(
      'The tool "hangs" did not end within 1 second. Whether the tool ran is not known.',
    )
    expect(result.structuredContent).toEqual({ error: 'CALL_TIMEOUT', tool: 'hangs', outcome: 'unknown' })
    expect(reason).toMatchObject({ code: 'CALL_TIMEOUT' })
    expect(events.at(-1)).toMatchObject({ durationMs: 1_000, error: 'CALL_TIMEOUT', outcome: 'unknown' })
    expect(clock.waits()).toEqual([])
  })

  it('is not begun for a caller who has left, and left alone by one who leaves', async () => {
    const { box } = setUp()
    box.register([tool('hangs', { execute: hang })])
    const caller = new AbortController()
    const running = box.call('hangs', {}, { signal: caller.signal })
    await settled()
    caller.abort()
    expect(await running).toMatchObject({ structuredContent: { error: 'CANCELLED', outcome: 'unknown' } })
    expect(await box.call('hangs', {}, { signal: caller.signal })).toMatchObject({
      structuredContent: { error: 'CANCELLED', outcome: 'notRun' },
    })
  })
})

describe('retries', () => {
  it('happen for what surely did not run, and are told', async () => {
    const { box, events, clock } = setUp({ random: () => 0.5 })
    let attempts = 0
    const execute = (): string => {
      attempts += 1
      if (attempts < 3) throw new CallNotRunError('The line is busy.')
      return 'done'
    }
    box.register([tool('phone', { execute })])
    const running = box.call('phone', {}, { toolCallId: 'c1' })
    for (const pause of [100, 200]) {
      await clock.waitFor(pause)
      await clock.advance(pause)
    }
    expect(textOf(await running)).toBe('done')
    expect(events.map(({ type }) => type)).toEqual([
      'callStarted',
      'attemptFailed',
      'attemptFailed',
      'callEnded',
    ])
    expect(events[1]).toMatchObject({
      callId: 'c1',
      attempt: { attempt: 1, failure: 'unsent', delayMs: 100 },
    })
  })

  it('that are given up before they begin leave a call that did not run', async () => {
    const { box, clock } = setUp({ random: () => 0.5 })
    const execute = (): never => {
      throw new CallNotRunError('The line is busy.')
    }
    box.register([tool('phone', { execute })])
    const caller = new AbortController()
    const running = box.call('phone', {}, { signal: caller.signal })
    await clock.waitFor(100)
    caller.abort()
    expect((await running).structuredContent).toEqual({
      error: 'CANCELLED',
      tool: 'phone',
      outcome: 'notRun',
    })
  })

  it('of what may have run happen only where a trusted source calls it safe', async () => {
    const failing = () => {
      let attempts = 0
      const execute = (): string => {
        attempts += 1
        if (attempts < 3) throw new RangeError('connection reset')
        return 'done'
      }
      return execute
    }
    const readOnly = { readOnlyHint: true }
    const call = async (trusted: boolean, annotations: object | undefined) => {
      const { box } = setUp({ policyOf: () => ({ backend: 'mail', trusted }) })
      box.register([tool('send', { execute: failing(), annotations })])
      return box.call('send')
    }
    expect(textOf(await call(true, readOnly))).toBe('done')
    expect(textOf(await call(true, { idempotentHint: true }))).toBe('done')
    for (const result of [await call(false, readOnly), await call(true, undefined)]) {
      expect(result.structuredContent).toMatchObject({
        error: 'CALL_FAILED',
        failure: 'ambiguous',
        outcome: 'unknown',
        attempts: 1,
      })
      expect(textOf(result)).toMatch(/connection reset. .* Whether the tool ran is not known\.$/)
    }
  })

  it('end with the breaker of a backend, which all of its tools share', async () => {
    const { box } = setUp({ policyOf: () => ({ backend: 'mail' }) })
    const execute = (): never => {
      throw new RangeError('connection reset')
    }
    box.register([tool('send', { execute }), tool('list', { execute })])
    for (let i = 0; i < 5; i += 1) await box.call('send')
    expect((await box.call('list')).structuredContent).toMatchObject({
      error: 'CIRCUIT_OPEN',
      outcome: 'notRun',
      retryable: true,
    })
  })
})

it('an idempotency key joins duplicates and refuses other arguments', async () => {
  const { box } = setUp()
  let runs = 0
  box.register([tool('pay', { execute: () => (runs += 1) })])
  const pay = (args: object) => box.call('pay', args, { idempotencyKey: 'k' })
  const results = await Promise.all([pay({ amount: 1 }), pay({ amount: 1 })])
  expect(results.map(textOf)).toEqual(['1', '1'])
  expect(textOf(await pay({ amount: 1 }))).toBe('1')
  expect((await pay({ amount: 2 })).structuredContent).toEqual({
    error: 'IDEMPOTENCY_CONFLICT',
    tool: 'pay',
    outcome: 'notRun',
  })
})

it('a policy that cannot be read lets nothing through, and the call is answered', async () => {
  const throws = (): never => {
    throw new RangeError('no policy')
  }
  for (const policyOf of [throws, () => ({ timeoutMs: 0 }), () => ({ retry: {} as never })]) {
    const { box, events } = setUp({ policyOf })
    let runs = 0
    box.register([tool('a', { execute: () => (runs += 1) })])
    expect(await box.call('a')).toMatchObject({ isError: true, structuredContent: { outcome: 'notRun' } })
    expect([runs, events.at(-1)?.type]).toEqual([0, 'callEnded'])
  }
})

it('a listener that throws harms nobody', async () => {
  const warnings: unknown[] = []
  const hear = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', hear)
  const onEvent = (): never => {
    throw new RangeError('deaf listener')
  }
  const { box } = setUp({ onEvent })
  box.register([tool('a')])
  expect(textOf(await box.call('a'))).toBe('a')
  await settled()
  process.off('warning', hear)
  expect(warnings).toContain('deaf listener')
})
