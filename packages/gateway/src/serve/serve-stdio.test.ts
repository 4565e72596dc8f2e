import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectStdio, createClient } from './fixtures/clients.ts'
import { processesWith, until } from './fixtures/processes.ts'
import { serveTools } from './fixtures/served.ts'
import { echo } from './fixtures/tools.ts'

// Inside node_modules, so that the bundle finds what it needs and nothing is left in the sources.
const FOLDER = fileURLToPath(new URL(`../../node_modules/.gateway-${process.pid}`, import.meta.url))
const GATEWAY = join(FOLDER, 'gateway.js')
const EVERYTHING = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/server-everything/package.json')),
)

interface Gateway {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly stderr: () => string
  readonly send: (message: object | string) => void
  readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>
}

function startGateway(...args: readonly string[]): Gateway {
  const child = spawn(process.execPath, [GATEWAY, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    // What is told of tools that were registered a moment ago may come at any time.
    if (!line.includes('list_changed')) lines.push(line)
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  child.stdin.on('error', () => undefined)
  return {
    child,
    lines,
    stderr: () => stderr,
    send: (message) =>
      void child.stdin.write(
        `${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
      ),
    exited: once(child, 'exit') as unknown as Gateway['exited'],
  }
}

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@toolscout/source', 'node'] },
    ssr: { noExternal: [/^@toolscout\//], resolve: { conditions: ['@toolscout/source', 'node'] } },
    build: {
      ssr: fileURLToPath(new URL('./fixtures/gateway.ts', import.meta.url)),
      outDir: FOLDER,
      target: 'node20',
    },
  })
})
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const call = (name: string, id = 1): object => ({ id, method: 'tools/call', params: { name, arguments: {} } })

describe('a program that serves over stdio', () => {
  it('is a server for the SDK client, with servers of its own behind it (SHL-040)', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [GATEWAY, 'plain', EVERYTHING],
    })
    onTestFinished(() => client.close())
    await client.connect(transport as Transport)

    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('child0__echo')
    const { content } = await client.callTool({ name: 'child0__echo', arguments: { message: 'hello' } })
    expect(content).toEqual([{ type: 'text', text: 'Echo: hello' }])
  })

  it('writes nothing but the protocol to stdout, whatever its tools print', async () => {
    const { lines, stderr, send, child, exited } = startGateway()
    send(INITIALIZE)
    send(call('chatty'))
    await until(() => lines.length >= 2)
    child.stdin?.end()
    await exited

    const messages = lines.map((line) => JSON.parse(line))
    expect(messages.map(({ id }) => id)).toEqual([0, 1])
    expect(messages[1].result.content).toEqual([{ type: 'text', text: 'quiet' }])
    expect(stderr()).toContain('this would break the protocol')
  })

  it('answers what was asked before stdin ended, and ends', async () => {
    const { lines, stderr, send, child, exited } = startGateway('slow')
    send(INITIALIZE)
    send(call('slow'))
    child.stdin?.end()

    expect(await exited).toEqual([0, null])
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      id: 1,
      result: { content: [{ text: 'done at last' }] },
    })
    expect(stderr()).toContain('closed')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'drains and ends on %s, with exit code 0 (SHL-043)',
    async (signal) => {
      const { lines, stderr, send, child, exited } = startGateway('slow')
      send(INITIALIZE)
      send(call('slow'))
      await until(() => stderr().includes('slow has begun'))
      child.kill(signal)

      expect(await exited).toEqual([0, null])
      expect(lines.at(-1)).toContain('done at last')
    },
  )

  it('ends at once on a second signal', async () => {
    const { stderr, send, child, exited } = startGateway('endless')
    send(INITIALIZE)
    send(call('slow'))
    await until(() => stderr().includes('slow has begun'))
    child.kill('SIGTERM')
    const killAgain = setInterval(() => child.kill('SIGTERM'), 50)
    const how = await exited
    clearInterval(killAgain)

    expect(how).toEqual([null, 'SIGTERM'])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no child behind after %s', async (signal) => {
    const mark = `mark-${randomUUID()}`
    const { lines, send, child, exited } = startGateway('plain', `${EVERYTHING} stdio ${mark}`)
    send(INITIALIZE)
    send({ id: 1, method: 'tools/list' })
    await until(() => lines.some((line) => line.includes('child0__echo')))
    expect(processesWith(`stdio ${mark}`)).not.toEqual([])

    child.kill(signal)
    await exited
    await until(() => processesWith(mark).length === 0)
  })
})

describe('what comes over stdio', () => {
  it('REG-016 W-12 is answered line by line, also after a line that is no JSON', async () => {
    const { lines, send } = startGateway()
    send('{"jsonrpc"')
    send('')
    send('[1]')
    send(INITIALIZE)
    await until(() => lines.length >= 3)

    expect(lines.slice(0, 3).map((line) => JSON.parse(line))).toEqual([
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } },
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } },
      expect.objectContaining({ id: 0 }),
    ])
  })

  it('is told when it is no JSON-RPC', async () => {
    const { lines, send } = startGateway()
    send({ id: 5, method: 5 })
    await until(() => lines.length >= 1)

    expect(JSON.parse(lines[0] ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -32600, message: 'This is not a JSON-RPC message.' },
    })
  })

  it('W-12 may be far longer than 64 KiB, and no longer than 10 MiB', async () => {
    const client = createClient()
    const { served } = await serveTools([echo])
    const { input, serving } = await connectStdio(client, served)
    const text = 'x'.repeat(100_000)

    const { content } = await client.callTool({ name: 'echo', arguments: { text } })
    expect(JSON.stringify(content)).toContain('xxx')

    input.write('y'.repeat(10_485_761))
    await serving.closed
  })

  it('W-12 is answered side by side: a slow call holds nobody up', async () => {
    const { lines, send } = startGateway('endless')
    send(INITIALIZE)
    send(call('slow', 1))
    send({ id: 2, method: 'ping' })
    await until(() => lines.length >= 2)

    expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 2])
  })

  it('W-05 is no answer to a notification', async () => {
    const { lines, send } = startGateway()
    send(INITIALIZE)
    send({ method: 'notifications/initialized' })
    send({ method: 'notifications/nobody-knows' })
    send({ id: 1, method: 'ping' })
    await until(() => lines.length >= 2)

    expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 1])
  })
})
