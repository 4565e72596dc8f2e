import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, symlink } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { verifyAuditLog } from '@toolscout/adapters/telemetry'
import { expect, it, onTestFinished } from 'vitest'
import { CERTIFICATE, KEY } from '../fixtures/team-certificate.ts'
import { createTestHost, DESK } from '../fixtures/test-host.ts'

const NAME = 'tools.example.org'

/** The first block of a language on the page for those who run a gateway for a team. */
async function blockOf(language: string): Promise<string> {
  const page = await readFile(new URL('../../../../docs/guides/team.md', import.meta.url), 'utf8')
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''
}

/** A proxy with a certificate that hands on every byte as it comes, with the name it was asked for. */
async function openProxy(url: string) {
  const proxy = createServer({ key: KEY, cert: CERTIFICATE }, (incoming, outgoing) => {
    const { method, url: path = '' } = incoming
    // The connection is the proxy's own.
    const { connection: _, ...headers } = incoming.headers
    const onward = requestPlain(new URL(path, url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders()
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close().closeAllConnections())
  const { port } = proxy.address() as AddressInfo
  /** `fetch` of a machine on which the name leads to the proxy, and its certificate is trusted. */
  return (to: string | URL, { method, headers, body, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const path = new URL(to).pathname
      const sent = request({
        ...{ host: '127.0.0.1', port, servername: NAME, ca: CERTIFICATE, path, agent: false },
        ...{
          method,
          headers: { ...Object.fromEntries(new Headers(headers)), host: NAME },
          signal: signal ?? undefined,
        },
      })
      sent.once('error', reject).once('response', (answer) => {
        const found = new Headers(answer.headers as Record<string, string>)
        const content = [202, 204].includes(answer.statusCode ?? 0) ? null : Readable.toWeb(answer)
        resolve(new Response(content as BodyInit | null, { status: answer.statusCode ?? 0, headers: found }))
      })
      sent.end(body)
    })
}

it('the program of the guide serves a team behind TLS, each person what is theirs, and ends with SIGTERM', async () => {
  const host = await createTestHost()
  await host.write('gateway.mjs', await blockOf('js'))
  await host.write('mcp.json', { mcpServers: { desk: DESK } })
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(host.cwd, 'node_modules'))
  const audit = join(host.cwd, 'audit.jsonl')
  const tokens = { ada: 'a-long-secret-of-ada-1815', bob: 'a-long-secret-of-bob-1820' }
  const gateway = spawn(process.execPath, ['gateway.mjs'], {
    cwd: host.cwd,
    env: {
      PATH: process.env.PATH,
      HOME: host.home,
      PORT: '0',
      NAMES: NAME,
      AUDIT_LOG: audit,
      TOKENS: JSON.stringify({ [tokens.ada]: 'ada', [tokens.bob]: 'bob' }),
      ACCESS: '{"ada":["desk"]}',
    },
  })
  onTestFinished(() => void gateway.kill('SIGKILL'))
  const ended = once(gateway, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    gateway.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const at = /Serving at (\S+)/.exec(said)?.[1]
      if (at !== undefined) resolve(at)
    })
    void ended.then(() => reject(new RangeError(said)))
  })
  const fetch = await openProxy(url)
  const connect = async (token: string): Promise<Client> => {
    const client = new Client({ name: 'person', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`https://${NAME}/mcp`), { fetch, requestInit }),
    )
    onTestFinished(() => client.close())
    return client
  }
  const ada = await connect(tokens.ada)
  expect((await ada.listTools()).tools.map(({ name }) => name)).toContain('call_read_tool')
  const query = { query: 'add two numbers' }
  const ask = (client: Client, name: string, args: Record<string, unknown>): Promise<unknown> =>
    client.callTool({ name, arguments: args }).then(({ content }) => content)
  const text = (part: string): unknown => [{ type: 'text', text: expect.stringContaining(part) }]
  expect(await ask(ada, 'search_tools', query)).toEqual(text('desk:add_numbers('))
  const call = { name: 'desk:add_numbers', arguments: { a: 2, b: 40 } }
  expect(await ask(ada, 'call_destructive_tool', call)).toEqual(text('42'))
  const bob = await connect(tokens.bob)
  expect(await ask(bob, 'search_tools', query)).toEqual(text('There are no tools.'))
  expect(await ask(bob, 'call_destructive_tool', call)).toEqual(text('There is no tool'))
  await expect(connect('nobody')).rejects.toThrow(/A bearer token is required/)
  gateway.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const lines = (await readFile(audit, 'utf8')).trim().split('\n')
  expect(await verifyAuditLog(lines)).toMatchObject({ intact: true })
}, 60_000)
