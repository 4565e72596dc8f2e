import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { parseTool } from '@toolscout/model'
import { realServer as server } from '@toolscout/testbed/servers'
import { describe, expect, it } from 'vitest'
import { open } from './fixtures/open-discovery.ts'

/** A file `{ servers: { name: [definitions] } }` with listings of servers that cannot be run here. */
const CATALOG = process.env.TOOLSCOUT_CATALOG
if (CATALOG === undefined)
  console.log('TOOLSCOUT_CATALOG names no catalog, so only the servers at hand are registered.')

describe('servers as their authors publish them', () => {
  it('are registered whole, found, described and rendered', async () => {
    const scout = open()
    const mcpServers = {
      everything: server('everything'),
      files: server('filesystem', tmpdir()),
      memory: server('memory'),
      thinking: server('sequential-thinking'),
    }
    const { connected, failures } = await scout.connectServers({ mcpServers })
    expect(failures).toEqual([])
    expect(connected.map(({ source, registered }) => [source, registered.length])).toEqual([
      ['everything', 13],
      ['files', 14],
      ['memory', 9],
      ['thinking', 1],
    ])
    for (const report of connected) {
      expect(report).toMatchObject({ complete: true, failures: [], updated: [], unchanged: [], removed: [] })
      expect(report.registered.every((id) => id.startsWith(`${report.source}:`))).toBe(true)
    }
    const wanted = {
      'think about a problem step by step': 'thinking:sequentialthinking',
      'add two numbers': 'everything:get-sum',
      'list what is in a folder': 'files:list_directory',
      'create entities in the knowledge graph': 'memory:create_entities',
    }
    for (const [query, id] of Object.entries(wanted)) {
      const { hits } = await scout.search(query, { limit: 3 })
      expect(
        hits.map((hit) => hit.id),
        query,
      ).toContain(id)
    }
    const ids = scout.index.list().map(({ tool }) => tool.id)
    const { docs, failures: undescribed } = await scout.describe(ids, { detail: 'full' })
    expect([docs.length, undescribed]).toEqual([37, []])
    const { tools } = await scout.render(ids, { format: 'signature', budgetTokens: 100_000 })
    expect(tools).toHaveLength(37)
  })
})

describe.skipIf(CATALOG === undefined)('a catalog of listings', () => {
  it('is registered whole, with every tool found by its own name', async () => {
    const scout = open()
    const { servers } = JSON.parse(await readFile(CATALOG as string, 'utf8')) as {
      servers: { [name: string]: unknown[] }
    }
    for (const [name, definitions] of Object.entries(servers)) {
      const list = async () => ({ definitions, complete: true })
      const source = {
        name,
        list,
        call: async () => ({ content: [] }),
        onChange: () => () => {},
        close: async () => {},
      }
      const report = await scout.addSource(source)
      expect([name, report.failures, report.registered.length]).toEqual([name, [], definitions.length])
    }
    for (const { tool } of scout.index.list()) {
      expect(parseTool(tool).tool).toBe(tool)
      const { hits } = await scout.search(tool.name, { limit: 5 })
      expect(
        hits.map((hit) => hit.id),
        tool.id,
      ).toContain(tool.id)
      expect((await scout.describe(tool.id)).docs[0]?.schemaInfo).toBeDefined()
    }
    if (scout.index.get('github:create_issue') === undefined) return
    for (const query of ['create issue', 'open a new issue', 'createIssue', 'create_issue'])
      expect((await scout.search(query)).hits[0]?.id, query).toBe('github:create_issue')
  })
})
