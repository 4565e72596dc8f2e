import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what its page names', () => {
  expect(Object.keys(surface)).toEqual(['translateRequest'])
})
