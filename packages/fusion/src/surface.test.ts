import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'DEFAULT_WINDOW',
    'MAX_WINDOW',
    'NORMALIZATIONS',
    'agreementOf',
    'createGatedFusion',
    'createHybridSearcher',
    'createReciprocalRankFusion',
    'createWeightedSumFusion',
    'normalize',
    'windowOf',
  ])
})
