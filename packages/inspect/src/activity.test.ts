import type { Clock } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import type { ActivityView } from './api/views.ts'
import { manyTools, openGateway, openInspected, TOOLS } from './fixtures/inspected.ts'

const NOW = Date.UTC(2026, 0, 1)
const clock: Clock = { now: () => NOW, after: () => () => {} }

describe('activity', () => {
  it('is what came, changed and went, newest first', async () => {
    const gateway = openGateway()
    const { ask } = await openInspected({ gateway, clock })
    await gateway.register(TOOLS, { namespace: 'a' })
    await gateway.register([{ ...TOOLS[1], description: 'Other words' }], { namespace: 'a' })
    gateway.unregister('a:read_file')
    const { changes } = await ask<ActivityView>('/api/activity')

    expect(changes.map(({ kind, text, names }) => [kind, text, names])).toEqual([
      ['removed', '1 tool removed', ['a:read_file']],
      ['updated', '1 tool updated', ['a:list_issues']],
      ['added', '3 tools added', ['a:create_issue', 'a:list_issues', 'a:read_file']],
    ])
    expect(new Set(changes.map(({ at }) => at))).toEqual(new Set([NOW]))
  })

  it('is bounded, whatever comes', async () => {
    const gateway = openGateway()
    const { ask } = await openInspected({ gateway })
    for (let i = 0; i < 300; i += 1) {
      await gateway.register([{ name: 'again', inputSchema: { type: 'object' }, description: `Round ${i}` }])
      await gateway.search('again')
      await gateway.search('again')
    }
    const { changes, series } = await ask<ActivityView>('/api/activity')

    expect(changes.length).toBe(200)
    expect(series.map(({ samples }) => samples.length)).toEqual([300])
  })

  it('names some of many', async () => {
    const gateway = openGateway()
    const { ask } = await openInspected({ gateway })
    await gateway.register(manyTools(1_000))
    const [change] = (await ask<ActivityView>('/api/activity')).changes

    expect([change?.text, change?.names.length, change?.namesLeft]).toEqual(['1000 tools added', 20, 980])
  })

  it('is how long searches and calls took, and which failed', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS, { namespace: 'a' })
    const { ask } = await openInspected({ gateway })
    for (const _ of [1, 2, 3]) await gateway.call('a:list_issues', {})
    await gateway.call('a:read_file', {})
    await gateway.call('nothing', {})
    await gateway.search('issue')
    const { series } = await ask<ActivityView>('/api/activity')

    expect(series.map(({ kind, name, samples, errors }) => [kind, name, samples.length, errors])).toEqual([
      ['search', '', 1, 0],
      ['call', '', 4, 1],
    ])
    for (const { samples, medianMs, p95Ms } of series) {
      const times = samples.map(({ ms }) => ms)
      expect(times).toContain(medianMs)
      expect(p95Ms).toBe(Math.max(...times))
    }
  })

  it('tells a server that is lost again and again once, with how often', async () => {
    const gateway = openGateway()
    gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
    const { ask } = await openInspected({ gateway })
    gateway.start()
    await gateway.settled({ timeoutMs: 20_000 })
    await gateway.reconnectServer('dead').catch(() => {})
    const { changes } = await ask<ActivityView>('/api/activity')

    expect(changes).toMatchObject([{ kind: 'server', names: ['dead'], state: 'waiting', times: 2 }])
    expect(changes[0]?.text).toContain('127.0.0.1:9')
  })
})
