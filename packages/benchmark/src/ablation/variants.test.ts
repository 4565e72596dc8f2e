import type { CatalogTool } from '@toolscout/evaluation'
import { describe, expect, it } from 'vitest'
import { VARIANTS } from './variants.ts'

const tools: readonly CatalogTool[] = ['red', 'blue', 'green', 'black', 'white', 'grey'].map((name) => ({
  id: name,
  namespace: 'post',
  name: `mail_${name}`,
  description: 'Sends mail to people',
  inputSchema: { type: 'object' },
}))

async function scoresOf(name: string, query: string): Promise<ReadonlyMap<string, number>> {
  const create = VARIANTS.find((variant) => variant.name === name)?.create
  const answer = await create?.(tools)(query, { limit: 20 })
  return new Map(answer?.hits.map(({ id, score }) => [id, score]))
}

describe('a variant', () => {
  it('without synonyms does not find what other words mean, the default does', async () => {
    const query = 'dispatch an email'
    expect((await scoresOf('toolscout', query)).size).toBeGreaterThan(0)
    expect((await scoresOf('no builtInSynonyms', query)).size).toBe(0)
    expect((await scoresOf('no synonyms', query)).size).toBe(0)
  })
})
