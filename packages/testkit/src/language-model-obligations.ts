import assert from 'node:assert/strict'
import type { CompletionRequest, LanguageModel } from '@toolscout/model'
import { type Checks, type Create, type Obligation, toObligations } from './obligation.ts'

const REQUEST: CompletionRequest = Object.freeze({
  system: 'You find words that mean the same. Answer with JSON: {"terms": ["..."]}.',
  prompt: '{"query": "text to audio"}',
})

const CHECKS: Checks<Create<LanguageModel>> = {
  'A name that is not empty and stays the same; what is remembered of one model is not taken for another’s':
    async (create) => {
      const model = await create()
      const { name } = model
      assert.ok(typeof name === 'string' && name.trim() !== '')
      await model.complete(REQUEST)
      assert.equal(model.name, name)
    },
  'The text as the model wrote it': async (create) => {
    assert.equal(typeof (await (await create()).complete(REQUEST)).text, 'string')
  },
  'Usage, where there is any, in whole numbers that are not negative': async (create) => {
    const { usage } = await (await create()).complete(REQUEST)
    if (usage === undefined) return
    for (const tokens of [usage.inputTokens, usage.outputTokens])
      assert.ok(Number.isSafeInteger(tokens) && tokens >= 0, `${tokens} is no count of tokens`)
  },
  'Requests are never changed, and may come at the same time': async (create) => {
    const model = await create()
    const before = structuredClone(REQUEST)
    const answers = await Promise.all([1, 2, 3].map(() => model.complete(REQUEST)))
    for (const { text } of answers) assert.equal(typeof text, 'string')
    assert.deepEqual(REQUEST, before)
  },
  'An aborted signal rejects with the signal’s reason, before the request and while it is under way': async (
    create,
  ) => {
    const model = await create()
    const reason = new RangeError('given up')
    await assert.rejects(model.complete({ ...REQUEST, signal: AbortSignal.abort(reason) }), reason)
    const controller = new AbortController()
    const underWay = model.complete({ ...REQUEST, signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(underWay, reason)
  },
}

/**
 * The suite for the `LanguageModel` contract of the model: one test for each obligation, in its words. Subjects must be
 * able to answer a dozen questions, whatever they say, and none of them at once.
 */
export function languageModelObligations(): readonly Obligation<LanguageModel>[] {
  return toObligations(CHECKS, (create, check) => check(create))
}
