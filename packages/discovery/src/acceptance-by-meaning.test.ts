import { createLexicalSearcher } from '@toolscout/search'
import {
  createEmbedder,
  createHybridSearcher,
  createSemanticSearcher,
  createWeightedStrategy,
} from '@toolscout/semantic'
import { describe, expect, it } from 'vitest'
import { createDiscovery } from './index.ts'

const VERBS = ['add', 'list', 'read', 'send', 'move', 'find', 'sort', 'open', 'close', 'count']
const tools = VERBS.map((verb) => ({
  name: `git_${verb}`,
  description: `${verb} something in git`,
  inputSchema: { type: 'object' as const },
}))

function embedderThat(embed: () => Promise<readonly number[][]>): ReturnType<typeof createEmbedder> {
  return createEmbedder({ model: 'own', dimensions: 2, embed })
}

describe('a facade with an embedder of its own', () => {
  it('DSC-002, DSC-021: asks it, and gives scores above 0', async () => {
    let asked = 0
    const embedder = createEmbedder({
      model: 'own',
      dimensions: 2,
      embed: async (texts) => {
        asked += 1
        return texts.map(() => [0.6, 0.8])
      },
    })
    const scout = createDiscovery({ embedder })
    await scout.register(tools, { namespace: 'vcs' })
    await scout.ready()
    const { hits } = await scout.search('git', { limit: 10 })
    expect(asked).toBeGreaterThan(0)
    expect(hits.length).toBeGreaterThan(1)
    for (const { score } of hits) expect(score).toBeGreaterThan(0)
  })

  it('DSC-003: what is out of range or missing is refused when it is made', () => {
    const strategy = { name: 'one', score: () => 1 }
    for (const lexicalWeight of [1.5, -0.1])
      expect(() => createWeightedStrategy({ lexical: strategy, semantic: strategy, lexicalWeight })).toThrow(
        RangeError,
      )
    expect(() => createSemanticSearcher({ embedder: undefined as never })).toThrow(TypeError)
    expect(() => createHybridSearcher({ searchers: [createLexicalSearcher(), undefined as never] })).toThrow(
      TypeError,
    )
  })

  it('DSC-050: keeps to the limit, says whether it is deterministic, and answers by words where the embedder fails', async () => {
    const scout = createDiscovery({
      embedder: embedderThat(async () => {
        throw new RangeError('away')
      }),
    })
    await scout.register(tools, { namespace: 'vcs' })
    expect((await scout.search('git', { limit: 0 })).hits).toEqual([])
    const { hits, degraded } = await scout.search('git something', { limit: 3 })
    expect(hits).toHaveLength(3)
    expect(degraded?.length).toBeGreaterThan(0)
    expect(createHybridSearcher({ searchers: [createLexicalSearcher()] }).deterministic).toBe(true)
  })
})
