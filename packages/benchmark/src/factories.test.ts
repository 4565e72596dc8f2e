import * as adapters from '@toolscout/adapters'
import * as discovery from '@toolscout/discovery'
import * as gateway from '@toolscout/gateway'
import * as guard from '@toolscout/guard'
import * as inspect from '@toolscout/inspect'
import * as loom from '@toolscout/loom'
import * as mcp from '@toolscout/mcp'
import { type Searcher, ToolscoutError } from '@toolscout/model'
import * as rerank from '@toolscout/rerank'
import * as search from '@toolscout/search'
import * as semantic from '@toolscout/semantic'
import * as store from '@toolscout/store'
import * as postgres from '@toolscout/store/postgres'
import * as sqlite from '@toolscout/store/sqlite'
import * as wink from '@toolscout/wink'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const PACKAGES: Readonly<Record<string, object>> = {
  adapters,
  discovery,
  gateway,
  guard,
  inspect,
  loom,
  mcp,
  rerank,
  search,
  postgres,
  semantic,
  sqlite,
  store,
  wink,
}

const searcher: Searcher = { name: 'none', apply: () => {}, search: async () => ({ hits: [] }) }
const embed = { model: 'm', dimensions: 2, embed: async () => [] }
const feedback = rerank.createFeedback()
const open = gateway.createGateway()

/** What makes something of one object of options, with options that are legal. */
const FACTORIES: Readonly<Record<string, readonly [make: (options: never) => unknown, legal: object]>> = {
  createAnalyzer: [search.createAnalyzer, {}],
  createBm25Searcher: [search.createBm25Searcher, {}],
  createLexicalSearcher: [search.createLexicalSearcher, {}],
  createRegexSearcher: [search.createRegexSearcher, {}],
  createWinkSearcher: [wink.createWinkSearcher, {}],
  createEmbedder: [semantic.createEmbedder, embed],
  createTokenEmbedder: [semantic.createTokenEmbedder, {}],
  createBuiltInRetriever: [semantic.createBuiltInRetriever, {}],
  createOpenAiEmbedder: [
    semantic.createOpenAiEmbedder,
    { baseUrl: 'http://127.0.0.1:9', model: 'm', dimensions: 2 },
  ],
  fromEmbeddingModel: [
    (options) =>
      semantic.fromEmbeddingModel(
        { provider: 'p', modelId: 'm', maxEmbeddingsPerCall: 1, doEmbed: async () => ({ embeddings: [] }) },
        options,
      ),
    { dimensions: 2 },
  ],
  createSemanticSearcher: [semantic.createSemanticSearcher, { embedder: semantic.createTokenEmbedder() }],
  createHybridSearcher: [semantic.createHybridSearcher, { searchers: [searcher] }],
  createWeightedStrategy: [
    semantic.createWeightedStrategy,
    {
      lexical: semantic.createOverlapStrategy(),
      semantic: semantic.createOverlapStrategy(),
      lexicalWeight: 0.5,
    },
  ],
  createDiscovery: [discovery.createDiscovery, {}],
  openDiscovery: [discovery.openDiscovery, { store: store.createMemoryStore() }],
  createCandidateRetriever: [
    discovery.createCandidateRetriever,
    { engine: { name: 'e', retrieve: async () => [] } },
  ],
  createFeedback: [rerank.createFeedback, {}],
  createFeedbackSearcher: [rerank.createFeedbackSearcher, { searcher, feedback }],
  createRerankedSearcher: [rerank.createRerankedSearcher, { searcher }],
  createOpenAiLanguageModel: [
    rerank.createOpenAiLanguageModel,
    { baseUrl: 'http://127.0.0.1:9', model: 'm' },
  ],
  fromLanguageModel: [
    (options) => rerank.fromLanguageModel({ doGenerate: async () => ({}) } as never, options),
    {},
  ],
  fromSampling: [(options) => rerank.fromSampling(async () => ({}) as never, options), {}],
  createPins: [guard.createPins, {}],
  createGateway: [gateway.createGateway, {}],
  createMetaExposure: [(options) => gateway.createMetaExposure(open, options), {}],
  createDeferredExposure: [(options) => gateway.createDeferredExposure(open, options), {}],
  createDirectExposure: [(options) => gateway.createDirectExposure(open, options), {}],
  createLoom: [(options) => loom.createLoom(open, options), {}],
  createLoomHooks: [(options) => loom.createLoomHooks([], options), {}],
  createCustomIndexer: [loom.createCustomIndexer, { folder: '.' }],
  openSqliteStore: [sqlite.openSqliteStore, { path: ':none:', readOnly: true }],
  openPostgresStore: [postgres.openPostgresStore, { connection: 'postgres://127.0.0.1:9/none' }],
  connectMcpServers: [(options) => mcp.connectMcpServers([], options), {}],
  openInspector: [inspect.openInspector, { discovery: discovery.createDiscovery() }],
}

/** What makes something of a part, or of nothing at all; each is given a part of the wrong kind. */
const OF_PARTS: Readonly<Record<string, ((part: never) => unknown) | undefined>> = {
  createEmbeddingStrategy: semantic.createEmbeddingStrategy,
  createStrategySearcher: semantic.createStrategySearcher,
  createModelExpander: rerank.createModelExpander,
  createModelReranker: rerank.createModelReranker,
  createFormatRegistry: adapters.createFormatRegistry,
  createBuiltinIndexer: loom.createBuiltinIndexer,
  createLoomPermissions: loom.createLoomPermissions,
  connectMcpServer: mcp.connectMcpServer,
  serveHttp: (part) => gateway.serveHttp(part, {}),
  serveStdio: (part) => gateway.serveStdio(part, {}),
  // Of nothing.
  createGatedFusion: undefined,
  createReciprocalRankFusion: undefined,
  createWeightedSumFusion: semantic.createWeightedSumFusion,
  createOverlapStrategy: undefined,
  createMemoryStore: undefined,
  createMcpIndexer: undefined,
}

/** What came of it: nothing but a typed error counts. */
async function refusalOf(make: () => unknown): Promise<unknown> {
  try {
    return { made: await make() }
  } catch (error) {
    return error
  }
}

function isTyped(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ToolscoutError
}

it('the tables have every factory that is exported', () => {
  const exported = Object.values(PACKAGES).flatMap((members) =>
    Object.keys(members).filter((name) => /^(?:create|open|connect|serve|from)(?=[A-Z])/.test(name)),
  )
  const known = new Set([...Object.keys(FACTORIES), ...Object.keys(OF_PARTS)])
  expect([...new Set(exported)].filter((name) => !known.has(name))).toEqual([])
})

/** Options that have members of their own, which are checked where they are given. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  createGateway: ['connect', 'connect.timeouts', 'limits', 'servers.one'],
  connectMcpServers: ['timeouts', 'limits', 'client'],
}

/** Options with one more within those at a path. */
function within(options: object, [first, ...rest]: readonly string[], more: object): object {
  if (first === undefined) return { ...options, ...more }
  return { ...options, [first]: within({}, rest, more) }
}

it.each(Object.entries(NESTED).flatMap(([name, paths]) => paths.map((path) => [name, path] as const)))(
  '%s names what is wrong in its %s',
  async (name, path) => {
    const [make, legal] = FACTORIES[name] ?? [() => expect.fail(name), {}]
    const refusal = async (more: object): Promise<string> => {
      const refused = await refusalOf(() => make(within(legal, path.split('.'), more) as never))
      expect(isTyped(refused), `${Object.keys(more)[0]} gave ${String(refused)}`).toBe(true)
      return (refused as Error).message
    }
    const unknown = await refusal({ qqqqqqqqqqqqqqqqqqq: 1 })
    expect(unknown).toContain(`no member of ${path};`)
    for (const member of /may have (.*)\.$/.exec(unknown)?.[1]?.split(', ') ?? expect.fail(unknown))
      for (const wrong of [Number.NaN, Symbol('wrong'), 1n, null])
        expect(await refusal({ [member]: wrong })).toContain(`${path}.${member}`)
  },
)

describe.each(Object.entries(FACTORIES))('%s', (_, [make, legal]) => {
  it('refuses what is no object', async () => {
    for (const given of [5, 'options', [], null, true, () => 1, Number.NaN]) {
      expect(isTyped(await refusalOf(() => make(given as never))), String(given)).toBe(true)
    }
  })

  it('refuses an unknown option, and each option of a kind that nothing has', async () => {
    const unknown = await refusalOf(() => make({ ...legal, qqqqqqqqqqqqqqqqqqq: 1 } as never))
    expect(isTyped(unknown)).toBe(true)
    const names = /may have (.*)\.$/.exec((unknown as Error).message)?.[1]?.split(', ') ?? []
    expect(names.length, (unknown as Error).message).toBeGreaterThan(0)
    const wrong = fc.constantFrom<unknown>(Number.NaN, Symbol('wrong'), 1n)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), wrong, async (name, value) => {
        expect(isTyped(await refusalOf(() => make({ ...legal, [name]: value } as never))), name).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

it.each(
  Object.entries(OF_PARTS).flatMap(([name, make]) => (make === undefined ? [] : [[name, make] as const])),
)('%s refuses a part of the wrong kind', async (_, make) => {
  for (const given of [5, true, () => 1, Number.NaN, Symbol('wrong')]) {
    expect(isTyped(await refusalOf(() => make(given as never))), String(given)).toBe(true)
  }
})

it('a search with a limit or a fusion that is no number ends with an error', async () => {
  const bad = { name: 'f', fuse: () => [] }
  for (const fusion of [{}, bad, { ...bad, window: Number.NaN }, { ...bad, window: -1 }]) {
    expect(() => discovery.createDiscovery({ fusion: fusion as never })).toThrow(/fusion/)
  }
  for (const limit of [Number.NaN, -1, 0.5]) {
    await expect(search.createLexicalSearcher().search({ query: 'x', limit })).rejects.toThrow(RangeError)
    await expect(discovery.createDiscovery().search('x', { limit })).rejects.toThrow(RangeError)
  }
})
