import { createDiscovery } from '@toolscout/discovery'
import { MAX_REFUSED } from '@toolscout/model/internal'
import { beforeAll, expect, it } from 'vitest'
import { createGateway } from './create-gateway.ts'

const OTHERS = 40
const principal = 'ann'
const asked = { count: 0 }
let allows = (name: string): boolean => name.startsWith('open')

/** A server of many tools, servers of one each behind it, none of which is reached, and a policy that counts what it is asked. */
const discovery = createDiscovery({ embedder: false })
const gateway = createGateway({
  discovery,
  policy: ({ name }) => {
    asked.count += 1
    return allows(name)
  },
})

beforeAll(async () => {
  const list = (server: string, names: readonly string[]): void => {
    gateway.addServer({ name: server, transport: 'http', url: 'http://127.0.0.1:9/mcp' })
    const definitions = names.map((name) => ({ name, inputSchema: { type: 'object' } }))
    discovery.index.registerMcp(server, definitions)
  }
  const many = Array.from({ length: MAX_REFUSED + 500 }, (_, i) => `hidden_${i}`)
  list('big', many)
  for (let i = 0; i < OTHERS; i += 1) list(`small${i}`, [`open_${i}`])
  gateway.start()
  await gateway.settled()
  return () => gateway.stop()
})

/** How often the policy is asked meanwhile. */
async function count(work: () => unknown): Promise<number> {
  asked.count = 0
  await work()
  return asked.count
}

it('a policy that refuses nearly all is asked about a bounded number of tools by everything but lists', async () => {
  expect(await count(() => gateway.version({ principal }))).toBeLessThanOrEqual(MAX_REFUSED)
  expect(await count(() => gateway.servers({ principal }))).toBeLessThanOrEqual(MAX_REFUSED + OTHERS)
  // The nearest by spelling, and a search for what may have been meant, which is bounded by itself.
  const missing = await count(() => gateway.call('big:hidden_1', {}, { principal }))
  expect(missing).toBeLessThanOrEqual(MAX_REFUSED + 100)
})

it('servers with a tool for the caller are found behind one with many that are not for him, and hidden ids are not offered', async () => {
  expect(gateway.servers({ principal }).map(({ name }) => name)).toHaveLength(OTHERS)
  const near = await gateway.call('small3:open_33', {}, { principal })
  expect(JSON.stringify(near)).toContain('small3:open_3')
  const hidden = await gateway.call('big:hidden_1', {}, { principal })
  expect(JSON.stringify(hidden.structuredContent?.suggestions ?? [])).not.toContain('hidden')
})

it('a version is another one when the policy changes its mind', () => {
  const before = gateway.version({ principal })
  expect(gateway.version({ principal })).toBe(before)
  const given = allows
  allows = (name) => name === 'hidden_1'
  expect(gateway.version({ principal })).not.toBe(before)
  allows = given
})

it('a search that cannot say of all servers whether they exist for the caller says so', async () => {
  allows = () => false
  const { degraded } = await gateway.search('', { principal })
  expect(degraded.map(({ reason }) => reason).join('\n')).toMatch(/of some servers it is not known/)
})
