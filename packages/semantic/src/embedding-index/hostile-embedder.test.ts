import { createManualClock, type ManualClock, settled, sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createRemoteEmbedder, type Embed, type RemoteEmbedder, works } from '../fixtures/embedders.ts'
import { WORD_DIMENSIONS, wordVector } from '../fixtures/word-vectors.ts'
import type { SemanticSearcher } from './semantic-options.ts'
import { createSemanticSearcher } from './semantic-searcher.ts'

const DAY_MS = 86_400_000
const documents = Array.from({ length: 9 }, (_, i) =>
  sketchDocument({ name: `tool_${i}`, description: `word${i} weather` }),
)
const start = (behave: Embed): { searcher: SemanticSearcher; remote: RemoteEmbedder; clock: ManualClock } => {
  const clock = createManualClock()
  const remote = createRemoteEmbedder()
  remote.behave = behave
  const searcher = createSemanticSearcher({ embedder: remote, clock, random: () => 0.5 })
  searcher.apply({ upserts: documents, removals: [] })
  return { searcher, remote, clock }
}
const each =
  (vector: (text: string) => unknown): Embed =>
  async (texts) =>
    texts.map(vector) as Float32Array[]
const filled = (value: number): Embed => each(() => new Float32Array(WORD_DIMENSIONS).fill(value))

const hostile: [string, Embed][] = [
  ['throws', () => Promise.reject(new RangeError('no luck'))],
  [
    'throws at once',
    () => {
      throw new RangeError('no luck')
    },
  ],
  ['throws what is no error', () => Promise.reject(undefined)],
  ['hangs', () => new Promise(() => {})],
  ['gives NaN', filled(Number.NaN)],
  ['gives 1e38', filled(1e38)],
  ['gives zeros', filled(0)],
  ['gives infinity', filled(Number.POSITIVE_INFINITY)],
  ['gives another size', each((text) => wordVector(text, 8))],
  ['gives no vectors', each(() => undefined)],
  ['gives plain lists', each((text) => [...wordVector(text)])],
  ['gives too few', async (texts) => texts.slice(1).map((text) => wordVector(text))],
  ['gives too many', async (texts) => [...texts, 'more'].map((text) => wordVector(text))],
  ['gives nothing', async () => undefined as never],
  ['gives no list', async () => ({ length: 1 }) as never],
]

describe.each(hostile)('an embedder that %s', (_name, behave) => {
  it('degrades the answer visibly, is asked a bounded number of times, and serves again when it works', async () => {
    const { searcher, remote, clock } = start(behave)
    const asked = searcher.search({ query: 'word3', limit: 5 })
    await settled()
    await clock.advance(300)
    const { hits, degraded } = await asked
    expect(hits).toEqual([])
    expect(degraded).toEqual([{ part: 'semantic', reason: expect.stringMatching(/\w{3}/) }])

    await clock.advance(DAY_MS)
    const { calls } = remote
    expect(calls.filter(({ purpose }) => purpose === 'document')).toHaveLength(
      6 - 1 + (calls.length > 7 ? 1 : 0),
    )
    expect(searcher.embeddings.progress()).toMatchObject({ state: 'embedding', total: 9, pending: 9 })
    expect(clock.waits()).toEqual([])

    remote.behave = works
    await searcher.embeddings.ready()
    const { hits: found, degraded: rest } = await searcher.search({ query: 'word3', limit: 1 })
    expect(found.map(({ id }) => id)).toEqual(['tool_3'])
    expect(rest).toBeUndefined()
  })
})
