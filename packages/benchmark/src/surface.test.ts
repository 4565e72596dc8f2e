import { expect, it } from 'vitest'
import * as benchmark from './index.ts'

it('exports the corpus and nothing else', () => {
  expect(Object.keys(benchmark).sort()).toEqual(['generateQueries', 'generateTools'])
})
