import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toEqual(['DETAIL_LEVELS', 'createToolDocStore', 'renderToolDocs'])
})
