import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { connectServe } from '../fixtures/serve-client.ts'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost } from '../fixtures/test-host.ts'

const SERVER = fileURLToPath(new URL('../fixtures/era-switch.mjs', import.meta.url))

it('a second process goes on with what a server was found to be, and a guess that is wrong costs nothing', async () => {
  const host = await createTestHost()
  const mode = await host.write('mode', 'sessions')
  const log = join(host.cwd, 'log')
  const lamp = { command: process.execPath, args: [SERVER, mode, log], env: { TOKEN: 'a-secret-value' } }
  await host.write('.toolscout.json', { mcpServers: { lamp } })
  /** The first message of each start since the last look. */
  const firsts = async (): Promise<readonly string[]> => {
    const lines = (await readFile(log, 'utf8')).trim().split('\n')
    await host.write('log', '')
    return lines
  }
  const list = async (): Promise<readonly string[]> => {
    const command = spawnCommand(host, ['list', '--refresh', '--json'])
    expect([await command.ended, command.stdout()]).toEqual([0, expect.stringContaining('lamp_on')])
    return firsts()
  }
  const call = async (): Promise<readonly string[]> => {
    const client = await connectServe(host)
    const { content } = await client.callTool({ name: 'call_tool', arguments: { name: 'lamp__lamp_on' } })
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('done') }])
    await client.close()
    return firsts()
  }
  expect(await list()).toEqual(['server/discover'])
  expect(await list()).toEqual(['initialize'])
  expect(await call()).toEqual(['initialize'])
  expect(await spawnCommand(host, ['call', 'lamp:lamp_on']).ended).toBe(0)
  expect(await firsts()).toEqual(['initialize'])
  await host.write('mode', 'stateless')
  expect(await call()).toEqual(['initialize'])
  // What it learned may not have been kept when it ended, so this begins with either.
  expect(await list()).toHaveLength(1)
  expect(await list()).toEqual(['server/discover'])
  await host.write('mode', 'sessions')
  expect(await call()).toEqual(['server/discover'])
  expect(await list()).toHaveLength(1)
  expect(await list()).toEqual(['initialize'])
})
