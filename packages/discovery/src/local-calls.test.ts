import type { ToolCallContext } from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import { beforeAll, expect, it } from 'vitest'
import { open } from './fixtures/open-discovery.ts'

const anything = { type: 'object' }
// The engine that checks arguments is loaded with the first call.
beforeAll(() => createSchemaValidator().validate(anything, {}))
const hanging =
  (aborted: unknown[]) =>
  (_args: unknown, { signal }: ToolCallContext): Promise<never> => {
    signal.addEventListener('abort', () => aborted.push(signal.reason))
    return new Promise(() => {})
  }

it('a handler that does not end is given up; its signal says so', async () => {
  const scout = open()
  const aborted: unknown[] = []
  await scout.register({ hang: { inputSchema: anything, execute: hanging(aborted) } })
  expect(await scout.call('hang', {}, { timeoutMs: 20 })).toMatchObject({
    structuredContent: { error: 'CALL_TIMEOUT', tool: 'hang', outcome: 'unknown' },
  })
  const controller = new AbortController()
  const running = scout.call('hang', {}, { signal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort(new RangeError('enough'))
  expect(await running).toMatchObject({ structuredContent: { error: 'CANCELLED', outcome: 'unknown' } })
  expect(aborted).toHaveLength(2)
})

it('a handler is told when the facade is closed, which does not wait for it', async () => {
  const scout = open()
  const aborted: unknown[] = []
  await scout.register({
    hang: { inputSchema: anything, execute: hanging(aborted) },
    closes: { inputSchema: anything, execute: () => scout.close() },
  })
  const running = scout.call('hang')
  const closing = scout.call('closes')
  for (const ended of [running, closing])
    expect(await ended).toMatchObject({ structuredContent: { error: 'DISCOVERY_CLOSED' } })
  expect(aborted).toHaveLength(1)
})

it('reading the arguments is part of the call: it may fail, and it may hang', async () => {
  const scout = open()
  const standard = (validate: () => unknown): object => ({
    '~standard': { version: 1, vendor: 'test', validate, jsonSchema: { input: () => anything } },
  })
  const throws = (): never => {
    throw new RangeError('broken refinement')
  }
  let runs = 0
  await scout.register({
    throws: { inputSchema: standard(throws), execute: () => (runs += 1) },
    hangs: { inputSchema: standard(() => new Promise(() => {})), execute: () => (runs += 1) },
  })
  expect(await scout.call('throws')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('broken refinement') }],
  })
  expect(await scout.call('hangs', {}, { timeoutMs: 20 })).toMatchObject({
    structuredContent: { error: 'CALL_TIMEOUT' },
  })
  expect(runs).toBe(0)
})

it('what is begun while the facade closes is refused', async () => {
  const scout = open()
  const begun: Promise<unknown>[] = []
  const execute = (_args: unknown, { signal }: ToolCallContext): Promise<never> => {
    signal.addEventListener('abort', () => begun.push(scout.call('begins'), scout.close()))
    return new Promise(() => {})
  }
  await scout.register({ begins: { inputSchema: anything, execute } })
  const running = scout.call('begins')
  await new Promise((resolve) => setImmediate(resolve))
  await scout.close()
  for (const ended of [running, begun[0]])
    expect(await ended).toMatchObject({ structuredContent: { error: 'DISCOVERY_CLOSED' } })
  await expect(begun[1]).resolves.toBeUndefined()
})

it('a handler that throws what cannot be read has failed like any other', async () => {
  const scout = open()
  const throws = (): never => {
    throw 'inner'
  }
  const hostile = [
    Object.defineProperty(new Error(''), 'message', { get: throws }),
    new Proxy({}, { get: throws, getPrototypeOf: throws }),
  ]
  for (const value of hostile) {
    const execute = (): never => {
      throw value
    }
    await scout.register({ tool: { inputSchema: anything, execute } })
    expect(await scout.call('tool')).toMatchObject({ isError: true, content: [{ type: 'text' }] })
  }
})
