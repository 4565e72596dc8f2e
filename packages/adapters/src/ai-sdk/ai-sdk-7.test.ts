import { generateText, stepCountIs, type ToolSet } from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'
import { expect, it, vi } from 'vitest'
import { holdConversation } from '../fixtures/ai-sdk-conversation.ts'

// What `ai` is to somebody who has installed that version.
vi.mock('ai', () => import('ai-7'))

it('runs in version 7 of the AI SDK', async () => {
  await holdConversation(async ({ tools, say }) => {
    const model = new MockLanguageModelV4({
      doGenerate: async (call) => {
        const content = say(call)
        const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'
        const usage = {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        }
        return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
      },
    })
    const { text } = await generateText({
      model,
      // Of another version only for the compiler, who is asked with this one elsewhere.
      tools: tools.tools() as unknown as ToolSet,
      prepareStep: tools.prepareStep,
      stopWhen: stepCountIs(5),
      prompt: 'go',
    })
    return text
  })
  expect.hasAssertions()
})
