import { expect, it, vi } from 'vitest'
import { startOAuthServer } from '../fixtures/oauth-server.ts'
import { connectServe } from '../fixtures/serve-client.ts'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost } from '../fixtures/test-host.ts'

it('the answer to a model asks for a login, and serve uses one made in another terminal', async () => {
  const host = await createTestHost()
  const { url } = await startOAuthServer()
  await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url } } })
  const client = await connectServe(host)
  const call = async (): Promise<string> =>
    JSON.stringify(await client.callTool({ name: 'call_tool', arguments: { name: 'tracker:create_issue' } }))
  const waiting = { timeout: 30_000, interval: 200 }
  await vi.waitFor(async () => expect(await call()).toContain('toolscout login tracker'), waiting)
  const login = spawnCommand(host, ['login', 'tracker', '--no-browser'])
  await login.said('code_challenge')
  await fetch(/^http:\S+$/m.exec(login.stderr())?.[0] ?? '')
  expect(await login.ended).toBe(0)
  await vi.waitFor(async () => expect(await call()).toContain('opened'), waiting)
})
