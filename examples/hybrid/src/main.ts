// Any number of searchers as one: words, vectors, and one of your own that knows what your users call last.
import assert from 'node:assert/strict'
import { createDiscovery } from '@toolscout/discovery'
import type { Explanation, Searcher } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import {
  createEmbedder,
  createHybridSearcher,
  createReciprocalRankFusion,
  createSemanticSearcher,
} from '@toolscout/semantic'

const TOPICS = [/sound|speech|aloud|voice/i, /picture|photo|drawing/i]
const topics = createEmbedder({
  model: 'two-topics',
  dimensions: 3,
  embed: async (texts) => texts.map((text) => [0.1, ...TOPICS.map((topic) => Number(topic.test(text)))]),
})
const words = createLexicalSearcher()
const meaning = createSemanticSearcher({ embedder: topics })

/** A searcher is anything that keeps this contract. */
const habits: Searcher = {
  name: 'habits',
  apply: () => undefined,
  search: async ({ limit }) => ({ hits: [{ id: 'narrate', score: 0.9 }].slice(0, limit) }),
}

const scout = createDiscovery({
  searcher: createHybridSearcher({
    searchers: [words, { searcher: meaning, weight: 1 }, { searcher: habits, weight: 0.2 }],
  }),
})
const inputSchema = { type: 'object' } as const
const tools = [
  { name: 'narrate', description: 'Reads a text aloud', inputSchema },
  { name: 'draw', description: 'Makes a picture of what you say', inputSchema },
  { name: 'read_file', description: 'Reads a file', inputSchema },
]
await scout.register(tools)
await meaning.embeddings.ready()

/** What each searcher adds to a hit. */
const show = ({ label, value, children = [] }: Explanation, depth = 0): void => {
  console.log(`${'  '.repeat(depth)}${value.toFixed(3)} ${label}`)
  if (depth < 1) for (const child of children) show(child, depth + 1)
}
for (const query of ['sound of this chapter', 'read a file', 'a photo of a boat']) {
  const { hits } = await scout.search(query, { explain: true })
  console.log(`${query} -> ${hits[0]?.id}`)
  if (hits[0]?.explanation !== undefined) show(hits[0].explanation)
}
assert.equal((await scout.search('sound of this chapter')).hits[0]?.id, 'narrate')
assert.equal((await scout.search('read a file')).hits[0]?.id, 'read_file')
assert.equal((await scout.search('a photo of a boat')).hits[0]?.id, 'draw')

// Another fusion is an option; this one looks at ranks alone and believes every searcher.
const ranks = createHybridSearcher({
  searchers: [words, meaning],
  fusion: createReciprocalRankFusion(),
})
const { hits } = await ranks.search({ query: 'a photo of a boat', limit: 1 })
assert.equal(hits[0]?.id, 'draw')
meaning.embeddings.close()
await scout.close()
