import { describe, expect, it } from 'vitest'
import { openReady, startFarm, textOf } from './fixtures/chaos.ts'
import { openRegistry } from './fixtures/open-registry.ts'

const LOCAL = {
  echo: { description: 'Says it again', inputSchema: { type: 'object' }, execute: () => 'local' },
}

describe('Symb 3.9', () => {
  it('a bare name means the local tool before one of a server, and each is listed once, under its own name', async () => {
    const { backends } = await startFarm(1)
    const { registry } = await openReady(backends)
    await registry.register(LOCAL)
    expect(textOf(await registry.call('echo', { nonce: 'n' }))).toBe('local')
    expect(textOf(await registry.call('b000:echo', { nonce: 'n' }))).toBe('b000 echo n')
    const echoes = registry.list().filter(({ id }) => /(^|:)echo$/.test(id))
    expect(echoes.map(({ id, exportName }) => [id, exportName])).toEqual([
      ['b000:echo', 'b000__echo'],
      ['echo', 'echo'],
    ])
  })

  it('a server that cannot be listed leaves the local tools, and that it is missing is told', async () => {
    const { backends } = await startFarm(1)
    const [backend] = backends
    await backend?.down()
    const { registry } = openRegistry()
    registry.addServer({ name: 'b000', transport: 'http', url: String(backend?.url) })
    await registry.register(LOCAL)
    registry.start()
    const health = await registry.settled()
    expect(health).toMatchObject({ status: 'degraded', degraded: [{ server: 'b000', state: 'waiting' }] })
    expect(registry.list().map(({ id }) => id)).toEqual(['echo'])
    const { hits, degraded } = await registry.search('say it again')
    expect(hits.map(({ id }) => id)).toEqual(['echo'])
    expect(degraded[0]).toMatchObject({ arm: 'server b000' })
  })

  it('tool order is deterministic: by id, whatever came first', async () => {
    const { backends } = await startFarm(2)
    const orders = await Promise.all(
      [backends, [...backends].reverse()].map(async (given) => {
        const { registry } = await openReady(given)
        return registry.list().map(({ id }) => id)
      }),
    )
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]).toEqual([...(orders[0] ?? [])].sort())
  })
})
