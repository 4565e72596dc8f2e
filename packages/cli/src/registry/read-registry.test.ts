import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTestHost } from '../fixtures/test-host.ts'
import { readRegistry } from './read-registry.ts'

const CARD = 'application/mcp-server-card+json'
const server = (name: string): object => ({ name, description: `What ${name} does.` })

/** Serves on loopback, and remembers what was asked for. */
async function serve(answer: (path: string, response: ServerResponse, url: string) => unknown) {
  const asked: string[] = []
  const http = createServer(({ url: path = '' }: IncomingMessage, response) => {
    asked.push(path)
    const document = answer(path, response, url)
    if (!response.writableEnded) response.end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { url, asked }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location })
  response.end()
}

const read = (source: string) =>
  readRegistry(source, { signal: new AbortController().signal, onServers: () => {} })

it.each([
  ['http://169.254.169.254/latest/meta-data/', 'nothing of ours is at that address'],
  ['http://[fe80::1]/', 'nothing of ours is at that address'],
  ['http://metadata.google.internal/computeMetadata/v1/', 'nothing of ours is at that address'],
  ['http://10.0.0.1/v0.1/servers', 'it is not https'],
  ['http://93.184.216.34/', 'it is not https'],
  ['http://user:secret@127.0.0.1/', 'it holds credentials'],
  ['file:///etc/passwd', 'its scheme is file:'],
])('a registry may not lead to %s, whether at once or after a page', async (target, why) => {
  const { url } = await serve((path, response) => {
    if (path.startsWith('/v0.1')) redirect(response, '/moved')
    else redirect(response, target)
  })
  await expect(read(url)).rejects.toMatchObject({
    code: 'REGISTRY_INVALID',
    message: expect.stringContaining(why),
  })
  const late = await serve((path, response) => {
    if (path.includes('cursor')) redirect(response, target)
    else return { servers: [server('a/b')], metadata: { nextCursor: 'x' } }
  })
  await expect(read(late.url)).rejects.toMatchObject({ message: expect.stringContaining(why) })
})

it('follows redirects within what was named, a few', async () => {
  const other = await serve(() => ({ servers: [server('a/other')] }))
  const { url, asked } = await serve((path, response) => {
    if (path.startsWith('/v0.1')) redirect(response, '/moved')
    else if (path === '/moved') redirect(response, `${other.url}/servers.json`)
    else redirect(response, `${path}x`)
  })
  expect(await read(url)).toMatchObject({ servers: [{ name: 'a/other' }] })
  await expect(read(`${url}/loop.json`)).rejects.toThrow('it redirects more than 5 times')
  expect(asked.filter((path) => path.startsWith('/loop'))).toHaveLength(6)
})

it('reads no card of a catalog at an address nobody named, and says which were not read', async () => {
  const { url } = await serve((path, response) => {
    if (path === '/card') return server('a/docs')
    if (path === '/away') return redirect(response, 'http://169.254.169.254/card')
    const urls = ['/card', '/away', 'http://169.254.169.254/card', 'file:///etc/passwd']
    return { entries: urls.map((one) => ({ type: CARD, url: one })) }
  })
  const { servers, incomplete } = await read(`${url}/catalog.json`)
  expect(servers.map(({ name }) => name)).toEqual(['a/docs'])
  expect(incomplete).toMatch(/^3 of its server cards cannot be read\. The first: .*\/away.*nothing of ours/)
})

it('says how many server cards of a catalog were left out, and which a file cannot name', async () => {
  const host = await createTestHost()
  const card = (i: number): object => ({ type: CARD, data: server(`a/s${i}`) })
  const many = await host.write('many.json', { entries: Array.from({ length: 201 }, (_, i) => card(i)) })
  expect((await read(many)).incomplete).toBe(
    'Of 201 server cards the first 200 were read. 200 servers are kept.',
  )
  const file = await host.write('file.json', { entries: [card(1), { type: CARD, url: '/etc/passwd' }] })
  expect((await read(file)).incomplete).toContain('"/etc/passwd" is no address that a catalog can name')
  const none = await host.write('none.json', { entries: [{ type: CARD, url: '/etc/passwd' }] })
  await expect(read(none)).rejects.toThrow(/no server in a form that is known.*\. 1 of its server cards/)
})

it('says how many entries were left out, and counts no older versions among them', async () => {
  const host = await createTestHost()
  const past = { 'io.modelcontextprotocol.registry/official': { isLatest: false } }
  const file = await host.write('mixed.json', {
    servers: [
      server('a/good'),
      { server: server('a/old'), _meta: past },
      server('bad name; rm -rf /'),
      42,
      null,
    ],
  })
  expect(await read(file)).toMatchObject({
    servers: [{ name: 'a/good' }],
    incomplete: 'Left out: 3 entries without a name that can be used. 1 server is kept.',
  })
})

it('stops at a registry whose pages never end, keeps what it read, and says so now and later', async () => {
  const { url, asked } = await serve((path) => {
    const page = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
    return { servers: [server(`a/s${page}`)], metadata: { nextCursor: String(page + 1) } }
  })
  const host = await createTestHost()
  const said = `${url} is not whole. Reading ended after 1000 pages, and there are more. 1000 servers are kept.`
  const added = await host.run(['registry', 'add', url])
  expect([added.exitCode, added.stdout]).toEqual([0, expect.stringContaining('1000 servers')])
  expect(added.stderr).toContain(said)
  expect(asked).toHaveLength(1_000)
  const listed = await host.run(['registry', '--json'])
  expect(listed.json()).toMatchObject({ registries: [{ servers: 1_000, incomplete: expect.any(String) }] })
  expect(listed.stderr).toContain(said)
})

it('stops at pages that repeat, and at more servers than are kept', async () => {
  const same = await serve(() => ({ servers: [server('a/b')], metadata: { nextCursor: 'x' } }))
  expect(await read(same.url)).toMatchObject({
    servers: [{ name: 'a/b' }],
    incomplete: expect.stringContaining('After 2 pages they repeat'),
  })
  expect(same.asked).toHaveLength(2)
  const large = await serve((path) => {
    const page = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
    const servers = Array.from({ length: 30_000 }, (_, i) => server(`a/s${page}-${i}`))
    return { servers, metadata: { nextCursor: String(page + 1) } }
  })
  const { servers, incomplete } = await read(large.url)
  expect([servers.length, large.asked.length]).toEqual([50_000, 2])
  expect(incomplete).toBe('Reading ended after 60000 servers. 50000 servers are kept.')
})
