import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiscovery } from '@toolscout/discovery'
import { createGateway } from '@toolscout/gateway'
import type { CandidateRetriever, SearchMode } from '@toolscout/model'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createLoom } from './create-loom.ts'
import { BUILTINS, openLoom } from './fixtures/open-loom.ts'

it.each<SearchMode>(['fast', 'balanced', 'accurate'])(
  '%s ranks what FTS5 finds in the file, in step with what is registered',
  async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'loom-candidates-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = await openSqliteStore({ path: join(folder, 'catalog.db') })
    const discovery = await openDiscovery({ store, embedder: false })
    const gateway = createGateway({ discovery, policy: ({ name }) => name !== 'query_db' })
    const loom = createLoom(gateway, { candidates: store.candidates })
    await gateway.register(BUILTINS)
    const find = async (query: string, more = {}): Promise<readonly string[]> =>
      (await loom.search({ query, mode, ...more })).results.map(({ tool }) => tool.name)
    expect((await find('running shell commands'))[0]).toBe('bash')
    // What is hidden takes no place among the candidates, and the filter holds.
    expect(await find('run the shell or the database')).not.toContain('query_db')
    expect(await find('read a file', { sources: ['mcp'] })).toEqual([])
    await gateway.unregister('bash')
    expect(await find('running shell commands')).not.toContain('bash')
    // No tool has the word as it is written, so every tool is ranked, and the typo is found.
    expect((await find('notificatoin'))[0]).toBe('send_slack')
    await gateway.stop()
    await discovery.close()
  },
)

it('ranks candidates and nothing else, and every tool where the retriever fails, which is reported', async () => {
  const candidates: CandidateRetriever = {
    name: 'own',
    retrieve: async ({ query }) => {
      if (query.includes('broken')) throw new RangeError('no disk')
      return ['file_read']
    },
  }
  const { loom, gateway } = openLoom({ candidates })
  await gateway.register(BUILTINS)
  const names = async (query: string): Promise<readonly string[]> =>
    (await loom.search({ query, mode: 'fast' })).results.map(({ tool }) => tool.name)
  expect(await names('read a file or run a shell command')).toEqual(['file_read'])
  const { results, metadata } = await loom.search({ query: 'broken shell command', mode: 'fast' })
  expect(results[0]?.tool.name).toBe('bash')
  expect(metadata.degraded).toEqual([
    { part: 'candidates', reason: 'own failed, so every tool was ranked: no disk' },
  ])
  const signal = AbortSignal.abort(new RangeError('given up'))
  await expect(loom.search({ query: 'broken', signal })).rejects.toThrow('given up')
})
