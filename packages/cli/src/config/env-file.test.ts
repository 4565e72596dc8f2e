import { chmod } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'

/** A project whose server needs a variable. */
async function needing(variable: string): Promise<TestHost> {
  const host = await createTestHost()
  const env = { TOKEN: `\${${variable}}` }
  await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, env } } })
  return host
}

const stateOf = async (host: TestHost, env: Record<string, string> = {}): Promise<unknown> => {
  const { json } = await host.run(['list', '--servers', '--json'], {
    env: { PATH: process.env.PATH, ...env },
  })
  return (json().servers as readonly object[])[0]
}

describe('a .env beside the configuration', () => {
  it('gives variables that are not in the environment', async () => {
    const host = await needing('GITHUB_TOKEN')
    await host.write('.env', '# mine\nexport GITHUB_TOKEN="swordfish 1"\n')
    expect(await stateOf(host)).toMatchObject({ name: 'desk', state: 'usable' })
    const listed = await host.run(['list'])
    expect([listed.exitCode, `${listed.stdout}${listed.stderr}`]).toEqual([
      0,
      expect.not.stringContaining('swordfish'),
    ])
  })

  it('goes behind the environment', async () => {
    const host = await createTestHost()
    const command = '$' + '{PROGRAM}'
    await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, command } } })
    await host.write('.env', 'PROGRAM=nothing-of-this-name\n')
    expect((await host.run(['list'])).exitCode).toBe(5)
    const env = { PATH: process.env.PATH, PROGRAM: process.execPath }
    expect((await host.run(['list'], { env })).exitCode).toBe(0)
  })

  it('is of its folder alone: what a project needs is not looked for beside the configuration of the user', async () => {
    const host = await needing('GITHUB_TOKEN')
    await host.write(`${host.home}/.config/toolscout/config.json`, { mcpServers: {} })
    await host.write(`${host.home}/.config/toolscout/.env`, 'GITHUB_TOKEN=1\n')
    expect(await stateOf(host)).toMatchObject({ state: 'broken' })
  })

  it.skipIf(process.platform === 'win32')('is not used where everybody may write to it', async () => {
    const host = await needing('GITHUB_TOKEN')
    const file = await host.write('.env', 'GITHUB_TOKEN=1\n')
    await chmod(file, 0o666)
    expect(await stateOf(host)).toMatchObject({ state: 'broken' })
    const { stderr } = await host.run(['list', '--servers'])
    expect(stderr).toContain(`warning: ${file} is not used, because every user may write to it.`)
  })
})

describe('a variable that is not set', () => {
  it('is named with the file it belongs into, by every command', async () => {
    const host = await needing('GITHUB_TOKEN')
    await host.write(`${host.home}/.config/toolscout/config.json`, { mcpServers: { other: DESK } })
    const words = `"desk" is configured and needs GITHUB_TOKEN, which is not set: put it into ${host.cwd}/.env, or into the environment of the client that starts Toolscout.`
    for (const args of [
      ['search', 'send a mail'],
      ['search', 'from what is kept'],
      ['list'],
      ['list', '--servers'],
      ['doctor'],
      ['call', 'desk:send_mail'],
    ]) {
      const { stdout, stderr } = await host.run(args)
      expect(`${stdout}${stderr}`, args.join(' ')).toContain(words)
    }
  })
})
