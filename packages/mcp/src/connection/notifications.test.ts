import { describe, expect, it } from 'vitest'
import { connect } from '../fixtures/connect.ts'
import { fixture, until } from '../fixtures/servers.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { createNotificationReader, type McpNotification } from './notifications.ts'

const message = { method: 'notifications/message', params: { level: 'info', data: 'vis\u200bible' } }

describe('onNotification', () => {
  it('tells of messages and changes, cleaned, until it is stopped', async () => {
    const connection = await connect(fixture('caller'))
    const heard: McpNotification[] = []
    const stop = connection.onNotification((notification) => heard.push(notification))
    const others = [
      'resources/updated',
      'resources/list_changed',
      'prompts/list_changed',
      'tools/list_changed',
    ].map((method) => ({ method: `notifications/${method}`, params: { uri: 'file:///a' } }))
    const unheard = [{ method: 'notifications/unheard-of' }, { method: 'notifications/message', params: 7 }]
    await connection.call('notify', { messages: [message, ...others, ...unheard] })
    stop()
    await connection.call('notify', { messages: [message] })
    expect(heard).toEqual([
      { method: 'notifications/message', params: { level: 'info', data: 'visible' } },
      { method: 'notifications/resources/updated', params: { uri: 'file:///a' } },
      { method: 'notifications/resources/list_changed', params: {} },
      { method: 'notifications/prompts/list_changed', params: {} },
      { method: 'notifications/tools/list_changed', params: {} },
    ])
  })

  it('hears a part of a flood, says so once, and the connection lives on', async () => {
    const diagnostics: McpDiagnostic[] = []
    const connection = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    let heard = 0
    let changes = 0
    connection.onNotification(({ method }) => {
      if (method === 'notifications/message') heard += 1
      else changes += 1
    })
    const change = { method: 'notifications/resources/list_changed' }
    await connection.call('notify', { messages: [message, change], times: 20_000 })
    await until(() => changes === 20_000)
    expect(heard).toBeGreaterThanOrEqual(1_000)
    expect(heard).toBeLessThan(20_000)
    expect(diagnostics).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/more than 200 notifications\/message a second/),
      }),
    ])
  })

  it('harms no other listener when one throws', async () => {
    const diagnostics: McpDiagnostic[] = []
    const connection = await connect(fixture('caller'), {
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    })
    let heard = 0
    connection.onNotification(() => {
      throw new Error('mine alone')
    })
    connection.onNotification(() => {
      heard += 1
    })
    await connection.call('notify', { messages: [message] })
    expect(heard).toBe(1)
    expect(diagnostics).toMatchObject([
      { kind: 'listener', message: 'A notification listener threw: Error: mine alone' },
    ])
  })
})

describe('a reader', () => {
  it('lets through a thousand at once and two hundred a second, each method by itself', () => {
    let at = 0
    const dropped: string[] = []
    const read = createNotificationReader({ now: () => at, onDropped: (why) => dropped.push(why) })
    const pass = (
      count: number,
      method: 'notifications/message' | 'notifications/resources/updated',
    ): number =>
      Array.from({ length: count }, () => read(method, {})).filter((one) => one !== undefined).length
    expect(pass(5_000, 'notifications/message')).toBe(1_000)
    expect(pass(10, 'notifications/resources/updated')).toBe(10)
    at = 1_000
    expect(pass(5_000, 'notifications/message')).toBe(200)
    expect(dropped).toHaveLength(1)
    at = 60_000
    expect(pass(5_000, 'notifications/message')).toBe(1_000)
    expect(dropped).toHaveLength(2)
  })

  it('drops what is too large or no object, and says so', () => {
    const dropped: string[] = []
    const read = createNotificationReader({ now: () => 0, onDropped: (why) => dropped.push(why) })
    const large = { data: 'x'.repeat(100_000) }
    for (const params of [large, 7, 'text', []]) expect(read('notifications/message', params)).toBeUndefined()
    expect(read('notifications/message', null)).toEqual({ method: 'notifications/message', params: {} })
    expect(dropped).toHaveLength(4)
  })
})
