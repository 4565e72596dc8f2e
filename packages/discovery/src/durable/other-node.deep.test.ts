import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CatalogStore } from '@toolscout/model'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { findNewerNode } from '@toolscout/testbed'
import { expect, it, onTestFinished } from 'vitest'
import { openDiscovery } from './open-discovery.ts'

const node = findNewerNode()

it.skipIf(node === undefined || process.versions.node.startsWith('24.'))(
  'a catalog that another version of Node kept opens from its checkpoint',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'catalog.db')
    const script = fileURLToPath(new URL('./fixtures/kept-catalog.ts', import.meta.url))
    execFileSync(node as string, ['--no-warnings', '--conditions=@toolscout/source', script, path])
    expect(await askedOf(path)).toEqual(['words', 'meaning'])
    // It is of this Node now, and nothing has changed.
    expect(await askedOf(path)).toEqual([])
  },
  120_000,
)

/** What a catalog reads all of, and which checkpoints it makes, while it is open. */
async function askedOf(path: string): Promise<readonly string[]> {
  const store = await openSqliteStore({ path })
  const asked: string[] = []
  const watched: CatalogStore = {
    ...store,
    load: (options) => {
      asked.push('load')
      return store.load(options)
    },
    saveCheckpoint: (name, ...given) => {
      asked.push(name)
      return store.saveCheckpoint(name, ...given)
    },
  }
  const discovery = await openDiscovery({ store: watched })
  for (const [query, id] of [
    ['what is the weather', 'tool_0'],
    ['datei löschen', 'tool_2'],
    ['поиск файлов', 'tool_3'],
    ['检索文件', 'tool_4'],
  ] as const) {
    const { hits, degraded } = await discovery.search(query)
    expect([hits[0]?.id, degraded.filter(({ part }) => part === 'catalog')]).toEqual([id, []])
  }
  await discovery.close()
  return asked
}
