import { readFileSync, writeFileSync } from 'node:fs'
import { sketchRecord } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { loadDriver } from './drivers.ts'
import { systemFiles } from './files.ts'
import { flipBytes } from './fixtures/damage-file.ts'
import { makePlace } from './fixtures/places.ts'
import { openStoreWith } from './open-sqlite-store.ts'

const FLIPS = 25

it(
  `a store with one changed byte reads what was written or refuses, and a repair mends it, ${FLIPS} times`,
  () => flipBytes(FLIPS),
  600_000,
)

it('a repair of a table of which nothing can be read does not go on for ever', async () => {
  const { path, open: openStore, dispose } = makePlace()
  onTestFinished(async () => dispose?.())
  const whole = await openStore()
  await whole.append([{ type: 'put', record: sketchRecord('tool') }])
  await whole.close()
  const driver = await loadDriver()
  const look = driver(path)
  const root = Number(look.get("select rootpage from sqlite_master where name = 'definitions'")?.rootpage)
  const pageSize = Number(look.get('pragma page_size')?.page_size)
  look.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, (root - 1) * pageSize, root * pageSize))
  let statements = 0
  const counting: typeof driver = (file) => {
    const connection = driver(file)
    const all: typeof connection.all = (...given) => {
      statements += 1
      return connection.all(...given)
    }
    return { ...connection, all }
  }
  const store = await openStoreWith({ driver: counting, files: systemFiles }, { path, ifDamaged: 'repair' })
  expect((await store.repair()).lost).toEqual(['tool'])
  expect((await store.verify()).faults).toEqual([])
  expect(statements).toBeLessThan(20_000)
  await store.close()
})
