import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isRunning, type StdioBackend, stdioBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MAIN, spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, type TestHost } from '../fixtures/test-host.ts'

const CALLER = fileURLToPath(new URL('../fixtures/serve-caller.mjs', import.meta.url))
/** Kills in each home, of which there are four at a time: most of a kill is waiting for what does not end at once. */
const KILLS = 5
const HOMES = 4
const WAITING = { timeout: 60_000, interval: 20 }
const SERVE = ['serve', '--exposure', 'direct', '--quiet']
const TOKEN = 'token-of-the-test-0001'

interface Home {
  readonly host: TestHost
  readonly backends: readonly StdioBackend[]
}

/** A home whose configuration has a server that ends by itself, and one that ignores signals, as its child does. */
async function createHome(): Promise<Home> {
  const host = await createTestHost()
  const backends = (['well', 'stubborn'] as const).map((mode) =>
    stdioBackend(mode, join(host.home, `${mode}.ledger`), mode),
  )
  const servers = backends.map(({ name, command, args }) => [name, { command, args }])
  await host.write('.toolscout.json', { mcpServers: Object.fromEntries(servers) })
  return { host, backends }
}

/** Whom the ledgers of all servers name for something. */
async function read({ backends }: Home, wanted: 'pid' | 'ran'): Promise<readonly string[]> {
  const lines = (await Promise.all(backends.map(({ ledger }) => ledger()))).flat()
  return lines.flatMap(({ what, whom }) => (what === wanted ? [whom] : []))
}

async function expectNobodyLeft(home: Home): Promise<void> {
  await vi.waitFor(async () => {
    expect((await read(home, 'pid')).filter((pid) => isRunning(Number(pid)))).toEqual([])
  }, WAITING)
}

/** A gateway as a client has it. */
interface Served {
  readonly pid: number
  readonly connect: () => Promise<Client>
}

async function serve({ host }: Home, way: 'stdio' | 'http'): Promise<Served> {
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  if (way === 'stdio') {
    const env = { PATH: process.env.PATH ?? '', HOME: host.home }
    const command = { command: process.execPath, args: [MAIN, ...SERVE], cwd: host.cwd, env }
    const transport = new StdioClientTransport({ ...command, stderr: 'ignore' })
    const connecting = client.connect(transport).then(() => client)
    connecting.catch(() => {})
    await vi.waitFor(() => expect(transport.pid).toBeGreaterThan(0), WAITING)
    return { pid: Number(transport.pid), connect: () => connecting }
  }
  const args = [...SERVE, '--http', '0', '--token-env', 'TOKEN', '--json']
  const serving = spawnCommand(host, args, { TOKEN })
  await serving.said('"url"')
  const { url } = JSON.parse(serving.stdout()) as { readonly url: string }
  const connecting = connectTo(client, url)
  return { pid: Number(serving.child.pid), connect: () => connecting }
}

async function connectTo(client: Client, url: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
  await client.connect(transport as Transport)
  return client
}

/** Calls both servers, several times at once, until the gateway is gone. Each nonce that was answered well is noted. */
async function callUntilGone(client: Client, name: string, answered: string[]): Promise<void> {
  for (let call = 0; ; call += 1) {
    const nonce = `${name}-${call}`
    const tool = call % 2 === 0 ? 'well' : 'stubborn'
    const params = { name: `${tool}__effect`, arguments: { nonce } }
    const { content } = await client.callTool(params, undefined, { timeout: 10_000 })
    if (JSON.stringify(content).includes(`${tool} effect ${nonce}`)) answered.push(nonce)
  }
}

it.each(['stdio', 'http'] as const)(
  '20 kills of the gateway over %s leave no process, run nothing twice, and harm nothing that is kept',
  async (way) => {
    await Promise.all(Array.from({ length: HOMES }, async () => killGateways(await createHome(), way)))
  },
  900_000,
)

async function killGateways(home: Home, way: 'stdio' | 'http'): Promise<void> {
  const answered: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const started = (await read(home, 'pid')).length
    const enough = answered.length + 5 + 3 * kill
    const { pid, connect } = await serve(home, way)
    const calling = connect().then((client) =>
      Promise.all([0, 1, 2].map((lane) => callUntilGone(client, `${kill}-${lane}`, answered))),
    )
    const ended = expect(calling).rejects.toThrow()
    // By turns while servers are being started, and while calls are under way.
    await vi.waitFor(async () => {
      const isStarting = (await read(home, 'pid')).length > started
      expect(kill % 2 === 0 ? isStarting : answered.length > enough).toBe(true)
    }, WAITING)
    process.kill(pid, 'SIGKILL')
    // Over HTTP the SDK's client waits for answers of a stream that has broken.
    await connect().then(
      (client) => client.close(),
      () => {},
    )
    await ended
    await expectNobodyLeft(home)
  }
  const ran = await read(home, 'ran')
  expect(ran.filter((nonce, at) => ran.indexOf(nonce) !== at)).toEqual([])
  expect(answered.filter((nonce) => !ran.includes(nonce))).toEqual([])
  expect(answered.length).toBeGreaterThan(3 * KILLS)
  for (const command of [['doctor'], ['pins'], ['list', '--max-age', '0s'], ['list', '--offline']]) {
    const { exitCode, stdout, stderr } = await home.host.run(command)
    expect([command, exitCode, stderr]).toEqual([command, 0, expect.not.stringMatching(/damaged|corrupt/i)])
    for (const { name } of home.backends) expect(stdout).toContain(name)
  }
  await expectNobodyLeft(home)
}

it('20 kills of a client that started the gateway leave neither the gateway nor a server', async () => {
  await Promise.all(Array.from({ length: HOMES }, async () => killClients(await createHome())))
}, 600_000)

async function killClients(home: Home): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const tool = kill % 2 === 0 ? 'well__effect' : 'stubborn__effect'
    const env = { PATH: process.env.PATH ?? '', HOME: home.host.home }
    const client = spawn(process.execPath, [CALLER, tool, MAIN, ...SERVE], { cwd: home.host.cwd, env })
    onTestFinished(() => void client.kill('SIGKILL'))
    const lines: string[] = []
    createInterface({ input: client.stdout }).on('line', (line) => void lines.push(line))
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1 + kill), WAITING)
    client.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(Number(lines[0]))).toBe(false), WAITING)
    await expectNobodyLeft(home)
  }
  const ran = await read(home, 'ran')
  expect(new Set(ran).size).toBe(ran.length)
}

it('10 kills of a client over HTTP take nothing from another one', async () => {
  const home = await createHome()
  const { pid, connect } = await serve(home, 'http')
  const other = await connect()
  const url = String(Reflect.get(other.transport ?? {}, '_url'))
  for (let kill = 0; kill < 10; kill += 1) {
    const script = `
      const headers = { authorization: 'Bearer ${TOKEN}', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const post = (message, more) => fetch('${url}', { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
      const session = { 'mcp-session-id': (await post({ id: 0, method: 'initialize', params })).headers.get('mcp-session-id') }
      await post({ method: 'notifications/initialized' }, session)
      for (let id = 1; id < 8; id += 1) post({ id, method: 'tools/call', params: { name: 'well__effect', arguments: { nonce: '${kill}-' + id } } }, session)
      console.log('calls')`
    const client = spawn(process.execPath, ['--input-type=module', '-e', script])
    onTestFinished(() => void client.kill('SIGKILL'))
    let said = ''
    client.stdout.on('data', (chunk) => (said += String(chunk)))
    await vi.waitFor(() => expect(said).toContain('calls'), WAITING)
    client.kill('SIGKILL')
    const { content } = await other.callTool({ name: 'well__effect', arguments: { nonce: `k${kill}` } })
    expect(JSON.stringify(content)).toContain(`well effect k${kill}`)
  }
  const ran = await read(home, 'ran')
  expect(new Set(ran).size).toBe(ran.length)
  process.kill(pid, 'SIGKILL')
  await expectNobodyLeft(home)
}, 600_000)

it('a kill of the gateway while npx installs a server leaves nothing once that is done', async () => {
  const host = await createTestHost()
  const backend = stdioBackend('slow', join(host.home, 'slow.ledger'))
  const [at, go] = [join(host.home, 'installing'), join(host.home, 'go')]
  const npx = join(host.home, 'npx')
  await writeFile(
    npx,
    `#!${process.execPath}
const { appendFileSync, existsSync } = require('node:fs')
appendFileSync('${at}', process.pid + '\\n')
const poll = () => (existsSync('${go}') ? import(process.argv.splice(1, 1)[0] && process.argv[1]) : setTimeout(poll, 5))
poll()
`,
  )
  await chmod(npx, 0o755)
  await host.write('.toolscout.json', { mcpServers: { slow: { command: npx, args: backend.args } } })
  const home = { host, backends: [backend] }
  for (let kill = 0; kill < 3; kill += 1) {
    const serving = spawnCommand(host, [...SERVE])
    await vi.waitFor(() => expect(existsSync(at)).toBe(true), WAITING)
    serving.child.kill('SIGKILL')
    await serving.ended
    await rm(at)
  }
  await writeFile(go, '')
  await vi.waitFor(async () => expect(await read(home, 'pid')).toHaveLength(3), WAITING)
  await expectNobodyLeft(home)
}, 300_000)
