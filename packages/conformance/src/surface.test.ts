import { expect, it } from 'vitest'
import * as conformance from './index.ts'

it('exports the suite and nothing else', () => {
  expect(Object.keys(conformance).sort()).toEqual(['findSuite', 'runSuite'])
})
