import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type OAuthServerOptions, startOAuthServer } from '../fixtures/oauth-server.ts'
import { type CliRun, createTestHost, type TestHost } from '../fixtures/test-host.ts'

async function remote(options: OAuthServerOptions = {}) {
  const host = await createTestHost()
  const oauth = await startOAuthServer(options)
  await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url: oauth.url } } })
  return { host, oauth, folder: join(host.home, '.local/state/toolscout/logins') }
}

/** Logs in, and follows the address that is printed as a person would. */
function login(
  host: TestHost,
  follow: (url: string) => Promise<unknown> = (url) => fetch(url),
  args: readonly string[] = [],
): Promise<CliRun> {
  let said = ''
  const stderr = {
    isTerminal: false,
    write: (more: string) => {
      said += more
      const url = /^http:\S+authorize\S+$/m.exec(more)?.[0]
      if (url !== undefined) void follow(url)
    },
  }
  const run = host.run(['login', 'tracker', '--no-browser', ...args], { stderr })
  return run.then((ended) => ({ ...ended, stderr: said }))
}

describe('toolscout login', () => {
  it('gets tokens in the browser that all commands use, refresh and do not show', async () => {
    const { host, oauth, folder } = await remote()
    const before = await host.run(['list'])
    expect([before.exitCode, before.stderr]).toEqual([
      7,
      expect.stringContaining('"tracker" needs a login: run "toolscout login tracker".'),
    ])
    const done = await login(host)
    expect([done.exitCode, done.stdout]).toEqual([
      0,
      expect.stringMatching(/^Logged in to tracker: 1 tool\./),
    ])
    const [file = ''] = await readdir(folder)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    oauth.expire()
    const called = await host.run(['call', 'tracker:create_issue'])
    expect([called.exitCode, called.stdout]).toEqual([0, 'opened\n'])
    expect(oauth.log).toEqual([
      'register',
      'token authorization_code registered',
      'token refresh_token registered',
    ])
    expect(await readFile(join(folder, file), 'utf8')).toContain('swordfish')
    expect(`${done.stdout}${done.stderr}${called.stdout}${called.stderr}`).not.toContain('swordfish')
    const out = await host.run(['logout', 'tracker'])
    expect([out.stdout, out.stderr]).toEqual(['Logged out of tracker.\n', ''])
    expect(oauth.log.slice(3)).toEqual(['revoke refresh_token', 'revoke access_token'])
    expect(await readdir(folder)).toEqual([])
    expect((await host.run(['call', 'tracker:create_issue'])).exitCode).toBe(7)
  })

  it('forgets a login that cannot be withdrawn, and says so', async () => {
    const { host, folder } = await remote({ revokes: false })
    await login(host)
    const { exitCode, stdout, stderr } = await host.run(['logout', 'tracker', '--json'])
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { server: 'tracker', loggedOut: true, revoked: false },
    ])
    expect(stderr).toMatch(/stay valid until they expire: .* has no way to withdraw tokens\./)
    expect(await readdir(folder)).toEqual([])
  })

  it('takes a client that was registered beforehand', async () => {
    const { host, oauth } = await remote({ registration: 403 })
    expect((await login(host, undefined, ['--client-id', 'mine'])).exitCode).toBe(0)
    expect(oauth.log).toEqual(['token authorization_code mine'])
  })

  it.each([
    ['a state of somebody else', 'state', 'stolen', /no answer to our question/],
    ['a no', 'error', 'access_denied', /access was not granted \("access_denied"\)/],
  ])('fails with %s, and keeps nothing', async (_, name, value, words) => {
    const { host } = await remote()
    const ended = await login(host, async (url) => {
      const { headers } = await fetch(url, { redirect: 'manual' })
      const back = new URL(headers.get('location') ?? '')
      back.searchParams.set(name, value)
      await fetch(back)
    })
    expect([ended.exitCode, ended.stderr]).toEqual([7, expect.stringMatching(words)])
    expect((await host.run(['logout', 'tracker'])).stdout).toBe('Nobody was logged in to tracker.\n')
  })

  it.each([
    ['registers no clients', { registration: 403 }],
    ['has no OAuth', { hasOAuth: false }],
  ])('says what to do where the service %s', async (_, options) => {
    const { host } = await remote(options)
    const ended = await login(host)
    expect([ended.exitCode, ended.stderr]).toEqual([7, expect.stringMatching(/--client-id; .*"headers"/)])
  })

  it('ends with Ctrl-C while it waits', async () => {
    const { host } = await remote()
    const stop = new AbortController()
    const stderr = {
      isTerminal: false,
      write: (more: string) => {
        if (more.includes('/authorize')) stop.abort('SIGINT')
      },
    }
    const ended = await host.run(['login', 'tracker', '--no-browser'], { stderr, signal: stop.signal })
    expect(ended.exitCode).toBe(130)
  })
})
