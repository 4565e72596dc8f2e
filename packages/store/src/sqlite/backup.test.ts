import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sketchRecord } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { loadDriver } from './drivers.ts'
import { makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const PAGE = readFileSync(new URL('../../../../docs/persistence.md', import.meta.url), 'utf8')
const [backup = '', restore = '', compact = '', ...others] = Array.from(
  PAGE.matchAll(/^```sh\n(.*?)^```$/gms),
  ([, block = '']) => block,
)

it('is made, restored and made small by the commands of the page about it', async () => {
  expect(others).toEqual([])
  const folder = makeFolder()
  onTestFinished(folder.dispose)
  const path = join(folder.path, 'catalog.db')
  const driver = await loadDriver()
  const run = (block: string): void => {
    for (const line of block.trim().split('\n')) {
      const [, file, sql] = /^sqlite3 (\S+) "(.*)"$/.exec(line) ?? []
      if (file === undefined || sql === undefined) {
        execFileSync('sh', ['-ec', line], { cwd: folder.path })
        continue
      }
      const connection = driver(join(folder.path, file))
      connection.exec(sql.replace("'backups/", `'${folder.path}/backups/`))
      connection.close()
    }
  }
  const records = Array.from({ length: 400 }, (_, i) =>
    sketchRecord(`tool_${i}`, { description: `Does thing ${i} `.repeat(40) }),
  )
  const saved = { revision: 1, bytes: Uint8Array.of(1, 2, 3) }
  const store = await openSqliteStore({ path })
  await store.append(records.map((record) => ({ type: 'put', record })))
  await store.saveCheckpoint('words', saved)
  run(backup)
  await store.append(records.slice(0, 300).map(({ tool: { id } }) => ({ type: 'delete', id })))
  await store.saveCheckpoint('words', { ...saved, revision: 2 })
  await store.close()

  run(restore)
  const restored = await openSqliteStore({ path })
  expect([...restored.reader.ids()]).toHaveLength(400)
  expect(await restored.loadCheckpoint('words')).toEqual(saved)
  expect((await restored.verify()).faults).toEqual([])
  await restored.append(records.slice(0, 360).map(({ tool: { id } }) => ({ type: 'delete', id })))
  await restored.close()

  const large = statSync(path).size
  run(compact)
  expect(statSync(path).size).toBeLessThan(large / 2)
  const small = await openSqliteStore({ path })
  expect([...small.reader.ids()]).toHaveLength(40)
  expect(small.reader.record('tool_399')).toEqual(records[399])
  expect((await small.verify()).faults).toEqual([])
  await small.close()
})
