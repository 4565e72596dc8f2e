import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sketchRecord } from '@toolscout/testkit/internal'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { loadDriver } from './drivers.ts'
import { makeFolder } from './fixtures/places.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

let home: string
let path: string
let warnings: string[]
beforeEach(() => {
  const folder = makeFolder()
  onTestFinished(folder.dispose)
  home = folder.path
  path = join(home, 'catalog.db')
  warnings = []
  vi.spyOn(process, 'emitWarning').mockImplementation((warning, options) => {
    warnings.push(`${(options as { code?: string } | undefined)?.code}: ${String(warning)}`)
  })
  onTestFinished(() => void vi.restoreAllMocks())
})

async function fill(): Promise<Buffer> {
  const store = await openSqliteStore({ path, ifDamaged: 'startAnew' })
  const records = Array.from({ length: 200 }, (_, i) => sketchRecord(`tool_${i}`))
  await store.append(records.map((record) => ({ type: 'put', record })))
  await store.saveCheckpoint('snapshot', { revision: 1, bytes: new Uint8Array(9) })
  await store.close()
  return readFileSync(path)
}

it('a cache begins with nothing where it is damaged, keeps each old file under a number, and says so', async () => {
  const whole = await fill()
  expect(warnings).toEqual([])
  for (const number of [1, 2]) {
    const damaged = Buffer.from(whole).fill(0xaa, 0, 60)
    writeFileSync(path, damaged)
    const store = await openSqliteStore({ path, ifDamaged: 'startAnew' })
    expect([await store.revision(), [...store.reader.ids()]]).toEqual([0, []])
    expect(await store.loadCheckpoint('snapshot')).toBeUndefined()
    expect(await store.append([{ type: 'put', record: sketchRecord('new') }])).toBe(1)
    await store.close()
    expect(readFileSync(`${path}-aside-${number}`).equals(damaged)).toBe(true)
    expect(warnings).toHaveLength(number)
    expect(warnings[number - 1]).toMatch(/^TOOLSCOUT_STORE_SET_ASIDE: .*damaged.*catalog\.db-aside-\d/)
  }
  const again = await openSqliteStore({ path, ifDamaged: 'startAnew' })
  expect([...again.reader.ids()]).toEqual(['new'])
  await again.close()
  expect(warnings).toHaveLength(2)
})

it('however a file was cut, it opens', async () => {
  const whole = await fill()
  for (let parts = 1; parts < 16; parts += 1) {
    writeFileSync(path, whole)
    truncateSync(path, Math.floor((whole.length * parts) / 16))
    const store = await openSqliteStore({ path, ifDamaged: 'startAnew' })
    // The list of ids is whole, or it is another file.
    expect([0, 200]).toContain([...store.reader.ids()].length)
    await store.append([{ type: 'put', record: sketchRecord('new') }]).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'STORE_DAMAGED' })
    })
    await store.close()
  }
  expect(readdirSync(home).filter((name) => name.includes('-aside-')).length).toBeGreaterThan(8)
})

it('an id that was changed is noticed, which nothing else that opening reads would', async () => {
  const bytes = await fill()
  for (let at = bytes.indexOf('tool_150'); at >= 0; at = bytes.indexOf('tool_150', at + 1))
    bytes[at + 5] = 0x39
  writeFileSync(path, bytes)
  await (await openSqliteStore({ path })).close()
  const store = await openSqliteStore({ path, ifDamaged: 'startAnew' })
  expect([...store.reader.ids()]).toEqual([])
  await store.close()
})

it('the log of a damaged file is kept with it', async () => {
  await fill()
  const live = await openSqliteStore({ path })
  await live.append([{ type: 'put', record: sketchRecord('latest') }])
  const killed = join(home, 'killed.db')
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, killed + suffix)
  await live.close()
  writeFileSync(killed, readFileSync(killed).fill(0xaa))
  const log = readFileSync(`${killed}-wal`)
  const store = await openSqliteStore({ path: killed, ifDamaged: 'startAnew' })
  expect([await store.revision(), [...store.reader.ids()]]).toEqual([0, []])
  await store.close()
  expect(readFileSync(`${killed}-aside-1-wal`).equals(log)).toBe(true)
})

it('a store of another format is kept aside as well, and a database of something else is refused as ever', async () => {
  await fill()
  const driver = await loadDriver()
  const newer = driver(path)
  newer.exec('pragma user_version = 99')
  newer.close()
  const store = await openSqliteStore({ path, ifDamaged: 'startAnew' })
  expect(await store.revision()).toBe(0)
  await store.close()
  const foreign = join(home, 'foreign.db')
  const connection = driver(foreign)
  connection.exec('create table theirs (a)')
  connection.close()
  await expect(openSqliteStore({ path: foreign, ifDamaged: 'startAnew' })).rejects.toMatchObject({
    code: 'STORE_FORMAT_UNKNOWN',
  })
  expect(readdirSync(home)).toContain('foreign.db')
  expect(readdirSync(home)).not.toContain('foreign.db-aside-1')
})
