import { type Content, GoogleGenAI } from '@google/genai'
import { createDeferredExposure } from '@toolscout/gateway'
import { describe, expect, it } from 'vitest'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { startLoopback } from '../fixtures/loopback.ts'
import { createGeminiTools } from './gemini-tools.ts'

const answer = (...parts: object[]): object => ({
  candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }],
})

describe('tools of Gemini', () => {
  it('are declared when a search found them, and called', async () => {
    const tools = createGeminiTools(createDeferredExposure(await catalogGateway()))
    const loopback = await startLoopback([
      answer({ functionCall: { id: 'f1', name: 'search_tools', args: { query: 'draw a weather map' } } }),
      answer(
        { functionCall: { id: 'f2', name: 'weather__map', args: { country: 'NO' } } },
        { functionCall: { name: 'github__close_issue', args: { number: 3 } } },
      ),
      answer({ text: 'Here.' }),
    ])
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: loopback.url } })
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'go' }] }]
    for (;;) {
      const reply = await client.models.generateContent({
        model: 'gemini',
        contents,
        config: { tools: tools.tools() },
      })
      const content = reply.candidates?.[0]?.content ?? {}
      contents.push(content)
      const parts = await tools.answer(content.parts)
      if (parts.length === 0) break
      contents.push({ role: 'user', parts })
    }
    const declared = loopback.asked.map(({ body }) =>
      (body.tools as { functionDeclarations: { name: string }[] }[])[0]?.functionDeclarations.map(
        ({ name }) => name,
      ),
    )
    expect(declared[0]).toEqual(['search_tools', 'read_result'])
    expect(declared[1]?.slice(0, 3)).toEqual(['search_tools', 'read_result', 'weather__map'])
    expect(contents[4]).toEqual({
      role: 'user',
      parts: [
        {
          functionResponse: {
            id: 'f2',
            name: 'weather__map',
            response: { output: 'The map:' },
            parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
          },
        },
        { functionResponse: { name: 'github__close_issue', response: { error: 'the issue is locked' } } },
      ],
    })
  })
})
