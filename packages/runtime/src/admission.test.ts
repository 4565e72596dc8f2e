import { createManualClock } from '@toolscout/testkit/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureResult } from './failure-result.ts'
import { loadCalls, textOf, tool } from './fixtures/tools.ts'
import { createToolbox, type Toolbox } from './index.ts'
import type { AdmissionCall, CallEngineOptions, CallEvent } from './tool-call.ts'

beforeAll(loadCalls)

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
  additionalProperties: false,
}
/** A tool that may need admission, what it ran with, and what was told of it. */
function setUp(options: CallEngineOptions = {}): {
  readonly box: Toolbox
  readonly runs: unknown[]
  readonly events: CallEvent[]
} {
  const runs: unknown[] = []
  const events: CallEvent[] = []
  const box = createToolbox({ onEvent: (event) => events.push(event), ...options })
  box.register([tool('write', { inputSchema, execute: (args: unknown) => void runs.push(args) })])
  return { box, runs, events }
}

describe('a call that is asked about', () => {
  it.each([[{ path: '/x', lines: 3 }], [{ Path: '/x', lines: '3' }], ['{"pa_th":"/x","lines":3}']])(
    '%j is asked about as it is run',
    async (args) => {
      const { box, runs } = setUp()
      const asked: AdmissionCall[] = []
      await box.call('write', args, { admit: async (call) => void asked.push(call) })
      expect(asked.map(({ name, tool: { id }, args: shown }) => [name, id, shown])).toEqual([
        ['write', 'write', { path: '/x', lines: 3 }],
      ])
      expect(runs).toEqual([asked[0]?.args])
      expect(Object.isFrozen(asked[0]?.args)).toBe(true)
    },
  )

  it('is not asked about when its arguments do not fit', async () => {
    const { box } = setUp()
    const asked: AdmissionCall[] = []
    const result = await box.call('write', { lines: 3 }, { admit: async (call) => void asked.push(call) })
    expect([result.structuredContent?.error, asked]).toEqual(['INVALID_ARGUMENTS', []])
  })

  it('is answered with what is given in its place, and that is told as any failure is', async () => {
    const { box, runs, events } = setUp()
    const refusal = failureResult('NOT_TODAY', 'Not today.', { tool: 'write', outcome: 'notRun' })
    expect(await box.call('write', { path: 'x' }, { admit: async () => refusal })).toBe(refusal)
    expect(events.at(-1)).toMatchObject({ type: 'callEnded', error: 'NOT_TODAY', outcome: 'notRun' })
    expect(runs).toEqual([])
  })

  it.each([
    ['rejects', () => Promise.reject(new RangeError('out of reach'))],
    [
      'throws',
      () => {
        throw new RangeError('out of reach')
      },
    ],
  ])('does not run when whoever is asked %s', async (_how, admit) => {
    const { box, runs } = setUp()
    const result = await box.call('write', { path: 'x' }, { admit })
    expect(result.structuredContent).toMatchObject({ error: 'CALL_FAILED', outcome: 'notRun' })
    expect([textOf(result), runs]).toEqual(['out of reach', []])
  })

  it('has its whole time when it begins at last', async () => {
    const clock = createManualClock()
    const { box, runs } = setUp({ clock, timeoutMs: 1_000 })
    const admit = async (): Promise<undefined> => {
      expect(clock.waits()).toEqual([])
      await clock.advance(300_000)
    }
    expect((await box.call('write', { path: 'x' }, { admit })).isError).toBeUndefined()
    expect(runs).toHaveLength(1)
    box.register([tool('hang', { execute: () => new Promise(() => {}) })])
    const hanging = box.call('hang', {}, { admit })
    await clock.waitFor(1_000)
    await clock.advance(1_000)
    expect((await hanging).structuredContent?.error).toBe('CALL_TIMEOUT')
  })

  it('ends when the caller gives up meanwhile', async () => {
    const { box, runs } = setUp()
    const caller = new AbortController()
    const admit = ({ signal }: AdmissionCall): Promise<undefined> => {
      caller.abort()
      expect(signal.aborted).toBe(true)
      return new Promise(() => {})
    }
    const result = await box.call('write', { path: 'x' }, { admit, signal: caller.signal })
    expect(result.structuredContent).toMatchObject({ error: 'CANCELLED', outcome: 'notRun' })
    expect(runs).toEqual([])
  })
})
