import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startOAuthServer } from '../fixtures/oauth-server.ts'
import { spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, type TestHost } from '../fixtures/test-host.ts'
import { LoginFolder } from './login-folder.ts'

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool']
const isThere = PROGRAMS.every((name) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name))),
)

/** The bus and the keyring of a desktop, for one home. */
async function startDesktop({ home }: TestHost): Promise<NodeJS.ProcessEnv> {
  const run = async (
    program: string,
    parameters: readonly string[],
    env: NodeJS.ProcessEnv,
  ): Promise<ChildProcess> => {
    const child = spawn(program, parameters, { env, stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.end('swordfish\n')
    return child
  }
  const runtime = join(home, 'run')
  await mkdir(runtime, { mode: 0o700 })
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtime }
  const bus = await run(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=1', `--address=unix:dir=${runtime}`],
    env,
  )
  const [address] = (await once(bus.stdout ?? bus, 'data')) as [Buffer]
  const withBus = { ...env, DBUS_SESSION_BUS_ADDRESS: String(address).trim() }
  const keyring = ['--unlock', '--foreground', '--components=secrets']
  await run('gnome-keyring-daemon', keyring, withBus)
  const question = ['--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner']
  const ask = [...question, 'string:org.freedesktop.secrets']
  const hasOwner = async (): Promise<string> =>
    (await promisify(execFile)('dbus-send', ['--session', ...ask], { env: withBus })).stdout
  await expect.poll(hasOwner, { timeout: 30_000 }).toContain('true')
  return { ...withBus, TOOLSCOUT_KEYCHAIN: '' }
}

it.skipIf(!isThere)(
  'keeps logins so that only who has the keychain of the desktop can read them',
  async () => {
    const host = await createTestHost()
    const desktop = await startDesktop(host)
    const oauth = await startOAuthServer()
    await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url: oauth.url } } })
    const login = spawnCommand(host, ['login', 'tracker', '--no-browser'], desktop)
    await login.said('code_challenge')
    await fetch(/^http:\S+$/m.exec(login.stderr())?.[0] ?? '')
    expect(await login.ended).toBe(0)
    const folder = join(host.home, '.local/state/toolscout/logins')
    const kept = async (): Promise<string> => {
      const [file = ''] = await readdir(folder)
      return readFile(join(folder, file), 'utf8')
    }
    expect(JSON.parse(await kept())).toEqual({ format: 1, sealed: expect.any(String) })
    expect(await kept()).not.toContain('swordfish')

    // What is refreshed is sealed as well.
    oauth.expire()
    const before = await kept()
    expect(await spawnCommand(host, ['call', 'tracker:create_issue'], desktop).ended).toBe(0)
    expect(JSON.parse(await kept())).toEqual({ format: 1, sealed: expect.any(String) })
    expect(await kept()).not.toBe(before)

    const without = spawnCommand(host, ['call', 'tracker:create_issue'])
    expect(await without.ended).toBe(7)
    expect(without.stderr()).toMatch(/sealed with a key of the keychain.*log in again/s)
    const out = spawnCommand(host, ['logout', 'tracker'], desktop)
    expect([await out.ended, out.stdout()]).toEqual([0, 'Logged out of tracker.\n'])
    expect(oauth.log.slice(-2)).toEqual(['revoke refresh_token', 'revoke access_token'])
  },
  120_000,
)

it('keeps logins for this user alone where no keychain is reached', async () => {
  const { home } = await createTestHost()
  const env = { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/none` }
  const logins = new LoginFolder({ env, home, platform: 'linux', now: Date.now })
  await logins.write('https://a.example/mcp', { tokens: { access_token: 'a' } })
  expect(await logins.read('https://a.example/mcp')).toEqual({ tokens: { access_token: 'a' } })
})
