import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDriver } from './drivers.ts'
import { makeFolder } from './fixtures/places.ts'
import { createTables, FORMAT, setUp } from './schema.ts'

const folder = makeFolder()
afterAll(folder.dispose)
const driver = await loadDriver()

it('makes the tables once, in large pages', () => {
  const path = join(folder.path, 'new.db')
  const connection = driver(path)
  setUp(connection, path)
  createTables(connection, path)
  createTables(connection, path)
  expect(connection.get('pragma page_size')).toMatchObject({ page_size: 8_192 })
  expect(connection.get('pragma user_version')).toMatchObject({ user_version: FORMAT })
  connection.close()
})

it.each([
  ['a database of something else', 'create table others (x)', 0],
  ['another format', `pragma application_id = ${0x54_53_63_74}; pragma user_version = 7`, 7],
])('refuses %s and changes nothing', (_name, sql, format) => {
  const path = join(folder.path, `other-${format}.db`)
  const connection = driver(path)
  connection.exec(sql)
  const schema = connection.all('select name from sqlite_schema')
  const refusal = expect.objectContaining({
    code: 'STORE_FORMAT_UNKNOWN',
    details: expect.objectContaining({ format, known: FORMAT }),
  })
  expect(() => setUp(connection, path)).toThrow(refusal)
  expect(() => createTables(connection, path)).toThrow(refusal)
  expect(connection.all('select name from sqlite_schema')).toEqual(schema)
  connection.close()
})
