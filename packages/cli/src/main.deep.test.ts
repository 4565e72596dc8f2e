import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MAIN, spawnCommand } from './fixtures/spawn-command.ts'
import { createTestHost, DESK } from './fixtures/test-host.ts'

const require = createRequire(import.meta.url)

function fromPackage(manifest: string): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [manifest.replace('package.json', 'dist/index.js')] }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it.each(['--help', '--version'])('loads for %s nothing but the descriptions of commands', async (option) => {
  const host = await createTestHost()
  const folder = join(host.cwd, 'coverage')
  await mkdir(folder)
  const asked = spawnCommand(host, [option], { NODE_V8_COVERAGE: folder })
  expect(await asked.ended).toBe(0)
  const [file = ''] = await readdir(folder)
  const { result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
    readonly result: readonly { readonly url: string }[]
  }
  const loaded = result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  expect(loaded.filter((url) => !/\/commander\/|\/dist\/(?:program\/|main\.js$|run\.js$)/.test(url))).toEqual(
    [],
  )
})

it('works as a process on real servers', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', {
    mcpServers: {
      everything: fromPackage(require.resolve('@modelcontextprotocol/server-everything/package.json')),
      memory: fromPackage(require.resolve('@modelcontextprotocol/server-memory/package.json')),
    },
  })
  const found = spawnCommand(host, ['search', 'add two numbers', '--json', '--limit', '1'])
  expect(await found.ended).toBe(0)
  expect(JSON.parse(found.stdout())).toMatchObject({ tools: 36, hits: [{ id: 'everything:get-sum' }] })
  const called = spawnCommand(host, ['call', 'everything:get-sum', '--args', '-'])
  called.child.stdin.end('{"a": 2, "b": 40}')
  expect(await called.ended).toBe(0)
  expect(called.stdout()).toBe('The sum of 2 and 40 is 42.\n')
})

it.each(['SIGINT', 'SIGTERM'] as const)(
  'ends on %s in the middle of a call, and the server with it',
  async (signal) => {
    const host = await createTestHost()
    const pidFile = join(host.cwd, 'pid')
    await host.write('.toolscout.json', { mcpServers: { desk: { ...DESK, args: [...DESK.args, pidFile] } } })
    const hanging = spawnCommand(host, ['call', 'desk:hang'])
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { timeout: 20_000 })
    hanging.child.kill(signal)
    expect(await hanging.ended).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(hanging.stdout()).toBe('')
    const pid = Number(await readFile(pidFile, 'utf8'))
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 })
  },
)

it('ends quietly when its output is closed', async () => {
  const host = await createTestHost()
  const tools = Array.from({ length: 5_000 }, (_, i) => ({
    name: `tool_${i}`,
    description: `Does the ${i}th thing there is to be done`,
    inputSchema: { type: 'object' },
  }))
  await host.write('many.json', { tools })
  const listing = spawnCommand(host, ['list', '--catalog', 'many.json'])
  listing.child.stdout.once('data', () => listing.child.stdout.destroy())
  expect(await listing.ended).toBe(0)
  expect(listing.stderr()).toBe('')
})

it('serves what the configuration names, and follows it when it changes', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', {
    mcpServers: { desk: DESK },
    profiles: { mail: { servers: ['desk'], allow: ['send_*'], exposure: 'direct' } },
  })
  const serving = spawnCommand(host, ['serve', '--profile', 'mail', '--quiet'])
  const ask = (id: number, method: string, params: object = {}): void => {
    serving.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  }
  const clientInfo = { name: 'test', version: '1' }
  ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  await serving.said('"id":1')
  serving.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  ask(2, 'tools/list')
  await serving.said('"id":2')
  expect(serving.stdout()).toContain('"name":"desk__send_mail"')
  expect(serving.stdout()).not.toContain('add_numbers')
  await host.write('.toolscout.json', {
    mcpServers: { desk: { ...DESK, tools: { deny: ['send_mail'] } } },
    profiles: { mail: { servers: ['desk'], allow: ['send_*'], exposure: 'direct' } },
  })
  await serving.said('notifications/tools/list_changed')
  serving.child.stdin.end()
  expect(await serving.ended).toBe(0)
})

it('serves over HTTP to whoever has the token, until it is told to stop', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const token = 'a-token-that-is-long-enough-for-a-test-of-ours'
  const serving = spawnCommand(host, ['serve', '--http', '0', '--json', '--token-env', 'MINE'], {
    MINE: token,
  })
  await serving.said('"url"')
  const { url } = JSON.parse(serving.stdout()) as { readonly url: string }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401)
  const authorization = `Bearer ${token}`
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, authorization }, body })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
  expect(serving.stderr()).not.toContain(token)
  serving.child.kill('SIGTERM')
  expect(await serving.ended).toBe(0)
})

it('says in a terminal what it serves and how a client gets it, and nothing of that to a client', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const piped = spawnCommand(host, ['serve'])
  piped.child.stdin.end()
  expect(await piped.ended).toBe(0)
  expect(piped.stderr()).not.toContain('connect')
  const shell = spawn('script', ['-qec', `"${process.execPath}" "${MAIN}" serve`, '/dev/null'], {
    cwd: host.cwd,
    env: { PATH: process.env.PATH, HOME: host.home, NO_COLOR: '1' },
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await vi.waitFor(() => expect(said).toContain('Ctrl-C ends this'), { timeout: 20_000 })
  expect(said).toMatch(
    /Serving desk over stdio, and waiting for a client[\s\S]*toolscout connect claude-code/,
  )
  shell.stdin.write('\u0003')
  await once(shell, 'close')
})

it('says where it serves and with which token, which is no warning', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const serving = spawnCommand(host, ['serve', '--http', '0', '--quiet'])
  await serving.said('Bearer')
  expect(serving.stderr()).toMatch(
    /^Serving at http:\/\/127\.0\.0\.1:\d+\/mcp\nClients need the header Authorization: Bearer \S+\n$/,
  )
  serving.child.kill('SIGTERM')
  expect(await serving.ended).toBe(0)
})

it('shows a page to whoever has its address, until it is told to stop', async () => {
  const host = await createTestHost()
  await host.write('.toolscout.json', { mcpServers: { desk: DESK } })
  const inspecting = spawnCommand(host, ['inspect', '--json', '--quiet'])
  await inspecting.said('"url"')
  await inspecting.said('}')
  const { url } = JSON.parse(inspecting.stdout()) as { readonly url: string }
  expect(await (await fetch(url)).text()).toMatch(/<title>/)
  inspecting.child.kill('SIGINT')
  expect(await inspecting.ended).toBe(0)
})
