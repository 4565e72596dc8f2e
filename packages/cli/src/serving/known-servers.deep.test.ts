import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { connectServe } from '../fixtures/serve-client.ts'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'

const SERVERS = 25

/** Servers that write down their name when they are started. */
async function configure(
  host: TestHost,
  names: readonly string[],
  then = `await import(${JSON.stringify(DESK.args[0])})`,
): Promise<() => Promise<readonly string[]>> {
  const log = join(host.home, 'started.log')
  await appendFile(log, '')
  const script = await host.write(
    'desk.mjs',
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(log)}, process.env.OWN_NAME + '\\n')
${then}`,
  )
  const servers = names.map((name) => [
    name,
    { command: DESK.command, args: [script], env: { OWN_NAME: name } },
  ])
  await host.write('.toolscout.json', { mcpServers: Object.fromEntries(servers) })
  return async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
}

const textOf = (answer: unknown): string => JSON.stringify(answer)
const names = Array.from({ length: SERVERS }, (_, i) => `desk${i}`)

it('serves 25 known servers without starting one, and starts one for a call', async () => {
  const host = await createTestHost()
  const started = await configure(host, names)
  expect((await host.run(['list'])).exitCode).toBe(0)
  expect(await started()).toHaveLength(SERVERS)

  const client = await connectServe(host)
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'something like a mail' } })
  expect(textOf(found)).toContain('send_mail')
  expect(await started()).toHaveLength(SERVERS)

  const called = await client.callTool({
    name: 'call_tool',
    arguments: { name: 'desk7:send_mail', arguments: { to: 'a@example.com', text: 'hello' } },
  })
  expect(called.isError).not.toBe(true)
  expect((await started()).slice(SERVERS)).toEqual(['desk7'])
}, 120_000)

it('quotes what a known server said, which its start does not change', async () => {
  const host = await createTestHost()
  const server = fileURLToPath(new URL('../fixtures/changing-server.mjs', import.meta.url))
  const file = await host.write('tools.json', [{ name: 'now', inputSchema: { type: 'object' } }])
  const clock = { command: process.execPath, args: [server, file, 'Times are in UTC.'] }
  await host.write('.toolscout.json', { mcpServers: { clock } })
  await host.run(['list'])

  const client = await connectServe(host)
  const told = async () => (await client.listTools()).tools[0]?.description
  const before = await told()
  expect(before).toMatch(/\nBehind this: clock \(1 tool\)\.\n.*: clock: "Times are in UTC\."$/)
  const called = await client.callTool({ name: 'call_tool', arguments: { name: 'clock:now' } })
  expect(textOf(called)).toContain('now was called.')
  expect(await told()).toBe(before)
}, 120_000)

it('answers from what is kept when servers have come to hang, whether it starts them or not', async () => {
  const host = await createTestHost()
  await configure(host, names.slice(0, 2))
  await host.run(['list'])
  // From now on they read nothing, not even what they are greeted with.
  const started = await configure(host, names.slice(0, 2), 'setInterval(() => {}, 1_000)')
  const before = (await started()).length

  const lazy = await connectServe(host)
  const found = await lazy.callTool({ name: 'search_tools', arguments: { query: 'something like a mail' } })
  expect(textOf(found)).toContain('desk1:send_mail')
  expect(await started()).toHaveLength(before)

  // Those that show all tools start all servers. What hangs is given far longer than the client waits.
  const direct = await connectServe(host, ['--exposure', 'direct', '--timeout', '30m'])
  await expect.poll(async () => (await started()).length, { timeout: 60_000 }).toBe(before + 2)
  const { tools } = await direct.listTools({}, { timeout: 60_000 })
  expect(tools.map(({ name }) => name)).toContain('desk1__send_mail')
}, 120_000)

it('starts those of which nothing is known, such as one that was just added, and keeps the others', async () => {
  const host = await createTestHost()
  await configure(host, names.slice(0, 3))
  await host.run(['list'])
  const started = await configure(host, names.slice(0, 4))

  const client = await connectServe(host)
  await expect.poll(async () => (await started()).slice(3), { timeout: 60_000 }).toEqual(['desk3'])
  await client.close()

  // A command lists the new one alone as well.
  const again = await configure(host, names.slice(0, 5))
  const before = (await again()).length
  expect((await host.run(['list'])).stdout).toContain('desk4:send_mail')
  expect((await again()).slice(before)).not.toContain('desk0')
}, 120_000)

it('starts all at once with --eager', async () => {
  const host = await createTestHost()
  const started = await configure(host, names.slice(0, 3))
  await host.run(['list'])
  await connectServe(host, ['--eager'])
  await expect.poll(async () => (await started()).length, { timeout: 60_000 }).toBe(6)
}, 120_000)
