import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished } from 'vitest'
import { MAIN } from '../fixtures/spawn-command.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

it('shows on a page what a client asks of what is served', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'serve', '--inspect', '0'],
    cwd: host.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: host.home },
    stderr: 'pipe',
  })
  const address = new Promise<URL>((resolve) => {
    let text = ''
    transport.stderr?.on('data', (piece: Buffer) => {
      text += piece.toString()
      const [, url] = /See what clients ask: (\S+)\n/.exec(text) ?? []
      if (url !== undefined) resolve(new URL(url))
    })
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  await client.callTool({ name: 'search_tools', arguments: { query: 'send a mail' } })
  await client.callTool({ name: 'call_tool', arguments: { name: 'desk:send_mail', arguments: {} } })

  const { origin, hash } = await address
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`
  const reply = await fetch(`${origin}/api/searches`, { headers: { authorization } })
  expect(await reply.json()).toMatchObject({
    searches: [{ query: 'send a mail', calls: [{ tool: 'desk:send_mail' }] }],
  })
})
