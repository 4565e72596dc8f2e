import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as sqlite from './sqlite.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toEqual(['createMemoryStore'])
  expect(Object.keys(sqlite).sort()).toEqual([
    'StoreDriverMissingError',
    'StoreUnsafePlaceError',
    'openSqliteStore',
  ])
})
