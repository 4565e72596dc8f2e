import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@toolscout/model'
import { expect, it, onTestFinished } from 'vitest'
import type { Held, OpenResources } from './fixtures/measured-server.ts'

const CLIENTS = 10_000
/** Clients before those that count, so that all code has run and every bounded memory is full. */
const WARM = 500
const AT_ONCE = 40
const SERVER = fileURLToPath(new URL('./fixtures/measured-server.ts', import.meta.url))
const LOADER = new URL('../../../benchmark/src/fixtures/run-typescript.mjs', import.meta.url).href

interface MeasuredServer {
  readonly url: URL
  readonly open: () => Promise<OpenResources>
  readonly held: () => Promise<Held>
}

/** The server of the fixture, and what it holds each time it is asked. */
async function startServer(): Promise<MeasuredServer> {
  const args = ['--conditions=@toolscout/source', '--import', LOADER, SERVER]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = on(createInterface({ input: child.stdout }), 'line')
  const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value))
  const ask = (what: 'open' | 'heap'): Promise<unknown> => {
    child.stdin.write(`${what}\n`)
    return next()
  }
  const { url } = (await next()) as { readonly url: string }
  return {
    url: new URL(url),
    open: async () => (await ask('open')) as OpenResources,
    held: async () => (await ask('heap')) as Held,
  }
}

/** One client of MCP 2026-07-28, on a connection of its own. */
class LoneClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #url: URL
  readonly #name: string
  #id = 0

  constructor(url: URL, name: string) {
    this.#url = url
    this.#name = name
  }

  /** Sends a request, and gives what came when its answer began. */
  async begin(method: string, params: JsonObject = {}, hangUp = false): Promise<IncomingMessage | undefined> {
    this.#id += 1
    const id = `${this.#name}-${this.#id}`
    const name = params.name ?? params.uri
    const sent = request(this.#url, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#name}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
      },
    })
    const _meta = {
      progressToken: `${id}-progress`,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: this.#name, version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    }
    sent.end(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }))
    if (hangUp) {
      sent.on('error', () => {})
      await once(sent, 'finish')
      sent.destroy()
      return undefined
    }
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }

  /** Sends a request, and gives its result. */
  async ask(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const answer = (await this.begin(method, params)) as IncomingMessage
    const body = await text(answer)
    const last = body.startsWith('{') ? body : body.trim().split('data: ').at(-1)
    const { result, error } = JSON.parse(last ?? '') as {
      readonly result?: JsonObject
      readonly error?: unknown
    }
    if (result === undefined) throw new TypeError(`${method}: ${JSON.stringify(error)}`)
    return result
  }

  call(tool: string, args: JsonObject = {}, more: JsonObject = {}): Promise<JsonObject> {
    return this.ask('tools/call', { name: 'call_tool', arguments: { name: tool, arguments: args }, ...more })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** What clients do; each does one of these. */
const WAYS: readonly ((client: LoneClient, name: string) => Promise<unknown>)[] = [
  async (client) => {
    await client.ask('server/discover')
    await client.ask('tools/list')
  },
  (client, name) => client.call('echo', { text: name }),
  (client) => client.ask('tools/call', { name: 'search_tools', arguments: { query: 'say it back to me' } }),
  (client) => client.call('talkative'),
  async (client, name) => {
    const { resultType, requestState } = await client.call('ask_name')
    expect(resultType).toBe('input_required')
    const inputResponses = { 'question-1': { action: 'accept', content: { name } } }
    const answered = await client.call('ask_name', {}, { requestState: String(requestState), inputResponses })
    expect(JSON.stringify(answered.content)).toContain(name)
  },
  // Hangs up in the middle of a call.
  (client) =>
    client.begin('tools/call', { name: 'call_tool', arguments: { name: 'waiter', arguments: {} } }, true),
  async (client) => {
    const stream = await client.begin('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(stream?.statusCode).toBe(200)
    stream?.destroy()
  },
]

async function serveAll(url: URL, prefix: string, count: number): Promise<void> {
  let left = count
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const name = `${prefix}-${left}`
      const client = new LoneClient(url, name)
      await WAYS[left % WAYS.length]?.(client, name)
      client.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

it('of 10,000 clients without a session nothing is held: no session, no timer, no socket, no memory', {
  timeout: 1_800_000,
}, async (test) => {
  const { url, open, held } = await startServer()
  const idle = await open()
  const settled = async (): Promise<Held> => {
    await expect.poll(open, { timeout: 60_000 }).toEqual(idle)
    return held()
  }
  await serveAll(url, 'warm', WARM)
  const before = await settled()
  await serveAll(url, 'client', CLIENTS)
  const after = await settled()
  expect(after.sessions).toBe(0)
  // The names of tools are made once for a caller who calls again: the last one stays.
  expect(after.clients.length).toBeLessThanOrEqual(1)
  // Each way is gone by a seventh of the clients; what it left behind would be as many objects of some kind.
  const grown = Object.entries(after.objects)
    .map(([kind, count]) => [kind, count - (before.objects[kind] ?? 0)] as const)
    .filter(([, more]) => more >= CLIENTS / 20)
  test.annotate(JSON.stringify({ idle, grown }))
  expect(grown).toEqual([])
})
