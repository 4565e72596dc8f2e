import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { afterAll, expect, it } from 'vitest'
import { openDiscovery } from './open-discovery.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolscout-refused-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'catalog.db')
const broken = {
  name: 'broken',
  apply: () => {
    throw new RangeError('no room')
  },
  search: async () => ({ hits: [], unmatchedTerms: [] }),
}

it.each([
  ['an option that would have no effect', { embedder: false, fusion: { name: 'none' } as never }, TypeError],
  ['an unknown option', { odd: 1 }, TypeError],
  ['a searcher that fails', { searcher: broken }, RangeError],
  ['a limit out of range', { calls: { timeoutMs: -1 } }, RangeError],
])('an opening that is refused for %s leaves no lock', async (_, options, error) => {
  const first = await openDiscovery({ store: await openSqliteStore({ path }) })
  await first.register([{ name: 'kept', inputSchema: { type: 'object' } }])
  await first.close()
  await expect(
    openDiscovery({ store: await openSqliteStore({ path }), ...(options as object) }),
  ).rejects.toThrow(error)
  const again = await openDiscovery({ store: await openSqliteStore({ path }) })
  expect(again.size).toBe(1)
  await again.close()
})
