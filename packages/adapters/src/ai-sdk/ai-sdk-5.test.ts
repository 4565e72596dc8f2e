import { generateText, stepCountIs, type ToolSet } from 'ai-5'
import { MockLanguageModelV2 } from 'ai-5/test'
import { expect, it, vi } from 'vitest'
import { holdConversation } from '../fixtures/ai-sdk-conversation.ts'

// What `ai` is to somebody who has installed that version.
vi.mock('ai', () => import('ai-5'))

it('runs in version 5 of the AI SDK', async () => {
  await holdConversation(async ({ tools, say }) => {
    const model = new MockLanguageModelV2({
      doGenerate: async (call) => {
        const content = say(call)
        const finishReason = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'
        const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
        return { content, finishReason, usage, warnings: [] }
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
