import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CatalogStore } from '@toolscout/model'
import { sketchRecord } from '@toolscout/testkit/internal'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { contentsOf } from './fixtures/contents.ts'
import { makeFolder } from './fixtures/places.ts'
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts'

const READ_ONLY = { code: 'STORE_READ_ONLY', details: { store: 'sqlite' } }

let home: string
let path: string
beforeEach(() => {
  const folder = makeFolder()
  onTestFinished(folder.dispose)
  home = folder.path
  path = join(home, 'catalog.db')
})

const look = (place: string = path): Promise<SqliteStore> => openSqliteStore({ path: place, readOnly: true })

/** A store with something of each kind, closed unless it is asked for open. */
async function write(place: string = path): Promise<SqliteStore> {
  const store = await openSqliteStore({ path: place })
  await store.append([
    ...['a', 'b', 'c'].map((name) => ({ type: 'put', record: sketchRecord(name) }) as const),
    { type: 'putItem', item: { kind: 'source', key: 'x', value: 1 } },
  ])
  await store.embeddings.set([['aa', new Float32Array([1, 2])]])
  await store.saveCheckpoint('snapshot', { revision: 1, bytes: Uint8Array.of(1, 2, 3) })
  await store.candidates.retrieve({ query: 'a', limit: 1 })
  return store
}

/** Makes a folder read-only: by its permissions or, for the superuser whom these do not stop, by a mount. */
function makeUnwritable(folder: string): void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500)
    onTestFinished(() => chmodSync(folder, 0o700))
    return
  }
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  execFileSync('mount', ['-o', 'remount,ro,bind', folder])
}

async function expectRefusals(store: SqliteStore): Promise<void> {
  const before = await contentsOf(store)
  const record = sketchRecord('d')
  for (const writing of [
    () => store.append([{ type: 'put', record }]),
    () => store.append([{ type: 'delete', id: 'a' }]),
    () => store.saveCheckpoint('snapshot', { revision: 1, bytes: Uint8Array.of(9) }),
    () => store.embeddings.set([['bb', new Float32Array([1])]]),
    () => store.repair(),
  ])
    await expect(writing()).rejects.toMatchObject(READ_ONLY)
  expect(store.isReadOnly).toBe(true)
  expect(await contentsOf(store)).toEqual(before)
}

describe('a store that is opened for reading alone', () => {
  it('reads all there is, takes nothing in, and leaves no lock', async () => {
    const writer = await write()
    const contents = await contentsOf(writer)
    await writer.close()
    const names = readdirSync(home)
    const store = await look()
    expect(await contentsOf(store)).toEqual(contents)
    expect([...store.reader.ids()]).toEqual(['a', 'b', 'c'])
    expect(store.reader.summary('b')).toMatchObject({ id: 'b' })
    expect(await store.candidates.retrieve({ query: 'b', limit: 1 })).toEqual(['b'])
    expect((await store.verify()).faults).toEqual([])
    expect((await store.verify()).faults).toEqual([])
    await expectRefusals(store)
    // While it is open a writer may come.
    const next = await openSqliteStore({ path })
    await next.append([{ type: 'delete', id: 'c' }])
    await next.close()
    await store.close()
    await expect(store.revision()).rejects.toMatchObject({ code: 'STORE_CLOSED' })
    expect(readdirSync(home).filter((name) => name.includes('lock'))).toEqual(
      names.filter((name) => name.includes('lock')),
    )
  })

  it('sees one moment beside a writer that goes on, in another process’s place or in this one', async () => {
    const writer = await write()
    const [first, second] = [await look(), await look()]
    const contents = await contentsOf(first)
    await writer.append([
      { type: 'put', record: sketchRecord('d') },
      { type: 'delete', id: 'a' },
      { type: 'putItem', item: { kind: 'source', key: 'y', value: 2 } },
    ])
    for (const store of [first, second]) {
      expect(await contentsOf(store)).toEqual(contents)
      expect([...store.reader.ids()]).toEqual(['a', 'b', 'c'])
      expect(store.reader.record('a')).toEqual(sketchRecord('a'))
      expect((await store.verify()).faults).toEqual([])
    }
    const later = await look()
    expect([...later.reader.ids()]).toEqual(['b', 'c', 'd'])
    expect(await changesOf(later, 1)).toEqual(['a', 'd'])
    expect(await changesOf(first, 1)).toEqual([])
    await Promise.all([first.close(), second.close(), later.close()])
    await writer.append([{ type: 'delete', id: 'b' }])
    expect((await writer.verify()).faults).toEqual([])
    await writer.close()
    expect(existsSync(`${path}-wal`)).toBe(existsSync(`${path}-shm`))
  })

  it('lies in a read-only folder', async () => {
    const shipped = join(home, 'shipped')
    mkdirSync(shipped)
    const place = join(shipped, 'catalog.db')
    const writer = await write(place)
    const contents = await contentsOf(writer)
    await writer.close()
    for (const name of readdirSync(shipped))
      if (/-(?:wal|shm|lock)$/.test(name)) execFileSync('rm', [join(shipped, name)])
    const names = readdirSync(shipped)
    makeUnwritable(shipped)
    const store = await look(place)
    expect(await contentsOf(store)).toEqual(contents)
    await expectRefusals(store)
    expect((await store.verify()).faults).toEqual([])
    await store.close()
    expect(readdirSync(shipped)).toEqual(names)
    await expect(openSqliteStore({ path: place })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  it('is refused in such a folder where a part of it still lies in the log', async () => {
    const writer = await write()
    const shipped = join(home, 'shipped')
    mkdirSync(shipped)
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, join(shipped, `catalog.db${suffix}`))
    await writer.close()
    makeUnwritable(shipped)
    await expect(look(join(shipped, 'catalog.db'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('was not closed'),
    })
  })

  it('may be reached through links, but not through a folder or a file that everybody writes to', async () => {
    await (await write()).close()
    const linked = join(home, 'linked')
    const open = join(home, 'open')
    for (const folder of [linked, open]) mkdirSync(folder)
    symlinkSync('../catalog.db', join(linked, 'one.db'))
    symlinkSync('../linked/one.db', join(open, 'two.db'))
    symlinkSync(join(open, 'two.db'), join(home, 'three.db'))
    for (const link of [join(linked, 'one.db'), join(home, 'three.db')]) {
      const store = await look(link)
      expect([...store.reader.ids()]).toEqual(['a', 'b', 'c'])
      expect((await store.loadCheckpoint('snapshot'))?.revision).toBe(1)
      await store.close()
    }
    chmodSync(open, 0o777)
    await expect(look(join(home, 'three.db'))).rejects.toMatchObject({ code: 'STORE_UNSAFE_PLACE' })
    chmodSync(path, 0o666)
    await expect(look(join(linked, 'one.db'))).rejects.toMatchObject({ code: 'STORE_UNSAFE_PLACE' })
    symlinkSync('loop.db', join(home, 'loop.db'))
    await expect(look(join(home, 'loop.db'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  it('is refused where there is none, and nothing is made', async () => {
    await expect(look()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(readdirSync(home)).toEqual([])
    writeFileSync(path, '', { mode: 0o600 })
    await expect(look()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    writeFileSync(path, 'no database '.repeat(500), { mode: 0o600 })
    await expect(look()).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await expect(openSqliteStore({ path, readOnly: true, ifDamaged: 'startAnew' })).rejects.toThrow(TypeError)
  })
})

async function changesOf(store: CatalogStore, after: number): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const change of store.loadChanges(after))
    ids.push(change.type === 'put' ? change.record.tool.id : change.id)
  return ids
}
