import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sketchRecord } from '@toolscout/testkit/internal'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadDriver } from './drivers.ts'
import { makeFolder, makePlace } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const folder = makeFolder()
afterEach(folder.dispose)
const fresh = (name: string): string => {
  mkdirSync(folder.path, { recursive: true })
  return join(folder.path, name)
}
const open = (path: string): ReturnType<typeof openSqliteStore> => openSqliteStore({ path })

describe('the files of a store', () => {
  it('are the owner’s alone, whatever they were before', async () => {
    const path = fresh('catalog.db')
    writeFileSync(path, '', { mode: 0o666 })
    chmodSync(path, 0o666)
    const store = await open(path)
    const revision = await store.append([{ type: 'put', record: sketchRecord('a') }])
    await store.saveCheckpoint('snapshot', { revision, bytes: new Uint8Array(9) })
    const names = readdirSync(folder.path)
    expect(names).toEqual(expect.arrayContaining(['catalog.db', 'catalog.db-lock', 'catalog.db-wal']))
    for (const name of names)
      expect([name, statSync(join(folder.path, name)).mode & 0o777]).toEqual([name, 0o600])
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  })

  it('hold nothing in the log once the store is closed', async () => {
    const path = fresh('catalog.db')
    const store = await open(path)
    await store.append([{ type: 'put', record: sketchRecord('a') }])
    await store.close()
    const log = `${path}-wal`
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
  })

  it('are refused in a folder everybody writes to, and where there is none', async () => {
    const shared = fresh('open')
    mkdirSync(shared)
    chmodSync(shared, 0o777)
    await expect(open(join(shared, 'catalog.db'))).rejects.toMatchObject({ code: 'STORE_UNSAFE_PLACE' })
    expect(readdirSync(shared)).toEqual([])
    await expect(open(fresh('no/where.db'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  it('are no links and no folders', async () => {
    const target = fresh('target')
    writeFileSync(target, 'mine')
    symlinkSync(target, fresh('link.db'))
    await expect(open(fresh('link.db'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    mkdirSync(fresh('folder.db'))
    await expect(open(fresh('folder.db'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(statSync(target).size).toBe(4)
  })

  it('are nobody else’s: a foreign database and a foreign file stay as they are', async () => {
    const driver = await loadDriver()
    const foreign = driver(fresh('foreign.db'))
    foreign.exec('create table theirs (a)')
    foreign.close()
    const before = readFileSync(fresh('foreign.db'))
    await expect(open(fresh('foreign.db'))).rejects.toMatchObject({
      code: 'STORE_FORMAT_UNKNOWN',
      details: { format: 0 },
    })
    expect(readFileSync(fresh('foreign.db')).equals(before)).toBe(true)
    writeFileSync(fresh('text.db'), 'This is a text and no database. '.repeat(200))
    await expect(open(fresh('text.db'))).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await expect(openSqliteStore({ path: fresh('text.db'), ifDamaged: 'repair' })).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
    })
    expect(statSync(fresh('text.db')).size).toBe(32 * 200)
  })

  it('may be renamed, or copied within the folder: records and checkpoint stay', async () => {
    const saved = { revision: 1, bytes: Uint8Array.from({ length: 9 }, (_, i) => i) }
    const store = await open(fresh('catalog.db'))
    await store.append([{ type: 'put', record: sketchRecord('a') }])
    await store.saveCheckpoint('snapshot', saved)
    const driver = await loadDriver()
    const connection = driver(fresh('catalog.db'))
    connection.run('vacuum into ?', fresh('copy.db'))
    connection.close()
    await store.close()
    renameSync(fresh('catalog.db'), fresh('renamed.db'))
    for (const name of ['copy.db', 'renamed.db']) {
      const other = await open(fresh(name))
      expect(await other.loadCheckpoint('snapshot')).toEqual(saved)
      const opened = await other.largeCheckpoints?.open('snapshot')
      const last = new Uint8Array(4)
      opened?.read(5, last)
      expect(last).toEqual(saved.bytes.subarray(5))
      expect([...other.reader.ids()]).toEqual(['a'])
      expect((await other.verify()).faults).toEqual([])
      await other.close()
    }
  })

  it('may leave a checkpoint behind: it is lost, which is no damage', async () => {
    const store = await open(fresh('catalog.db'))
    const revision = await store.append([{ type: 'put', record: sketchRecord('a') }])
    await store.saveCheckpoint('snapshot', { revision, bytes: new Uint8Array(9) })
    await store.close()
    mkdirSync(fresh('backups'))
    renameSync(fresh('catalog.db'), fresh('backups/catalog.db'))
    const backup = await open(fresh('backups/catalog.db'))
    expect(await backup.loadCheckpoint('snapshot')).toBeUndefined()
    expect([...backup.reader.ids()]).toEqual(['a'])
    expect((await backup.verify()).faults).toEqual([])
    expect(await backup.repair()).toMatchObject({ mended: [], lost: [] })
    await backup.saveCheckpoint('snapshot', { revision, bytes: new Uint8Array(9) })
    expect((await backup.loadCheckpoint('snapshot'))?.revision).toBe(revision)
    await backup.close()
  })

  it('are given up when opening fails', async () => {
    const place = makePlace()
    const options = { path: place.path }
    await expect(openSqliteStore({ ...options, path: '' })).rejects.toThrow(TypeError)
    await expect(openSqliteStore({ ...options, odd: 1 } as typeof options)).rejects.toThrow(TypeError)
    const store = await place.open()
    await expect(place.open()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await store.close()
    await (await place.open()).close()
    await place.dispose?.()
  })
})

it.skipIf(process.getBuiltinModule?.('node:sqlite') !== undefined)(
  'says what to install where no library is there',
  async () => {
    vi.doMock('libsql', () => {
      throw new TypeError('not installed')
    })
    await expect(loadDriver()).rejects.toMatchObject({ code: 'STORE_DRIVER_MISSING' })
    vi.doUnmock('libsql')
  },
)
