import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startOAuthServer } from '../fixtures/oauth-server.ts'
import { MAIN } from '../fixtures/spawn-command.ts'
import { createTestHost } from '../fixtures/test-host.ts'

/** A host with a terminal, and a script in place of its browser. */
async function terminal(browser: string) {
  const host = await createTestHost()
  const { url } = await startOAuthServer()
  await host.write('.toolscout.json', { mcpServers: { tracker: { type: 'http', url } } })
  const opener = await host.write(
    'bin/xdg-open',
    `#!/bin/sh\nexec '${process.execPath}' -e '${browser}' "$@"\n`,
  )
  await chmod(opener, 0o755)
  const env = {
    PATH: `${join(opener, '..')}:${process.env.PATH ?? ''}`,
    HOME: host.home,
    TOOLSCOUT_KEYCHAIN: 'off',
  }
  const shell = spawn('script', ['-qec', `"${process.execPath}" "${MAIN}" login tracker`, '/dev/null'], {
    cwd: host.cwd,
    env,
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const logins = (): Promise<readonly string[]> =>
    readdir(join(host.home, '.local/state/toolscout/logins')).catch(() => [])
  return { shell, said: () => said, ended: once(shell, 'close').then(([code]) => code as number), logins }
}

it('logs in from a terminal: shows the address, opens the browser with it, and says that it is done', async () => {
  const { said, ended, logins } = await terminal('fetch(process.argv[1])')
  expect(await ended).toBe(0)
  expect(said()).toMatch(/^Log in to tracker at this address; Ctrl-C gives up:\r?\nhttp:\S+authorize\S+\r?\n/)
  expect(said()).toMatch(/Logged in to tracker: 1 tool\. "toolscout logout tracker" forgets it\./)
  expect(await logins()).toHaveLength(1)
}, 60_000)

it('gives up with Ctrl-C, and keeps nothing', async () => {
  const { shell, said, ended, logins } = await terminal('')
  await expect.poll(said, { timeout: 30_000 }).toContain('/authorize')
  shell.stdin.write('\u0003')
  expect(await ended).toBe(130)
  expect(await logins()).toEqual([])
}, 60_000)
