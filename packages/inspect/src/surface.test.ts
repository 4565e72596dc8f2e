import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports these names and no others', () => {
  expect(Object.keys(surface)).toMatchInlineSnapshot(`
    [
      "openInspector",
    ]
  `)
})
