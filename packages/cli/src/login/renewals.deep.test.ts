import { expect, it } from 'vitest'
import { startOAuthServer } from '../fixtures/oauth-server.ts'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost } from '../fixtures/test-host.ts'

it('renews a token once for many processes, where a service takes a refresh token only once', async () => {
  const host = await createTestHost()
  const oauth = await startOAuthServer()
  await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url: oauth.url } } })
  const login = spawnCommand(host, ['login', 'tracker', '--no-browser'])
  await login.said('code_challenge')
  await fetch(/^http:\S+$/m.exec(login.stderr())?.[0] ?? '')
  expect(await login.ended).toBe(0)
  for (let round = 0; round < 2; round += 1) {
    oauth.expire()
    oauth.log.length = 0
    const calls = Array.from({ length: 3 }, () => spawnCommand(host, ['call', 'tracker:create_issue']))
    const ends = await Promise.all(calls.map(({ ended }) => ended))
    expect([ends, oauth.log]).toEqual([[0, 0, 0], ['token refresh_token registered']])
  }
}, 120_000)
