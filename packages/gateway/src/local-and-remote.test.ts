import { describe, expect, it } from 'vitest'
import { openReady, startFarm, textOf } from './fixtures/chaos.ts'
import { openGateway } from './fixtures/open-gateway.ts'

const LOCAL = {
  echo: { description: 'Says it again', inputSchema: { type: 'object' }, execute: () => 'local' },
}

describe('Symb 3.9', () => {
  it('a bare name means the local tool before one of a server, and each is listed once, under its own name', async () => {
    const { backends } = await startFarm(1)
    const { gateway } = await openReady(backends)
    await gateway.register(LOCAL)
    expect(textOf(await gateway.call('echo', { nonce: 'n' }))).toBe('local')
    expect(textOf(await gateway.call('b000:echo', { nonce: 'n' }))).toBe('b000 echo n')
    const echoes = gateway.list().filter(({ id }) => /(^|:)echo$/.test(id))
    expect(echoes.map(({ id, exportName }) => [id, exportName])).toEqual([
      ['b000:echo', 'b000__echo'],
      ['echo', 'echo'],
    ])
  })

  it('a server that cannot be listed leaves the local tools, and that it is missing is told', async () => {
    const { backends } = await startFarm(1)
    const [backend] = backends
    await backend?.down()
    const { gateway } = openGateway()
    gateway.addServer({ name: 'b000', transport: 'http', url: String(backend?.url) })
    await gateway.register(LOCAL)
    gateway.start()
    const health = await gateway.settled()
    expect(health).toMatchObject({ status: 'degraded', degraded: [{ server: 'b000', state: 'waiting' }] })
    expect(gateway.list().map(({ id }) => id)).toEqual(['echo'])
    const { hits, degraded } = await gateway.search('say it again')
    expect(hits.map(({ id }) => id)).toEqual(['echo'])
    expect(degraded[0]).toMatchObject({ part: 'server b000' })
  })

  it('tool order is deterministic: by id, whatever came first', async () => {
    const { backends } = await startFarm(2)
    const orders = await Promise.all(
      [backends, [...backends].reverse()].map(async (given) => {
        const { gateway } = await openReady(given)
        return gateway.list().map(({ id }) => id)
      }),
    )
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]).toEqual([...(orders[0] ?? [])].sort())
  })
})
