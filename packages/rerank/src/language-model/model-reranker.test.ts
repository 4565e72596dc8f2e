import { estimateTokens, type RerankCandidate, type RerankVerdict } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidatesIn, type ScriptedModel, scriptedModel } from './fixtures/scripted-model.ts'
import { createModelReranker, MAX_CANDIDATES, MAX_PROMPT_TOKENS } from './model-reranker.ts'

const candidates: readonly RerankCandidate[] = ['a', 'b', 'c'].map((id) => ({ id, text: `tool ${id}` }))
const rerank = (reply: string, of = candidates): Promise<readonly RerankVerdict[]> =>
  createModelReranker(scriptedModel(reply)).rerank('x', of, {})
const promptFor = async (
  texts: readonly string[],
  query = 'x',
  taskContext?: string,
): Promise<ScriptedModel['requests'][number]> => {
  const model = scriptedModel('1')
  const given = texts.map((text, i) => ({ id: `${i}`, text }))
  await createModelReranker(model).rerank(query, given, { taskContext })
  const [request] = model.requests
  return request ?? { system: '', prompt: '' }
}
const tokensOf = ({ system, prompt }: { readonly system: string; readonly prompt: string }): number =>
  estimateTokens(system) + estimateTokens(prompt)

describe('a reranker by a model', () => {
  it('rates what was chosen, the first best, and leaves out what was not', async () => {
    expect(await rerank('2,1')).toEqual([
      { id: 'b', score: 0.9, reason: 'chosen as number 1' },
      { id: 'a', score: 0.89, reason: 'chosen as number 2' },
    ])
  })

  it('rates all 0 where the model says that none serves', async () => {
    for (const reply of ['0', '[]', 'None.', '{"order": []}'])
      expect((await rerank(reply)).map(({ score }) => score)).toEqual([0, 0, 0])
  })

  it.each(['', 'No.', '9', '{"index": 9}', '-1', '1.5'])('fails visibly on %j', async (reply) => {
    await expect(rerank(reply)).rejects.toMatchObject({
      code: 'LANGUAGE_MODEL_FAILED',
      details: { reason: 'reply' },
    })
  })

  it('asks no model when there are no candidates', async () => {
    const model = scriptedModel('1')
    expect(await createModelReranker(model).rerank('x', [], {})).toEqual([])
    expect(model.requests).toEqual([])
  })
})

describe('what a model is sent', () => {
  it('is a line for each candidate: signature and first sentence', async () => {
    const { prompt } = await promptFor([
      'mail send(to, text)\nSends a letter to a person by e-mail. Needs a login. Costs nothing.',
      'search(q)\nSearch. Looks through all the notes, e.g. yours. More.',
      'ping()',
    ])
    expect(prompt.split('\n').slice(0, 4)).toEqual([
      'Request: "x"',
      '1 "mail send(to, text) Sends a letter to a person by e-mail."',
      '2 "search(q) Search. Looks through all the notes, e.g. yours."',
      '3 "ping()"',
    ])
  })

  it('never has more than 1,200 tokens, the longest lines are cut alike and short ones stay whole', async () => {
    const long = `server tool(a)\n${'describes things that go on and on '.repeat(30)}`
    const request = await promptFor([...Array.from({ length: 19 }, () => long), 'short()\nIs short.'])
    expect(tokensOf(request)).toBeLessThanOrEqual(MAX_PROMPT_TOKENS)
    expect(tokensOf(request)).toBeGreaterThan(MAX_PROMPT_TOKENS - 60)
    const shown = candidatesIn(request.prompt)
    expect(shown).toHaveLength(20)
    expect(new Set(shown.slice(0, 19).map(({ text }) => text.length)).size).toBe(1)
    expect(shown[0]?.text).toMatch(/^server tool\(a\) describes .*…$/)
    expect(shown[19]?.text).toBe('short() Is short.')
  })

  it('has values cut that no estimate of tokens counts', async () => {
    const { prompt } = await promptFor(['a()'], `what is ${'iVBORw0KGgoAAA'.repeat(50)} and /a/path/of/files`)
    expect(prompt.split('\n')[0]).toBe(
      'Request: "what is iVBORw0KGgoAAAiVBORw0KGgoAAAiVBO… and /a/path/of/files"',
    )
  })

  it('stays within it whatever the request, the task and the candidates are, each candidate a line', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 400, unit: 'grapheme' }),
      fc.stringMatching(/^[\u4e00-\u9fff]{100,900}$/),
      fc.stringMatching(/^([a-z_.{}"\\-]{1,8} ?){40,90}$/),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 60 }),
        text,
        text,
        async (all, query, task) => {
          const request = await promptFor(all, query, task)
          expect(tokensOf(request)).toBeLessThanOrEqual(MAX_PROMPT_TOKENS)
          const shown = candidatesIn(request.prompt)
          expect(shown.length).toBeLessThanOrEqual(Math.min(all.length, MAX_CANDIDATES))
          expect(shown.map(({ index }) => index)).toEqual(shown.map((_, i) => i + 1))
          if (all.length <= 20) expect(shown).toHaveLength(all.length)
        },
      ),
      { numRuns: 40 },
    )
  })
})
