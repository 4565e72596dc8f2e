import { startTaskServer } from '@toolscout/testbed/tasks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { Gateway } from '../gateway.ts'

const CALLS = 8
const PAIRS = [
  ['session', 'stdio'],
  ['session', 'http'],
  ['stateless', 'stdio'],
  ['stateless', 'http'],
] as const

async function open(server: Awaited<ReturnType<typeof startTaskServer>>): Promise<Gateway> {
  onTestFinished(server.stop)
  const gateway = createGateway({ discovery: { embedder: false }, limits: { reconnectBaseMs: 50 } })
  onTestFinished(() => gateway.stop())
  gateway.addServer({ name: 'tasks', ...server.config })
  gateway.start()
  await gateway.settled()
  return gateway
}

describe.each(PAIRS)('when a server of the era %s over %s is killed in the middle of tasks', (era, way) => {
  it.each([2, 1])('those that outlive it are brought to their ends, after %i deaths', async (deaths) => {
    const server = await startTaskServer(era, way, { durable: true })
    const gateway = await open(server)
    const nonces = Array.from({ length: CALLS }, (_, i) => `n${i}`)
    const calls = nonces.map((nonce) => gateway.call('tasks:work', { nonce, polls: 12 }))
    for (let death = 1; death <= deaths; death += 1) {
      await expect
        .poll(() => server.ledger().get('polled n0') ?? 0, { timeout: 20_000 })
        .toBeGreaterThan(death * 3)
      await server.restart()
    }
    const results = await Promise.all(calls)
    expect(results).toEqual(nonces.map((text) => ({ content: [{ type: 'text', text }] })))
    for (const nonce of nonces) expect(server.ledger().get(`ran ${nonce}`)).toBe(1)
  })

  it('those that it forgets may have run, and are not run again', async () => {
    const server = await startTaskServer(era, way)
    const gateway = await open(server)
    const calls = Array.from({ length: CALLS }, (_, i) => gateway.call('tasks:wait', { nonce: `n${i}` }))
    await expect.poll(() => server.ledger().get('polled n7') ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
    await server.restart()
    for (const result of await Promise.all(calls)) {
      expect(result).toMatchObject({ isError: true, structuredContent: { outcome: 'unknown' } })
    }
    for (let i = 0; i < CALLS; i += 1) expect(server.ledger().get(`ran n${i}`)).toBe(1)
  })
})
