import { describe, expect, it } from 'vitest'
import { connect } from '../fixtures/connect.ts'
import { fixture } from '../fixtures/servers.ts'
import type { McpDiagnostic } from '../transport/transport.ts'

describe('a server that floods its client', () => {
  it.each([
    ['requests', { id: 'x', method: 'ping' }],
    ['requests nobody knows', { id: 'x', method: 'x/y' }],
    [
      'progress of nothing',
      { method: 'notifications/progress', params: { progressToken: 'x', progress: 1 } },
    ],
    ['cancellations', { method: 'notifications/cancelled', params: { requestId: 1 } }],
    ['notifications nobody knows', { method: 'x/y' }],
    ['answers to nothing', { id: 'x', result: {} }],
    ['answers that are none', { id: 'x' }],
  ])('with %s is answered no less, and told of a bounded number of times', async (_what, message) => {
    const diagnostics: McpDiagnostic[] = []
    const connection = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    await connection.call('notify', { messages: [message], times: 10_000 })
    const { structuredContent } = await connection.call('answers', {})
    expect(diagnostics.length).toBeLessThan(1_100)
    // What it does not read would lie in our memory.
    expect(structuredContent?.answers).toBeLessThan(5_000)
  })
})
