import { copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogChange } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit/internal'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

let path: string
beforeEach(() => {
  const folder = makeFolder()
  onTestFinished(folder.dispose)
  path = join(folder.path, 'catalog.db')
})

const put = (name: string): CatalogChange => ({ type: 'put', record: sketchRecord(name) })
const REPLACED = {
  code: 'STORE_UNAVAILABLE',
  details: { state: 'unchanged' },
  message: expect.stringContaining('is not the file that was opened'),
}

describe('the next batch notices that the file', () => {
  it.each([
    ['was deleted', () => rmSync(path)],
    ['was deleted with its log', () => ['', '-wal', '-shm'].map((suffix) => rmSync(path + suffix))],
    ['was moved away', () => renameSync(path, `${path}-moved`)],
    [
      'was replaced by a copy',
      () => {
        copyFileSync(path, `${path}-copy`)
        renameSync(`${path}-copy`, path)
      },
    ],
  ])('%s', async (_, remove) => {
    const store = await openSqliteStore({ path })
    await store.append([put('a')])
    remove()
    await expect(store.append([put('b')])).rejects.toMatchObject(REPLACED)
    await expect(store.embeddings.set([['aa', new Float32Array([1])]])).rejects.toMatchObject(REPLACED)
    await expect(
      store.saveCheckpoint('snapshot', { revision: 1, bytes: new Uint8Array(9) }),
    ).rejects.toMatchObject(REPLACED)
    // What was there can still be read, such as to be kept elsewhere, also after what failed.
    expect((await store.get(['a', 'b'])).map((record) => record?.tool.id)).toEqual(['a', undefined])
    await store.close()
    const again = await openSqliteStore({ path })
    expect(await again.append([put('c')])).toBe(await again.revision())
    await again.close()
  })

  it('is there again when it was put back, and the batch goes on', async () => {
    const store = await openSqliteStore({ path })
    await store.append([put('a')])
    renameSync(path, `${path}-moved`)
    await expect(store.append([put('b')])).rejects.toMatchObject(REPLACED)
    renameSync(`${path}-moved`, path)
    expect(await store.append([put('b')])).toBe(2)
    await store.close()
    const again = await openSqliteStore({ path })
    expect([...again.reader.ids()]).toEqual(['a', 'b'])
    await again.close()
  })
})

it('a repair, which replaces the file itself, is no surprise', async () => {
  const store = await openSqliteStore({ path })
  await store.append(Array.from({ length: 50 }, (_, i) => put(`tool_${i}`)))
  await store.close()
  const bytes = readFileSync(path)
  const at = bytes.indexOf('"name":"tool_7"')
  bytes[at + 9] = 0x58
  writeFileSync(path, bytes)
  const damaged = await openSqliteStore({ path })
  expect((await damaged.repair()).lost.length).toBeLessThan(3)
  expect(await damaged.append([put('new')])).toBe(await damaged.revision())
  await damaged.close()
})

it('a file with a second name is refused, under which it would have another lock', async () => {
  await (await openSqliteStore({ path })).close()
  linkSync(path, `${path}-second`)
  for (const name of [path, `${path}-second`])
    await expect(openSqliteStore({ path: name })).rejects.toMatchObject({ code: 'STORE_UNSAFE_PLACE' })
})
