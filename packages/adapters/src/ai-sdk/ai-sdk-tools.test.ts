import { createDeferredExposure, createMetaExposure } from '@toolscout/gateway'
import { generateText, simulateReadableStream, stepCountIs, streamText } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { at, each } from '../fixtures/at.ts'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { createAiSdkTools } from './ai-sdk-tools.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
type Streamed = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream']
type Part = Streamed extends ReadableStream<infer Chunk> ? Chunk : never
type Said = [id: string, name: string, args: object] | string

/** A model that says what it is told to, and remembers what it saw. */
function scripted(turns: readonly (readonly Said[])[]) {
  const seen: { tools: string[]; prompt: unknown }[] = []
  const contentOf = (said: Said) =>
    typeof said === 'string'
      ? ({ type: 'text', text: said } as const)
      : ({
          type: 'tool-call',
          toolCallId: said[0],
          toolName: said[1],
          input: JSON.stringify(said[2]),
        } as const)
  const next = ({
    tools = [],
    prompt,
  }: {
    tools?: readonly { name: string }[] | undefined
    prompt: unknown
  }) => {
    seen.push({ tools: tools.map(({ name }) => name), prompt })
    const said = turns[seen.length - 1] ?? []
    const unified = said.some((one) => typeof one !== 'string') ? 'tool-calls' : 'stop'
    return { content: said.map(contentOf), finishReason: { unified, raw: undefined } as const, usage }
  }
  const model = new MockLanguageModelV3({
    doGenerate: async (call) => ({ ...next(call), warnings: [] }),
    doStream: async (call) => {
      const { content, finishReason } = next(call)
      const chunks = content.flatMap((part): Part[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: '0' },
              { type: 'text-delta', id: '0', delta: part.text },
              { type: 'text-end', id: '0' },
            ]
          : [part],
      )
      return {
        stream: simulateReadableStream({
          chunks: [...chunks, { type: 'finish', finishReason, usage } as const],
        }),
      }
    },
  })
  return { model, seen }
}

const before = ['search_tools', 'read_result']
const turns: readonly (readonly Said[])[] = [
  [['c1', 'search_tools', { query: 'weather forecast and weather map' }]],
  [
    ['c2', 'weather__forecast', { city: 'Oslo', days: '3' }],
    ['c3', 'weather__map', { country: 'NO' }],
    ['c4', 'weather__forecast', {}],
  ],
  [['c5', 'search_tools', { query: 'close an issue of a repository', limit: 1 }]],
  ['Rain.'],
]

describe('tools of the AI SDK', () => {
  it('are active from the step after a search found them, in generateText', async () => {
    const tools = createAiSdkTools(createDeferredExposure(await catalogGateway()))
    const { model, seen } = scripted(turns)
    const { text } = await generateText({
      model,
      tools: tools.tools(),
      prepareStep: tools.prepareStep,
      stopWhen: stepCountIs(5),
      prompt: 'go',
    })
    expect(text).toBe('Rain.')
    const after = [...before, 'weather__forecast', 'weather__map']
    expect(seen.map((step) => step.tools)).toEqual([before, after, after, [...after, 'github__close_issue']])
    expect(each(at(seen, 2, 'prompt', 4, 'content'), 'output')).toMatchObject([
      // A number as text was mended where the tool ran.
      { type: 'text', value: 'Rain in Oslo' },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'The map:' },
          { data: 'aGk=', mediaType: 'image/png' },
        ],
      },
      { type: 'error-text', value: expect.stringContaining('city') },
    ])
    expect(tools.unlocked()).toEqual(['weather__forecast', 'weather__map', 'github__close_issue'])
  })

  it('are active from the step after a search found them, in streamText', async () => {
    const tools = createAiSdkTools(createDeferredExposure(await catalogGateway()))
    const { model, seen } = scripted(turns)
    const { text } = streamText({
      model,
      tools: tools.tools(),
      prepareStep: tools.prepareStep,
      stopWhen: stepCountIs(5),
      prompt: 'go',
    })
    expect(await text).toBe('Rain.')
    expect(seen.map((step) => step.tools.length)).toEqual([2, 4, 4, 5])
  })

  it('are the meta-tools, ready, in three lines', async () => {
    const tools = createAiSdkTools(createMetaExposure(await catalogGateway()))
    const { model, seen } = scripted([
      [['c1', 'call_tool', { name: 'github:create_issue', arguments: { repo: 'a/b', title: 'x' } }]],
      ['Done.'],
    ])
    await generateText({ model, tools: tools.tools(), stopWhen: stepCountIs(3), prompt: 'go' })
    expect(seen[0]?.tools).toEqual(['search_tools', 'describe_tools', 'call_tool', 'read_result'])
    expect(JSON.stringify(seen[1]?.prompt)).toContain('created')
    expect(tools.prepareStep().activeTools).toHaveLength(4)
  })
})
