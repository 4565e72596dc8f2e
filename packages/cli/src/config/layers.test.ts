import { join } from 'node:path'
import { toIdPart } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

it('uses the first of two servers whose tools would have the same ids', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { 'my desk': DESK, [toIdPart('my desk')]: DESK } })
  const { stdout, stderr } = await host.run(['list', '--json'])
  const { servers } = JSON.parse(stdout) as { servers: readonly { readonly server: string }[] }
  expect(servers.map(({ server }) => server)).toEqual(['my desk'])
  expect(stderr).toMatch(/the ids of the server "my_desk\.[0-9a-f]{8}" would be those of "my desk"/)
})

it('says once that a server of a project takes the place of one of the user', async () => {
  const host = await createTestHost()
  await host.write(join(host.home, '.config/toolscout/config.json'), { mcpServers: { desk: DESK } })
  expect((await host.run(['list'])).stderr).not.toContain('in place of')
  await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, env: { A: '1' } } } })
  expect((await host.run(['list', '--refresh'])).stderr).toMatch(
    /has "desk" in place of the one in \S+config\.json: its tools are new/,
  )
  expect((await host.run(['list', '--refresh'])).stderr).not.toContain('in place of')
})
