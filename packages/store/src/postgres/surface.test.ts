import { expect, it } from 'vitest'
import * as surface from '../postgres.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "StoreDriverMissingError",
      "openPostgresStore",
    ]
  `)
})
