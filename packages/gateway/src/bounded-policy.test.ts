import { createDiscovery } from '@toolscout/discovery'
import { MAX_REFUSED } from '@toolscout/model/internal'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createGateway } from './create-gateway.ts'
import { createMetaExposure } from './exposure/meta/meta-exposure.ts'

const OTHERS = 40
const MANY = 20_000
const principal = 'ann'
const asked = { count: 0 }
const isOpen = (name: string): boolean => name.startsWith('open')
let allows = isOpen

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
  const many = Array.from({ length: MANY }, (_, i) => `hidden_${i}`)
  list('big', many)
  for (let i = 0; i < OTHERS; i += 1) list(`small${i}`, [`open_${i}`])
  gateway.start()
  await gateway.settled()
  return () => gateway.stop()
})

beforeEach(() => {
  allows = isOpen
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
  expect(await count(() => gateway.count({ principal }))).toBeLessThanOrEqual(MAX_REFUSED)
  expect(await count(() => gateway.page({ principal, limit: 1 }))).toBeLessThanOrEqual(MAX_REFUSED)
})

it('a search of a model that finds nothing asks about no more than is refused, and does not say that there are no tools', async () => {
  const meta = createMetaExposure(gateway)
  const call = { principal, signal: new AbortController().signal }
  const search = (args: object) => meta.call('search_tools', { query: 'open', ...args }, call)
  // Which servers there are, when their names are read, and twice about those that are not ready.
  const named = await count(() => search({ servers: ['small3'] }))
  expect(named).toBeLessThanOrEqual(3 * (MAX_REFUSED + 2 * OTHERS))
  allows = () => false
  // What fits, twice which servers are not ready, and whether there is any tool.
  let answer = ''
  const empty = await count(async () => (answer = JSON.stringify(await search({}))))
  expect(empty).toBeLessThanOrEqual(4 * (MAX_REFUSED + OTHERS))
  expect(answer).not.toContain('There are no tools')
})

it('a policy that allows all is asked about what a page holds', async () => {
  allows = () => true
  expect(await count(() => gateway.page({ principal, limit: 25, after: 'big:hidden_1' }))).toBe(25)
  expect(await count(() => gateway.count({ principal }))).toBe(MAX_REFUSED)
})

it('pages one after the other are the list, also where some are empty', () => {
  const ids: string[] = []
  let pages = 0
  for (let next: string | undefined = ''; next !== undefined; pages += 1) {
    const page = gateway.page({ principal, limit: 7, after: next })
    ids.push(...page.tools.map(({ id }) => id))
    next = page.next
  }
  expect(ids).toEqual(gateway.list({ principal }).map(({ id }) => id))
  expect([ids.length, pages]).toEqual([OTHERS, 2 + Math.ceil(OTHERS / 7)])
  expect(() => gateway.page({ limit: 0 })).toThrow(RangeError)
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
  allows = (name) => name === 'hidden_1'
  expect(gateway.version({ principal })).not.toBe(before)
})

it('a search that cannot say of all servers whether they exist for the caller says so', async () => {
  allows = () => false
  const { degraded } = await gateway.search('', { principal })
  expect(degraded.map(({ reason }) => reason).join('\n')).toMatch(/not known of every server/)
})
