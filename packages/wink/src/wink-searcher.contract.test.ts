import { searcherObligations } from '@toolscout/testkit'
import { describe, it } from 'vitest'
import { createWinkSearcher } from './wink-searcher.ts'

describe('the wink searcher', () => {
  it.each(searcherObligations({}))('$name', ({ check }) => check(() => createWinkSearcher()))
})
