import { appendFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'
import { type LoggedLine, ServerLogs } from '../logs/server-logs.ts'

const SECRET = 'a-token-of-the-desk-1234'
/** A server that says something before it serves, its secret among it. */
const NOISY = {
  command: process.execPath,
  args: [
    '-e',
    `process.stderr.write('begun with ' + process.env.TOKEN + '\\n'); import(${JSON.stringify(DESK.args[0])})`,
  ],
  env: { TOKEN: SECRET },
}

function logsOf(host: TestHost): ServerLogs {
  return new ServerLogs({ env: {}, home: host.home, platform: process.platform, now: Date.now })
}

it('shows what a server wrote to stderr, without its secrets, and why it failed', async () => {
  const host = await createTestHost()
  const gone = { command: process.execPath, args: ['-e', 'console.error("no database"); process.exit(3)'] }
  await host.write('.toolscout.json', { mcpServers: { noisy: NOISY, gone } })
  const before = await host.run(['logs', 'noisy'])
  expect([before.exitCode, before.stdout, before.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('Nothing is logged for noisy yet'),
  ])
  await host.run(['call', 'noisy:add_numbers', 'a=1', 'b=2'])
  await host.run(['list', '--quiet'])
  const noisy = await host.run(['logs', 'noisy'])
  expect(noisy.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d begun with \[redacted\]\n/)
  const failed = await host.run(['logs', 'gone', '--json'])
  const { file, lines } = failed.json() as { file: string; lines: LoggedLine[] }
  expect(lines).toMatchObject([
    // It may have ended for the question what it is, so it was started once more.
    { kind: 'stderr', text: 'no database' },
    { kind: 'stderr', text: 'no database' },
    { kind: 'state', text: expect.stringContaining('no database') },
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(logsOf(host).fileOf('noisy'), 'utf8')).not.toContain(SECRET)
})

it('says of a server that there is none, and that a list that goes on is no object', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { noisy: NOISY } })
  const unknown = await host.run(['logs', 'nois', '--json'])
  expect([unknown.exitCode, unknown.json().error]).toMatchObject([4, { code: 'SERVER_NOT_FOUND' }])
  expect((await host.run(['logs', 'noisy', '--json', '--follow'])).exitCode).toBe(2)
})

it('keeps the newest of any number of lines, from any number of processes', async () => {
  const host = await createTestHost()
  const all = [logsOf(host), logsOf(host)]
  const message = 'x'.repeat(2_000)
  for (let i = 0; i < 1_000; i += 1) {
    for (const logs of all) logs.add({ server: 'a b', kind: 'stderr', message: `${i} ${message}` })
    if (i % 100 === 0) await Promise.all(all.map((logs) => logs.written()))
  }
  await Promise.all(all.map((logs) => logs.written()))
  const kept = await logsOf(host).tail('a b', 100)
  expect(kept).toHaveLength(100)
  expect(kept.at(-1)?.text.slice(0, 4)).toBe('999 ')
  expect((await stat(logsOf(host).fileOf('a b'))).size).toBeLessThan(2_000_000)
})

it('follows a file that grows, is begun again and holds half a line', async () => {
  const host = await createTestHost()
  const logs = logsOf(host)
  logs.add({ server: 'a', kind: 'stderr', message: 'before' })
  await logs.written()
  const stop = new AbortController()
  const seen: string[] = []
  const arrived = new Promise<void>((resolve) => {
    void logs.follow(
      'a',
      ({ text }) => {
        seen.push(text)
        if (text === 'last') resolve()
      },
      stop.signal,
    )
    void appendFile(join(logs.fileOf('a')), '2026-01-01T00:00:00.000Z stderr ha').then(async () => {
      await appendFile(logs.fileOf('a'), 'lf\n')
      logs.add({ server: 'a', kind: 'stderr', message: 'last' })
    })
  })
  await arrived
  stop.abort()
  expect(seen.slice(-1)).toEqual(['last'])
  expect(seen).not.toContain('before')
})
