import * as second from '@modelcontextprotocol/client'
import { StdioClientTransport as SecondStdio } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ASKS } from '../fixtures/asking-server.ts'
import { MAIN, spawnCommand } from '../fixtures/spawn-command.ts'
import { createTestHost, type TestHost } from '../fixtures/test-host.ts'

async function createHost(): Promise<TestHost> {
  const host = await createTestHost()
  const file = await host.write('asks.mjs', ASKS)
  await host.write('.toolscout.json', { mcpServers: { a: { command: process.execPath, args: [file] } } })
  return host
}

function createClient(isThere: boolean): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: isThere ? { elicitation: { form: {} } } : {} },
  )
  if (isThere)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      expect(params.message).toBe('Who are you?')
      return { action: 'accept', content: { name: 'Ann' } }
    })
  onTestFinished(() => client.close())
  return client
}

/** How `serve`, as a process, is reached: a command, or an address with headers. */
type Reach =
  | Readonly<ConstructorParameters<typeof StdioClientTransport>[0]>
  | { readonly url: URL; readonly requestInit: RequestInit }

async function overStdio(host: TestHost): Promise<Reach> {
  const env = { PATH: process.env.PATH ?? '', HOME: host.home, TOOLSCOUT_KEYCHAIN: 'off' }
  return { command: process.execPath, args: [MAIN, 'serve'], cwd: host.cwd, env, stderr: 'ignore' }
}

async function overHttp(host: TestHost): Promise<Reach> {
  const TOKEN = 'a-token-that-is-long-enough-for-a-test-of-ours'
  const command = spawnCommand(host, ['serve', '--http', '0', '--json', '--token-env', 'TOKEN'], { TOKEN })
  await command.said('"url"')
  const { url } = JSON.parse(command.stdout()) as { readonly url: string }
  return { url: new URL(url), requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } }
}

const connect = (client: Client, to: Reach): Promise<void> =>
  client.connect('url' in to ? new StreamableHTTPClientTransport(to.url, to) : new StdioClientTransport(to))

const PLACES = [
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const
const GREET = { name: 'call_tool', arguments: { name: 'a:greet', arguments: {} } }

it.each(PLACES)('asks the person at a client over %s what a server wants to know', async (_, reach) => {
  const host = await createHost()
  const client = createClient(true)
  await connect(client, await reach(host))
  expect(await client.callTool(GREET)).toMatchObject({ content: [{ text: 'hello Ann' }] })
})

it.each(
  PLACES.flatMap(([place, reach]) =>
    (['auto', { pin: '2026-07-28' }] as const).map((mode) => [mode, place, reach] as const),
  ),
)('and at one of the second SDK, in its mode %o over %s', async (mode, _, reach) => {
  const to = await reach(await createHost())
  const client = new second.Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  )
  onTestFinished(() => client.close())
  const accepted = { action: 'accept', content: { name: 'Ann' } } as const
  client.setRequestHandler('elicitation/create', async () => accepted)
  await client.connect(
    'url' in to ? new second.StreamableHTTPClientTransport(to.url, to) : new SecondStdio(to),
  )
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('call_tool')
  expect(await client.callTool(GREET)).toMatchObject({ content: [{ text: 'hello Ann' }] })
})

it.each(PLACES)('tells a server that at a client over %s nobody can be asked', async (_, reach) => {
  const host = await createHost()
  const client = createClient(false)
  await connect(client, await reach(host))
  expect(await client.callTool(GREET)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^nobody to ask: -/) }],
  })
})

it.each([[[]], [['--timeout', '50s']]])(
  'takes none of the time of a call at a terminal: %j',
  async (options) => {
    const host = await createHost()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let said = ''
    const write = (text: string): void => {
      said += text
    }
    const stream = { write, isTerminal: true, columns: 100 }
    const typed = (async function* () {
      while (!said.includes('The server asks')) await new Promise(setImmediate)
      for (const line of ['', 'Ann']) {
        await vi.advanceTimersByTimeAsync(45_000)
        yield `${line}\n`
      }
    })()
    const stdin = Object.assign(typed, { isTTY: true })
    const { exitCode } = await host.run(['call', 'a:greet', ...options], {
      stdout: stream,
      stderr: stream,
      stdin,
    })
    expect([exitCode, said]).toEqual([0, expect.stringContaining('hello Ann')])
  },
)
