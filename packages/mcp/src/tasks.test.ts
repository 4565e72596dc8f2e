import { describe, expect, it } from 'vitest'
import type { McpConnectOptions } from './connection/connect-options.ts'
import type { McpConnection } from './connection/connection.ts'
import { McpCallError, McpTimeoutError } from './errors.ts'
import { rejection } from './fixtures/servers.ts'
import { openTasks, TASK_SERVERS } from './fixtures/task-servers.ts'

const somebody: NonNullable<McpConnectOptions['client']> = {
  capabilities: { elicitation: { form: {} } },
  onRequest: async () => ({ action: 'accept', content: { name: 'Ann' } }),
}

describe.each(TASK_SERVERS)('a task of a server of the era %s over %s', (era, way) => {
  it('is followed to its end, whatever that is', async () => {
    const { server, connection } = await openTasks(era, way, { client: somebody })
    const call = (tool: string): ReturnType<McpConnection['call']> => connection.call(tool, { nonce: tool })
    expect(await call('work')).toEqual({ content: [{ type: 'text', text: 'work' }] })
    expect(await call('refuse')).toEqual({ content: [{ type: 'text', text: 'refuse' }], isError: true })
    expect(await call('ask')).toEqual({ content: [{ type: 'text', text: 'ask Ann' }] })
    expect(await call('plain')).toEqual({ content: [{ type: 'text', text: 'plain true' }] })
    const failed = await rejection(call('fail'))
    expect(failed).toBeInstanceOf(McpCallError)
    expect(failed).toMatchObject({
      message: expect.stringContaining('It broke.'),
      details: { outcome: 'unknown', rpcCode: -32_603 },
    })
    for (const tool of ['work', 'refuse', 'ask', 'fail']) expect(server.ledger().get(`ran ${tool}`)).toBe(1)
    expect(server.ledger().get('accept ask')).toBe(1)
  })

  it('is cancelled when its caller stops, and when its time is up, which is longer than that of a call', async () => {
    const timeouts = { callMs: 2_000, taskMs: 2_500 }
    const { server, connection } = await openTasks(era, way, { timeouts })
    const last = rejection(connection.call('wait', { nonce: 'c' }))
    const caller = new AbortController()
    const onTask = (): void => caller.abort(new TypeError('enough'))
    const call = connection.call('wait', { nonce: 'a' }, { signal: caller.signal, onTask })
    await expect(call).rejects.toThrow('enough')
    if (era === 'session') {
      // Before it is known that there is a task.
      const early = new AbortController()
      const called = connection.call('wait', { nonce: 'early' }, { signal: early.signal })
      early.abort(new TypeError('at once'))
      await expect(called).rejects.toThrow('at once')
      await expect.poll(() => server.ledger().get('cancelled early'), { timeout: 5_000 }).toBe(1)
    }
    const late = await rejection(connection.call('wait', { nonce: 'b' }, { timeoutMs: 500 }))
    expect(late).toBeInstanceOf(McpTimeoutError)
    expect(late).toMatchObject({ details: { outcome: 'unknown' } })
    await expect.poll(() => server.ledger().get('cancelled a')).toBe(1)
    await expect.poll(() => server.ledger().get('cancelled b')).toBe(1)
    expect(await last).toMatchObject({ details: { timeoutMs: 2_500, outcome: 'unknown' } })
  })

  it('is told of by its messages', async () => {
    const { connection } = await openTasks(era, way)
    const told: unknown[] = []
    await connection.call(
      'work',
      { nonce: 'n', polls: 3 },
      { onProgress: ({ message }) => void told.push(message) },
    )
    const isLasting = era === 'session' && way === 'stdio'
    expect(told).toEqual(isLasting ? ['lasting'] : ['step 1 of n', 'step 2 of n', 'step 3 of n'])
  })
})
