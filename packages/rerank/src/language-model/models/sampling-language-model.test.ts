import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { LanguageModel } from '@toolscout/model'
import { languageModelObligations } from '@toolscout/testkit'
import { describe, expect, it, vi } from 'vitest'
import { fromSampling } from './sampling-language-model.ts'

const info = { name: 'test', version: '1.0.0' }

/** A server of the SDK, and its client, which samples as it is told; what it was asked is told back. */
const connect = async (
  sample?: (parameters: Record<string, unknown>, signal: AbortSignal) => unknown,
): Promise<Server> => {
  const client = new Client(info, { capabilities: sample === undefined ? {} : { sampling: {} } })
  if (sample !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) => {
      const content = await sample(params as never, signal)
      return { model: 'clients-choice', role: 'assistant', content } as never
    })
  }
  const server = new Server(info, { capabilities: {} })
  const [left, right] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(left), client.connect(right)])
  return server
}
const modelOf = (server: Server, options?: Parameters<typeof fromSampling>[1]): LanguageModel =>
  fromSampling((parameters, asked) => server.createMessage(parameters, asked), options)
const request = { system: 'Do it.', prompt: '{"query": "x"}' }
const text = (said: string): object => ({ type: 'text', text: said })

describe('a model by MCP sampling', () => {
  it.each([...languageModelObligations()])('$name', async ({ check }) => {
    await check(async () => modelOf(await connect(() => text('["speech"]'))))
  })

  it('asks the client of the server, which chooses the model', async () => {
    let asked: unknown
    const server = await connect((parameters) => {
      asked = parameters
      return text('["speech"]')
    })
    expect(await modelOf(server, { maxTokens: 99 }).complete(request)).toEqual({ text: '["speech"]' })
    expect(asked).toMatchObject({
      systemPrompt: 'Do it.',
      messages: [{ role: 'user', content: { type: 'text', text: '{"query": "x"}' } }],
      maxTokens: 99,
    })
  })

  it('fails visibly when the client cannot sample, refuses, or answers something else', async () => {
    const refuses = (): never => {
      throw new RangeError('The user said no')
    }
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    await expect(modelOf(await connect()).complete(request)).rejects.toMatchObject({
      details: { reason: 'network' },
    })
    await expect(modelOf(await connect(refuses)).complete(request)).rejects.toThrow(/The user said no/)
    expect(await modelOf(await connect(() => image)).complete(request)).toEqual({ text: '' })
    for (const content of [undefined, 'x', 3]) {
      const model = fromSampling(async () => ({ content }))
      await expect(model.complete(request)).rejects.toMatchObject({
        details: { model: 'sampling', reason: 'reply' },
      })
    }
    const several = fromSampling(async () => ({ content: [text('a'), image, null, text('b')] }))
    expect(await several.complete(request)).toEqual({ text: 'ab' })
  })

  it('tells the client that nobody waits any more, but not why', async () => {
    const controller = new AbortController()
    let enter = (_signal: AbortSignal): void => {}
    const entered = new Promise<AbortSignal>((resolve) => {
      enter = resolve
    })
    const server = await connect((_parameters, signal) => {
      enter(signal)
      return new Promise(() => {})
    })
    // The SDK does not hear of a cancelled request whose id is 0, which the first one has.
    await server.ping()
    const underWay = modelOf(server).complete({ ...request, signal: controller.signal })
    const signal = await entered
    controller.abort(new RangeError('a secret of the caller'))
    await expect(underWay).rejects.toThrow('a secret of the caller')
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    expect(String(signal.reason)).not.toContain('secret')
  })

  it('gives up in its own time', async () => {
    const server = await connect(() => new Promise(() => {}))
    await expect(modelOf(server, { timeoutMs: 20, name: 'client' }).complete(request)).rejects.toMatchObject({
      details: { model: 'client', reason: expect.stringMatching(/timeout|network/) },
    })
  })

  it.each([
    [undefined, {}, TypeError],
    [async () => ({ content: [] }), { maxTokens: 0 }, RangeError],
    [async () => ({ content: [] }), { timeoutMs: 0 }, RangeError],
    [async () => ({ content: [] }), { name: ' ' }, TypeError],
    [async () => ({ content: [] }), { maxToken: 1 }, TypeError],
  ])('refuses %s with %j', (createMessage, options, error) => {
    expect(() => fromSampling(createMessage as never, options as never)).toThrow(error)
  })
})
