import { describe, expect, it } from 'vitest'
import type { FindingsView } from './api/views.ts'
import { openGateway, openInspected, TOOLS } from './fixtures/inspected.ts'

const UNCLEAR = [
  {
    name: 'tool1',
    inputSchema: { type: 'object' as const },
    description: 'Does things with data that is there',
  },
  { name: 'sunrise', inputSchema: { type: 'object' as const }, description: 'Sunrise' },
]

async function look(ask: <T>(path: string) => Promise<T>, asked = ''): Promise<FindingsView> {
  for (;;) {
    const data = await ask<FindingsView>(`/api/findings${asked}`)
    if (data.state !== 'running') return data
  }
}

describe('findings', () => {
  it('are looked for when somebody asks, and told by code and in parts', async () => {
    const gateway = openGateway()
    await gateway.register([...UNCLEAR, ...TOOLS])
    const { ask } = await openInspected({ gateway })
    expect(await ask('/api/findings')).toMatchObject({ state: 'running', total: 10, findings: [] })
    const all = await look(ask)

    expect(all.counts.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['VAGUE_NAME', 'SHORT_DESCRIPTION']),
    )
    expect(all.matching).toBe(all.counts.reduce((sum, { count }) => sum + count, 0))
    const vague = await look(ask, '?code=VAGUE_NAME')
    expect(vague.findings.map(({ code, tools }) => [code, tools])).toEqual([['VAGUE_NAME', ['tool1']]])
    const second = await look(ask, '?offset=1&limit=1')
    expect(second.findings).toEqual([all.findings[1]])
  })

  it('say when they are old, and are looked for again when told so', async () => {
    const gateway = openGateway()
    await gateway.register(UNCLEAR)
    const { ask } = await openInspected({ gateway })
    expect(await look(ask)).toMatchObject({ isOld: false, tools: 2 })
    await gateway.register(TOOLS)
    expect(await look(ask)).toMatchObject({ isOld: true, tools: 2 })
    expect(await ask('/api/findings?again=1')).toMatchObject({ state: 'running', tools: 5 })
    expect(await look(ask)).toMatchObject({ state: 'done', isOld: false, tools: 5 })
  })

  it('do not count as searches of agents', async () => {
    const gateway = openGateway()
    await gateway.register(TOOLS)
    const { ask } = await openInspected({ gateway })
    await look(ask)

    expect(gateway.stats().searches).toBe(0)
  })
})
