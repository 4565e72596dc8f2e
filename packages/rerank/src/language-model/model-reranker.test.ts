import type { RerankCandidate, RerankVerdict } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { candidatesIn, scriptedModel } from './fixtures/scripted-model.ts'
import { createModelReranker, MAX_CANDIDATES } from './model-reranker.ts'

const candidates: readonly RerankCandidate[] = ['a', 'b', 'c'].map((id) => ({ id, text: `tool ${id}` }))
const rerank = (reply: string, of = candidates): Promise<readonly RerankVerdict[]> =>
  createModelReranker(scriptedModel(reply)).rerank('x', of, {})
const ranking = (...ratings: readonly object[]): string => JSON.stringify({ ranking: ratings })

describe('a reranker by a model', () => {
  it.each([
    ['plain', ranking({ index: 2, score: 0.9, reason: 'fits' }, { index: 1, score: 0.1, reason: 'other' })],
    ['bare', '[{"index": 2, "score": 0.9, "reason": "fits"}, {"index": 1, "score": 0.1, "reason": "other"}]'],
    [
      'fenced',
      '```json\n{"ranking": [{"index":2,"score":0.9,"reason":"fits"},{"index":1,"score":0.1,"reason":"other"}]}\n```',
    ],
    [
      'broken off',
      '{"ranking": [{"index": 2, "score": 0.9, "reason": "fits"}, {"index": 1, "score": 0.1, "reason": "other"}, {"ind',
    ],
    [
      'as texts',
      ranking({ index: '2', score: '0.9', reason: 'fits' }, { index: ' 1', score: '0.1', reason: 'other' }),
    ],
  ])('reads a reply that is %s', async (_how, reply) => {
    expect(await rerank(reply)).toEqual([
      { id: 'b', score: 0.9, reason: 'fits' },
      { id: 'a', score: 0.1, reason: 'other' },
    ])
  })

  it('trusts no index that was not shown, none twice, and no score outside 0 to 1', async () => {
    const reply = ranking(
      { index: 0, score: 1 },
      { index: 4, score: 1 },
      { index: -1, score: 1 },
      { index: 1.5, score: 1 },
      { index: 'a', score: 1 },
      { index: 3, score: 87 },
      { index: 3, score: -1 },
      { index: 3, score: null },
      { index: 3 },
      { index: 2, score: 0.4 },
      { index: 2, score: 1 },
      { id: 'a', score: 1 },
    )
    expect(await rerank(reply)).toEqual([{ id: 'b', score: 0.4 }])
  })

  it('cleans and cuts reasons', async () => {
    const [verdict] = await rerank(
      ranking({ index: 1, score: 1, reason: `a\u202eb\n\u001b[31mc${'!'.repeat(999)}` }),
    )
    expect(verdict?.reason).toMatch(/^ab c!+…$/)
    expect([...(verdict?.reason ?? '')]).toHaveLength(200)
  })

  it.each(['', 'No.', '{"ranking": []}', ranking({ index: 9, score: 1 }), '[1, 2, 3]'])(
    'fails visibly on %j',
    async (reply) => {
      await expect(rerank(reply)).rejects.toMatchObject({
        code: 'LANGUAGE_MODEL_FAILED',
        details: { reason: 'reply' },
      })
    },
  )

  it('shows numbered candidates, bounded in number and length, and asks nobody about none', async () => {
    const model = scriptedModel(ranking({ index: 1, score: 1 }))
    const many = Array.from({ length: 99 }, (_, i) => ({ id: `${i}`, text: 'x '.repeat(9_999) }))
    await createModelReranker(model).rerank('x', many, { taskContext: 'a task' })
    const shown = candidatesIn(model.requests[0]?.prompt ?? '')
    expect(shown.map(({ index }) => index)).toEqual(Array.from({ length: MAX_CANDIDATES }, (_, i) => i + 1))
    expect(Math.max(...shown.map(({ text }) => text.length))).toBeLessThanOrEqual(800)
    expect(await rerank('', [])).toEqual([])
  })
})
