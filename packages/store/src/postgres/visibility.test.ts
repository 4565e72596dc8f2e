import { parseTool, type ToolVisibility } from '@toolscout/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestEngine } from './fixtures/engines.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const NAMESPACES = ['git', 'files', 'mail']
const changes = Array.from({ length: 60 }, (_, i) => {
  const namespace = NAMESPACES[i % 3] as string
  const { tool } = parseTool({ name: `status_${i}`, namespace, inputSchema: { type: 'object' } })
  return {
    type: 'put' as const,
    record: { tool, backends: [{ kind: 'mcp' as const, server: namespace }], notes: '' },
  }
})

describe.each(ENGINES)('who sees what on %s', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  it('groups are a part of the query, and what is allowed is asked of each tool all the same', async () => {
    const asked: string[] = []
    const store = await engine.open('groups', { groupsOf: ({ namespace = '' }) => [namespace, 'everybody'] })
    await store.append(changes)
    const namespacesOf = async (visibility: ToolVisibility, limit = 60): Promise<readonly string[]> => {
      asked.length = 0
      const { hits } = await store.search({ query: 'status', limit, filter: { visibility } })
      return hits.map(({ id }) => id.split(':')[0] ?? '')
    }
    const allows: ToolVisibility['allows'] = ({ id, namespace }) => {
      asked.push(id)
      return namespace !== 'mail'
    }
    expect(new Set(await namespacesOf({ key: 'a', groups: ['git'], allows }))).toEqual(new Set(['git']))
    // Nobody read what cannot be seen.
    expect(new Set(asked.map((id) => id.split(':')[0]))).toEqual(new Set(['git']))
    expect(await namespacesOf({ key: 'b', groups: ['git', 'files'], allows })).toHaveLength(40)
    expect(await namespacesOf({ key: 'c', groups: ['mail'], allows })).toEqual([])
    expect(await namespacesOf({ key: 'd', groups: [], allows })).toEqual([])
    // Without groups the function alone decides, also beyond the first hits.
    expect(new Set(await namespacesOf({ key: 'e', allows }, 30))).toEqual(new Set(['git', 'files']))
    expect(await namespacesOf({ key: 'e', allows }, 30)).toHaveLength(30)
    await store.close()
  })

  it('a store that knows no groups asks the function alone', async () => {
    const store = await engine.open('no_groups')
    await store.append(changes)
    const visibility = { key: 'a', groups: ['unheard_of'], allows: () => true }
    expect((await store.search({ query: 'status', limit: 5, filter: { visibility } })).hits).toHaveLength(5)
    await store.close()
  })

  it('other weights are refused until the catalog is indexed by them', async () => {
    const store = await engine.open('weights')
    await store.append(changes)
    await store.close()
    const bm25f = { weights: { name: 1 } }
    await expect(engine.open('weights', { bm25f })).rejects.toMatchObject({ code: 'STORE_FORMAT_UNKNOWN' })
    const other = await engine.open('weights', { bm25f, reindex: true })
    expect((await other.search({ query: 'status', limit: 1 })).hits).toHaveLength(1)
    expect((await other.verify()).faults).toEqual([])
    await other.close()
    await expect(engine.open('weights')).rejects.toMatchObject({ code: 'STORE_FORMAT_UNKNOWN' })
  })
})

it.each([
  { history: 0 },
  { maxPostings: 1 },
  { cacheBytes: 0 },
  { maxConnections: 1.5 },
  { schema: 'Quoted"' },
  { schema: 'a; drop table tool' },
])('%o is refused', async (options) => {
  await expect(openPostgresStore({ connection: 'postgres://nobody', ...options })).rejects.toThrow(RangeError)
})
