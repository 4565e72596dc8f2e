import { createManualClock, settled } from '@toolscout/testkit/internal'
import { beforeAll, expect, it } from 'vitest'
import { loadCalls, textOf, tool } from './fixtures/tools.ts'
import { createToolbox } from './index.ts'
import type { CallEngineOptions } from './tool-call.ts'

beforeAll(loadCalls)

/** A box whose tools begin when called and end when told. */
const setUp = (options: CallEngineOptions = {}) => {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const box = createToolbox({ clock: createManualClock(), ...options })
  const execute =
    (name: string) =>
    async (args: object): Promise<string> => {
      const call = `${name}${String(Reflect.get(args, 'n') ?? '')}`
      log.push(`+${call}`)
      await new Promise<void>((resolve) => ends.set(call, resolve))
      log.push(`-${call}`)
      return call
    }
  box.register([
    tool('read', { execute: execute('read'), annotations: { readOnlyHint: true } }),
    tool('write', { execute: execute('write') }),
  ])
  const end = async (call: string): Promise<void> => {
    ends.get(call)?.()
    await settled()
  }
  return { box, log, end }
}
const calls = [
  { id: 'a', name: 'write', arguments: { n: 1 } },
  { id: 'b', name: 'read', arguments: '{"n":1}' },
  { id: 'c', name: 'write', arguments: { n: 2 } },
  { id: 'd', name: 'missing' },
]

it('runs the calls of a turn at once and keeps their order', async () => {
  const { box, log, end } = setUp()
  const running = box.callAll(calls)
  await settled()
  await settled()
  expect(log).toEqual(['+write1', '+read1', '+write2'])
  for (const call of ['write2', 'read1', 'write1']) await end(call)
  const results = await running
  expect(results.map(({ id, result }) => `${id} ${textOf(result)}`)).toEqual([
    'a write1',
    'b read1',
    'c write2',
    'd tool not found: missing',
  ])
})

it('makes calls with side effects one after another when asked, and a failed one stops none', async () => {
  const { box, log, end } = setUp()
  const execute = (): never => {
    throw new RangeError('no')
  }
  box.register([tool('fails', { execute })])
  const running = box.callAll([{ id: 'x', name: 'fails' }, ...calls], { serializeSideEffects: true })
  await settled()
  await settled()
  expect(log).toEqual(['+read1', '+write1'])
  await end('write1')
  expect(log).toEqual(['+read1', '+write1', '-write1', '+write2'])
  await end('write2')
  await end('read1')
  expect((await running).map(({ id }) => id)).toEqual(['x', 'a', 'b', 'c', 'd'])
})

it('answers every call of a turn that is given up', async () => {
  const { box, end } = setUp()
  const caller = new AbortController()
  const running = box.callAll(calls, { signal: caller.signal })
  await settled()
  caller.abort()
  const results = await running
  expect(results.map(({ result }) => result.structuredContent?.error)).toEqual([
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
    'TOOL_NOT_FOUND',
  ])
  await end('read1')
})

it('answers whatever a model writes', async () => {
  const { box } = setUp()
  const odd = [null, { id: 3, name: 4 }, { name: 'x\n\u202ey'.padEnd(1_000, 'z') }] as never[]
  const results = await box.callAll(odd)
  expect(results.map(({ id, name }) => [id, name.length])).toEqual([
    ['', 0],
    ['', 0],
    ['', 1_000],
  ])
  const texts = results.map(({ result }) => textOf(result))
  expect(texts.slice(0, 2)).toEqual(['tool not found: ', 'tool not found: '])
  expect(texts[2]).toMatch(/^tool not found: x \\u\{202e\}yz{100,120}…$/)
  await expect(box.callAll('calls' as never)).rejects.toThrow(TypeError)
  await expect(box.callAll([], { timeoutMs: 0 })).rejects.toThrow(RangeError)
})

it('refuses what is too much at once', async () => {
  const { box, end } = setUp({ limits: { maxRunning: 1, maxWaiting: 0 } })
  const running = box.callAll(calls.slice(0, 2))
  await settled()
  await settled()
  await end('write1')
  await end('read1')
  const errors = (await running).map(({ result }) => result.structuredContent?.error)
  expect(errors.filter((error) => error === 'OVERLOADED')).toHaveLength(1)
})
