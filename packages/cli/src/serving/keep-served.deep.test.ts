import { readdir, writeFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { type SpawnedCommand, spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, DESK, type TestHost } from '../fixtures/test-host.ts'

const WAITING = { timeout: 60_000, interval: 50 }

/** Serves all tools as they are, and is past the handshake. */
async function serve(
  host: TestHost,
): Promise<SpawnedCommand & { ask: (id: number, method: string) => void }> {
  const serving = spawnCommand(host, ['serve', '--exposure', 'direct', '--quiet'])
  const send = (message: object): void => {
    serving.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  send({ id: 1, method: 'initialize', params })
  await serving.said('"id":1')
  send({ method: 'notifications/initialized' })
  return { ...serving, ask: (id, method) => send({ id, method, params: {} }) }
}

async function end({ child, ended }: SpawnedCommand): Promise<void> {
  child.stdin.end()
  expect(await ended).toBe(0)
}

async function keptTools(host: TestHost): Promise<string> {
  return (await host.run(['list', '--offline'])).stdout
}

it('keeps what servers say, answers with it before they do, and keeps what they say then', async () => {
  const host = await createTestHost()
  const script = await host.write('server.mjs', `await import(${JSON.stringify(DESK.args[0])})`)
  await host.write('.toolscout.json', { mcpServers: { desk: { command: DESK.command, args: [script] } } })
  const first = await serve(host)
  first.ask(2, 'tools/list')
  await first.said('"id":2')
  await vi.waitFor(async () => expect(await keptTools(host)).toContain('desk:send_mail'), WAITING)
  await end(first)

  await writeFile(script, 'setInterval(() => {}, 1_000_000)')
  const second = await serve(host)
  second.ask(2, 'tools/list')
  await second.said('"id":2')
  expect(second.stdout()).toContain('"name":"desk__send_mail"')
  await end(second)
  expect(await keptTools(host)).toContain('desk:send_mail')

  const paint = { name: 'paint', inputSchema: { type: 'object' } }
  await writeFile(
    script,
    `import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'd', version: '1' } },
  'tools/list': { tools: [${JSON.stringify(paint)}] },
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  while (method === 'tools/list' && !existsSync(${JSON.stringify(`${script}.go`)})) await delay(10)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
}`,
  )
  const third = await serve(host)
  third.ask(2, 'tools/list')
  await third.said('"id":2')
  expect(third.stdout()).toContain('"name":"desk__send_mail"')
  // Only now, so that the change is one for a client that was answered before.
  await writeFile(`${script}.go`, '')
  await third.said('notifications/tools/list_changed')
  await vi.waitFor(async () => expect(await keptTools(host)).toMatch(/^desk:paint/), WAITING)
  expect(await keptTools(host)).not.toContain('send_mail')
  await end(third)
})

it('serves what the servers say when what is kept of them is damaged', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  await host.run(['list'])
  const catalogs = `${host.home}/.cache/toolscout/catalogs`
  for (const name of await readdir(catalogs, { recursive: true }))
    if (name.endsWith('places.json')) await writeFile(`${catalogs}/${name}`, 'nothing')
  const serving = await serve(host)
  serving.ask(2, 'tools/list')
  await serving.said('"id":2')
  expect(serving.stdout()).toContain('"name":"desk__send_mail"')
  await end(serving)
})
