import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startSlowRegistry } from './slow-registry.ts'

const ARCHIVE = Buffer.alloc(50_000, 7)

it('hands on what another registry has, asks it once for each thing, and counts what it sent', async () => {
  const asked: string[] = []
  const source = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.endsWith('.tgz') === true) return void response.end(ARCHIVE)
    const tarball = `${origin}/a/-/a-1.tgz`
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ dist: { tarball } }))
  })
  source.listen(0, '127.0.0.1')
  await once(source, 'listening')
  const origin = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  const registry = await startSlowRegistry(`${origin}/`)
  onTestFinished(() => {
    registry.close()
    source.close()
    source.closeAllConnections()
  })
  const { dist } = (await (await fetch(`${registry.url}/a`)).json()) as { dist: { tarball: string } }
  expect(dist.tarball).toBe(`${registry.url}/a/-/a-1.tgz`)
  registry.takeSent()
  const load = async (): Promise<Buffer> => Buffer.from(await (await fetch(dist.tarball)).arrayBuffer())
  expect(await load()).toEqual(ARCHIVE)
  registry.limit(5_000_000)
  expect(await load()).toEqual(ARCHIVE)
  expect(registry.takeSent()).toBe(2 * ARCHIVE.length)
  expect(registry.takeSent()).toBe(0)
  expect(asked).toEqual(['/a', '/a/-/a-1.tgz'])
  expect((await fetch(`${registry.url}/-/npm/v1/security`, { method: 'POST' })).status).toBe(404)
})
