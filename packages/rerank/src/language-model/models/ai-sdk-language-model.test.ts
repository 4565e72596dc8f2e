import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider'
import { languageModelObligations } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { type AiSdkCall, type AiSdkLanguageModel, fromLanguageModel } from './ai-sdk-language-model.ts'

const base = { provider: 'example.chat', modelId: 'small', supportedUrls: {} }
const noStream = (): never => {
  throw new RangeError('not asked for')
}
const version2: LanguageModelV2 = {
  ...base,
  specificationVersion: 'v2',
  doStream: noStream,
  doGenerate: async () => ({
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: '["speech"]' },
    ],
    finishReason: 'stop',
    usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
    warnings: [],
  }),
}
const details = {
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  text: undefined,
  reasoning: undefined,
}
const usage = { inputTokens: { ...details, total: 7 }, outputTokens: { ...details, total: 3 } }
const version3: LanguageModelV3 = {
  ...base,
  specificationVersion: 'v3',
  doStream: noStream,
  doGenerate: async () => ({
    content: [{ type: 'text', text: '["speech"]' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage,
    warnings: [],
  }),
}
const version4: LanguageModelV4 = {
  ...base,
  specificationVersion: 'v4',
  doStream: noStream,
  doGenerate: async () => ({
    content: [{ type: 'text', text: '["speech"]' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage,
    warnings: [],
  }),
}
const request = { system: 'Do it.', prompt: '{}' }
const modelThat = (doGenerate: (call: AiSdkCall) => unknown): AiSdkLanguageModel =>
  ({ ...version3, doGenerate }) as never

describe.each<[string, AiSdkLanguageModel]>([
  ['2', version2],
  ['3', version3],
  ['4', version4],
])('a model of the AI SDK, version %s', (_version, model) => {
  it.each([...languageModelObligations()])('$name', async ({ check }) => {
    await check(() => fromLanguageModel(model))
  })

  it('answers with its text and what it used', async () => {
    expect(await fromLanguageModel(model).complete(request)).toEqual({
      text: '["speech"]',
      usage: { inputTokens: 7, outputTokens: 3 },
    })
    expect(fromLanguageModel(model).name).toBe('example.chat/small')
  })
})

describe('a model of the AI SDK', () => {
  it('is asked with instructions and data apart', async () => {
    const calls: AiSdkCall[] = []
    const model = fromLanguageModel(
      modelThat(async (call) => {
        calls.push(call)
        return { content: [] }
      }),
    )
    expect(await model.complete(request)).toEqual({ text: '' })
    expect(calls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'Do it.' },
        { role: 'user', content: [{ type: 'text', text: '{}' }] },
      ],
    })
  })

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new RangeError('key sk-abcdefghijklmnop is wrong')
      },
      'network',
    ],
    ['rejects', () => Promise.reject(new RangeError('no')), 'network'],
    ['answers nothing', async () => undefined, 'reply'],
    ['has no content', async () => ({ content: 'text' }), 'reply'],
    ['hangs', () => new Promise(() => {}), 'timeout'],
  ])('that %s fails visibly', async (_how, doGenerate, reason) => {
    const error: unknown = await fromLanguageModel(modelThat(doGenerate), { timeoutMs: 20 })
      .complete(request)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'LANGUAGE_MODEL_FAILED',
      details: { model: 'example.chat/small', reason },
    })
    expect(String(error)).not.toContain('sk-abc')
  })

  it('that is none is refused', () => {
    expect(() => fromLanguageModel('openai/gpt-5' as never)).toThrow(TypeError)
    expect(() => fromLanguageModel(version3, { timeoutMs: 0 })).toThrow(RangeError)
    expect(() => fromLanguageModel(version3, { timeout: 1 } as never)).toThrow(/timeoutMs/)
  })
})
