import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DRIVER, makeFolder } from './fixtures/places.ts'
import { loadDriver } from './load-driver.ts'
import { FORMAT, migrate, setUp } from './schema.ts'

const folder = makeFolder()
afterAll(folder.dispose)
const driver = await loadDriver(DRIVER)
const [first, second] = ['create table a (x)', 'alter table a add column y; create table b (z)']

it('brings an older format to the newest, in one step', () => {
  const path = join(folder.path, 'older.db')
  const connection = driver.open(path)
  migrate(connection, path, [first])
  connection.run('insert into a (x) values (?)', 1)
  migrate(connection, path, [first, second])
  migrate(connection, path, [first, second])
  expect(connection.get('select x, y from a')).toMatchObject({ x: 1, y: null })
  expect(() => migrate(connection, path, [first])).toThrow(
    expect.objectContaining({
      code: 'STORE_FORMAT_UNKNOWN',
      details: expect.objectContaining({ format: 2, known: 1 }),
    }),
  )
  connection.close()
})

it('leaves an older format as it is when a step fails', () => {
  const path = join(folder.path, 'broken.db')
  const connection = driver.open(path)
  migrate(connection, path, [first])
  expect(() => migrate(connection, path, [first, `${second}; create table b (again)`])).toThrow()
  connection.close()
  const again = driver.open(path)
  expect(again.get('select count(*) as tables from sqlite_schema')).toMatchObject({ tables: 1 })
  expect(again.get('pragma user_version')).toMatchObject({ user_version: 1 })
  again.close()
})

it('makes a new file of larger pages, and leaves those of an older one', () => {
  const pagesOf = (name: string): unknown => {
    const path = join(folder.path, name)
    const connection = driver.open(path)
    setUp(connection, path)
    migrate(connection, path)
    const pages = connection.get('pragma page_size')
    connection.close()
    return pages
  }
  const usual = driver.open(join(folder.path, 'usual-pages.db'))
  usual.exec('pragma page_size = 4096')
  migrate(usual, 'usual-pages.db')
  usual.close()
  expect(pagesOf('new.db')).toMatchObject({ page_size: 8_192 })
  expect(pagesOf('usual-pages.db')).toMatchObject({ page_size: 4_096 })
})

it('is at format 1', () => {
  expect(FORMAT).toBe(1)
})
