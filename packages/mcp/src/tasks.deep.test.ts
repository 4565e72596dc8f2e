import { describe, expect, it } from 'vitest'
import { McpCallError, McpClosedError } from './errors.ts'
import { connect } from './fixtures/connect.ts'
import { realServer, rejection } from './fixtures/servers.ts'
import { connectTasks, openTasks, TASK_SERVERS } from './fixtures/task-servers.ts'

describe.each(TASK_SERVERS)('a task of a server of the era %s over %s', (era, way) => {
  it('is followed by the next connection where it outlives its server', async () => {
    const { server, connection } = await openTasks(era, way, { durable: true })
    let task = ''
    let isRestarted: Promise<void> | undefined
    const call = connection.call(
      'work',
      { nonce: 'n', polls: 4 },
      {
        onTask: (id) => {
          task = id
          isRestarted = server.restart()
        },
      },
    )
    if (era === 'stateless' && way === 'http') {
      // There is no connection that could end.
      expect(await call).toEqual({ content: [{ type: 'text', text: 'n' }] })
    } else {
      const lost = await rejection(call)
      expect(lost).toMatchObject({ details: { outcome: 'unknown' } })
      await isRestarted
      const next = await connectTasks(server)
      expect(await next.followTask('work', task)).toEqual({ content: [{ type: 'text', text: 'n' }] })
    }
    expect(server.ledger().get('ran n')).toBe(1)
  })

  it('is lost with a server that forgets it, and may have run', async () => {
    const { server, connection } = await openTasks(era, way)
    let task = ''
    let isRestarted: Promise<void> | undefined
    const call = connection.call(
      'wait',
      { nonce: 'n' },
      {
        onTask: (id) => {
          task = id
          isRestarted = server.restart()
        },
      },
    )
    const lost = await rejection(call)
    await isRestarted
    expect(lost instanceof McpClosedError || lost instanceof McpCallError).toBe(true)
    expect(lost).toMatchObject({ details: { outcome: 'unknown' } })
    const next = await connectTasks(server)
    expect(await rejection(next.followTask('wait', task))).toMatchObject({
      code: 'MCP_CALL_FAILED',
      details: { outcome: 'unknown', rpcCode: -32_602 },
    })
  })
})

it('a tool of the everything server that runs as a task only is called, and asks', async () => {
  const asked: unknown[] = []
  const connection = await connect(realServer('everything'), {
    client: {
      capabilities: { elicitation: { form: {} } },
      onRequest: async (_method, { message }) => {
        asked.push(message)
        return { action: 'accept', content: { interpretation: 'technical' } }
      },
    },
  })
  await connection.list()
  const { content, isError } = await connection.call('simulate-research-query', {
    topic: 'owls',
    ambiguous: true,
  })
  expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.stringContaining('owls')])
  expect(asked).toEqual([expect.stringContaining('owls')])
})
