import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startOAuthServer } from '../fixtures/oauth-server.ts'
import { MAIN, spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost } from '../fixtures/test-host.ts'

it('a served model is told to log in, and a login in another terminal is taken in', async () => {
  const host = await createTestHost()
  const { url } = await startOAuthServer()
  await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url } } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'serve'],
      cwd: host.cwd,
      env: { PATH: process.env.PATH ?? '', HOME: host.home },
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
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
