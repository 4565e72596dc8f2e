import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sketchRecord } from '@toolscout/testkit/internal'
import { afterEach, expect, it } from 'vitest'
import { makePlace } from './fixtures/places.ts'
import type { SqliteStore } from './open-sqlite-store.ts'

let place = makePlace()
afterEach(async () => {
  await place.dispose?.()
  place = makePlace()
})
const PIECES = [1, 2, 3].map((value) => new Uint8Array(700_000).fill(value))

async function filled(): Promise<SqliteStore> {
  const store = (await place.open()) as SqliteStore
  const revision = await store.append([{ type: 'put', record: sketchRecord('a') }])
  await store.largeCheckpoints?.save('large', { revision, pieces: PIECES })
  return store
}

/** The files of checkpoints, with their folder. */
function filesOf(): readonly string[] {
  const folder = join(place.path, '..')
  return readdirSync(folder)
    .filter((name) => name.includes('-checkpoint-'))
    .map((name) => join(folder, name))
}

it('a checkpoint stays readable where its file is taken away, and leaves no file of before', async () => {
  const store = await filled()
  const opened = await store.largeCheckpoints?.open('large')
  const files = filesOf()
  expect(files).toHaveLength(1)
  await store.largeCheckpoints?.save('large', { revision: 1, pieces: [Uint8Array.of(5)] })
  expect(filesOf()).toHaveLength(1)
  expect(filesOf()).not.toEqual(files)
  const read = new Uint8Array(2)
  opened?.read(1_399_999, read)
  expect(read).toEqual(Uint8Array.of(2, 3))
  for (const file of filesOf()) rmSync(file)
  expect(await store.largeCheckpoints?.open('large')).toBeUndefined()
  expect((await store.verify()).faults).toEqual([])
  opened?.read(0, read)
  expect(read).toEqual(Uint8Array.of(1, 1))
  await store.close()
})

it('a checkpoint that is cut while it is open is refused where it ends', async () => {
  const store = await filled()
  const opened = await store.largeCheckpoints?.open('large')
  for (const file of filesOf()) truncateSync(file, 1_000_000)
  opened?.read(999_990, new Uint8Array(10))
  expect(() => opened?.read(999_991, new Uint8Array(10))).toThrow(
    expect.objectContaining({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining('1000000') }),
  )
  await store.close()
})

it('verify finds a byte that is another', async () => {
  const store = await filled()
  const [file = ''] = filesOf()
  const bytes = Buffer.concat(PIECES)
  bytes[1_234_567] = 0
  writeFileSync(file, bytes)
  expect((await store.verify()).faults).toMatchObject([{ code: 'CHECKPOINT_DAMAGED' }])
  expect(await store.loadCheckpoint('large')).toBeUndefined()
  // By piece it can be read: the caller checks it.
  expect((await store.largeCheckpoints?.open('large'))?.byteLength).toBe(bytes.length)
  await store.close()
})
