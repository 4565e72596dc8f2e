import { fakeModel } from '@langchain/core/testing'
import { createDeferredExposure, createMetaExposure } from '@toolscout/gateway'
import { AIMessage, createAgent, createMiddleware, type ToolMessage } from 'langchain'
import { describe, expect, it } from 'vitest'
import { catalogGateway } from '../fixtures/catalog-gateway.ts'
import { createLangChainTools } from './langchain-tools.ts'

const calling = (id: string, name: string, args: object): AIMessage =>
  new AIMessage({ content: '', tool_calls: [{ id, name, args: { ...args }, type: 'tool_call' }] })
const answersOf = (messages: readonly { readonly type: string }[]): ToolMessage[] =>
  messages.filter(({ type }) => type === 'tool') as unknown as ToolMessage[]

describe('tools of LangChain', () => {
  it('are seen from the call of the model after a search found them', async () => {
    const tools = createLangChainTools(createDeferredExposure(await catalogGateway()))
    const seen: string[][] = []
    const watch = createMiddleware({
      name: 'watch',
      wrapModelCall: (request, handler) => {
        seen.push(request.tools.map((tool) => String(Reflect.get(tool, 'name'))))
        return handler(request)
      },
    })
    const model = fakeModel()
      .respond(calling('c1', 'search_tools', { query: 'weather forecast and weather map' }))
      .respond(calling('c2', 'weather__forecast', { city: 'Oslo', days: '3' }))
      .respond(calling('c3', 'github__close_issue', { number: 1 }))
      .respond(new AIMessage('Rain.'))
    const agent = createAgent({
      model,
      tools: tools.tools(),
      middleware: [createMiddleware({ name: 'toolscout', wrapModelCall: tools.wrapModelCall }), watch],
    })
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] })
    expect(messages.at(-1)?.content).toBe('Rain.')
    const before = ['search_tools', 'read_result']
    const after = [...before, 'weather__forecast', 'weather__map']
    expect(seen).toEqual([before, after, after, [...after, 'github__close_issue']])
    expect(answersOf(messages).slice(1)).toMatchObject([
      // A number as text was mended where the tool ran.
      { content: 'Rain in Oslo', status: 'success', tool_call_id: 'c2', name: 'weather__forecast' },
      { content: 'the issue is locked', status: 'error', artifact: { isError: true } },
    ])
  })

  it('are the meta-tools, ready, in three lines', async () => {
    const tools = createLangChainTools(createMetaExposure(await catalogGateway())).tools()
    const model = fakeModel()
      .respond(calling('c1', 'call_tool', { name: 'weather:forecast', arguments: { city: 'Rome' } }))
      .respond(new AIMessage('Done.'))
    const { messages } = await createAgent({ model, tools }).invoke({
      messages: [{ role: 'user', content: 'go' }],
    })
    expect(answersOf(messages)).toMatchObject([{ content: 'Rain in Rome' }])
    expect(tools.map(({ name }) => name)).toEqual([
      'search_tools',
      'describe_tools',
      'call_tool',
      'read_result',
    ])
  })

  it('run no pattern of a foreign schema in LangChain', async () => {
    const gateway = await catalogGateway()
    await gateway.register(
      [
        {
          name: 'slow',
          inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
          execute: () => 'ran',
        },
      ],
      { namespace: 'evil' },
    )
    const tool = createLangChainTools(createDeferredExposure(gateway))
      .tools()
      .find(({ name }) => name === 'evil__slow')
    expect(await tool?.invoke({ text: `${'a'.repeat(40)}!` })).toContain('text')
  })
})
