import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { openDiscovery } from '@toolscout/discovery'
import { createGateway } from '@toolscout/gateway'
import type { LanguageModel } from '@toolscout/model'
import { createOpenAiLanguageModel, createRerankedSearcher } from '@toolscout/rerank'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLoom } from './create-loom.ts'
import { BUILTINS } from './fixtures/open-loom.ts'
import { PLACES, type Place } from './fixtures/stores.ts'
import { createBuiltinIndexer } from './indexers.ts'
import type { Loom, LoomSearchRequest, LoomSearchResponse } from './loom.ts'

/** Says other words for what is asked, or chooses the shell among what it is shown. */
function sayTo(prompt: string): string {
  if (prompt.includes('"terms"')) return JSON.stringify({ terms: ['terminal', 'bash'] })
  return /^(\d+) "bash\(/m.exec(prompt)?.[1] ?? '0'
}

const usage = { inputTokens: 100, outputTokens: 7 }
const scripted = async (): Promise<LanguageModel> => ({
  name: 'scripted',
  complete: async ({ prompt }) => ({ text: sayTo(prompt), usage }),
})

/** A model behind a real server that speaks as OpenAI does. */
async function served(status = 200): Promise<LanguageModel> {
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as {
      readonly messages: readonly { readonly content: string }[]
    }
    const content = sayTo(messages.map((message) => message.content).join('\n'))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content } }],
        usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createOpenAiLanguageModel({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'small', maxRetries: 0 })
}

/** One life of a process over a store. */
async function live(place: Place, model: LanguageModel, work: (loom: Loom) => Promise<void>): Promise<void> {
  const discovery = await openDiscovery({
    store: await place(),
    embedder: false,
    searcher: (searcher) => createRerankedSearcher({ searcher, model }),
  })
  const gateway = createGateway({ discovery })
  await work(createLoom(gateway, { indexers: [createBuiltinIndexer(BUILTINS)] }))
  await gateway.stop()
  await discovery.close()
}

/** A search in which every stage did its work; just after a restart, definitions are still being read. */
async function searchWhole(loom: Loom, request: LoomSearchRequest): Promise<LoomSearchResponse> {
  const answer = await loom.search(request)
  expect(answer.metadata.degraded.filter(({ part }) => part !== 'catalog')).toEqual([])
  return answer
}

const times = {
  queryUnderstandingMs: expect.any(Number),
  retrievalMs: expect.any(Number),
  rerankingMs: expect.any(Number),
}

describe.each(PLACES)('the modes on %s', (_store, makePlace) => {
  it.each([
    ['a scripted model', scripted],
    ['a model behind a server', served],
  ])(
    'with %s do what they say, also after a restart, and tell what they cost (LOOM-011)',
    async (_model, makeModel) => {
      const [place, model] = [await makePlace(), await makeModel()]
      const check = async (given: Loom): Promise<void> => {
        const loom = { search: (request: LoomSearchRequest) => searchWhole(given, request) }
        const fast = await loom.search({ query: 'read prompt', mode: 'fast' })
        expect(fast.results[0]?.tool.name).toBe('file_read')
        expect(fast.metadata).toMatchObject({
          ...{
            modeRequested: 'fast',
            modeUsed: 'fast',
            modelCalls: 0,
            expandedTerms: [],
            ...times,
          },
          usage: { inputTokens: 0, outputTokens: 0 },
        })
        const balanced = await loom.search({ query: 'read or run a shell', mode: 'balanced' })
        expect(balanced.results[0]?.tool).toMatchObject({ name: 'bash', requiresApproval: true })
        expect(balanced.metadata).toMatchObject({
          ...{
            modeRequested: 'balanced',
            modeUsed: 'balanced',
            modelCalls: 1,
            expandedTerms: [],
          },
          ...{ usage, totalIndexed: 6, ...times },
        })
        const accurate = await loom.search({ query: 'read prompt', mode: 'accurate' })
        expect(accurate.results[0]?.tool.name).toBe('bash')
        expect(accurate.metadata).toMatchObject({
          ...{ modeRequested: 'accurate', modeUsed: 'accurate', modelCalls: 2, ...times },
          expandedTerms: ['terminal', 'bash'],
          usage: { inputTokens: 200, outputTokens: 14 },
        })
      }
      await live(place, model, async (loom) => {
        expect((await loom.indexAll()).errors).toEqual([])
        await check(loom)
      })
      // Nothing is indexed again: the tools are those of the store.
      await live(place, model, check)
    },
    60_000,
  )

  it('where the model fails say which mode was asked for, which ran, and that nothing was answered (LOOM-017)', async () => {
    await live(await makePlace(), await served(500), async (loom) => {
      await loom.indexAll()
      const { results, metadata } = await loom.search({ query: 'read file', mode: 'accurate' })
      expect(results[0]?.tool.name).toBe('file_read')
      expect(metadata).toMatchObject({ modeRequested: 'accurate', modeUsed: 'fast', modelCalls: 0 })
      expect(metadata.degraded.length).toBeGreaterThan(0)
      expect(JSON.stringify(metadata.degraded)).toContain('500')
    })
  }, 60_000)
})
