import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectServe } from '../fixtures/serve-client.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

it('serves no server that the client which starts it lists itself, wherever it was read from', async () => {
  const host = await createTestHost()
  const cursor = join(host.home, '.cursor/mcp.json')
  await host.write(cursor, { mcpServers: { live: DESK, copied: DESK, other: { command: 'none' } } })
  await host.write(join(host.home, '.config/toolscout/config.json'), {
    clients: ['cursor'],
    mcpServers: { copied: DESK, other: DESK, own: DESK },
  })
  const idsFor = async (client: string): Promise<unknown> => {
    const serve = await connectServe(host, ['--exposure', 'direct', '--client', client])
    const { tools } = await serve.listTools({}, { timeout: 60_000 })
    const servers = tools.flatMap(({ name }) => /^(\w+?)__/.exec(name)?.[1] ?? [])
    return [...new Set(servers)].sort()
  }
  expect(await idsFor('cursor')).toEqual(['other', 'own'])
  expect(await idsFor('zed')).toEqual(['copied', 'live', 'other', 'own'])
}, 120_000)
