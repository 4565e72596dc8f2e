import { createDiscovery, openDiscovery } from '@toolscout/discovery'
import { createBm25Searcher, createLexicalSearcher, createRegexSearcher } from '@toolscout/search'
import {
  createHybridSearcher,
  createOverlapStrategy,
  createSemanticSearcher,
  createStrategySearcher,
  createTokenEmbedder,
} from '@toolscout/semantic'
import { createMemoryStore } from '@toolscout/store'
import { createWinkSearcher } from '@toolscout/wink'
import { afterAll, expect, it } from 'vitest'
import { type Method, type TestedObject, testMethods } from './fixtures/test-methods.ts'

const tool = { name: 'read', inputSchema: { type: 'object' }, execute: () => 'done' }
const discovery = createDiscovery({ embedder: false })
await discovery.register([tool])
const { index, toolDocs } = discovery
const durable = await openDiscovery({ store: createMemoryStore() })
afterAll(durable.close)
const subset = discovery.subset()
const source = {
  name: 's',
  list: async () => ({ definitions: [], complete: true }),
  call: async () => ({ content: [] }),
  onChange: () => () => {},
  close: async () => {},
}

const searching = (searcher: { readonly search: (request: never) => unknown }): Method => [
  searcher.search,
  { query: 'read', limit: 3 },
]

const SEARCHERS = [
  ['a searcher by words', createLexicalSearcher()],
  ['a searcher by BM25', createBm25Searcher()],
  ['a searcher by patterns', createRegexSearcher()],
  ['a searcher by meaning', createSemanticSearcher({ embedder: createTokenEmbedder() })],
  ['a hybrid', createHybridSearcher({ searchers: [createLexicalSearcher()] })],
  ['a searcher by a strategy', createStrategySearcher(createOverlapStrategy())],
  ['a searcher on wink', createWinkSearcher()],
] as const

const OBJECTS: readonly TestedObject[] = [
  [
    'an index',
    index,
    {
      registerMcp: [(options) => index.registerMcp('s', [], options)],
      page: [index.page],
      namespacesPage: [index.namespacesPage],
      search: [(options) => index.search('read', options)],
      searchPage: [(options) => index.searchPage('read', options)],
      resolve: [(options) => index.resolve('read', options)],
      list: [index.list],
      register: undefined,
      registerMany: undefined,
      unregister: undefined,
      unregisterBackend: undefined,
      unregisterNamespace: undefined,
      unregisterServer: undefined,
      takeRecords: undefined,
      get: undefined,
      getOrThrow: undefined,
      selectBackend: undefined,
      ids: undefined,
      namespaces: undefined,
      setNotes: undefined,
      refresh: undefined,
      snapshot: undefined,
      onChange: undefined,
    },
  ],
  [
    'a snapshot',
    index.snapshot(),
    {
      resolve: [(options) => index.snapshot().resolve('read', options)],
      list: [(filter) => index.snapshot().list(filter)],
      get: undefined,
      ids: undefined,
      namespaces: undefined,
    },
  ],
  ...SEARCHERS.map(
    ([name, searcher]): TestedObject => [
      name,
      searcher,
      { search: searching(searcher), apply: undefined, snapshot: undefined },
    ],
  ),
  [
    'a facade',
    discovery,
    {
      register: [(options) => discovery.register([tool], options)],
      connectServers: [(options) => discovery.connectServers({ mcpServers: {} }, options)],
      addSource: [(options) => discovery.addSource(source, options)],
      refreshSource: [(options) => discovery.refreshSource('s', options)],
      search: [(options) => discovery.search('read', options)],
      describe: [(options) => discovery.describe('read', options)],
      render: [(options) => discovery.render(['read'], options)],
      call: [(options) => discovery.call('read', {}, options)],
      list: [discovery.list],
      page: [discovery.page, { limit: 3 }],
      count: [discovery.count],
      resolve: [(options) => discovery.resolve('read', options)],
      get: [(options) => discovery.get('read', options)],
      ready: [discovery.ready],
      servers: [discovery.servers],
      version: [discovery.version],
      addDocs: [(doc) => discovery.addDocs('read', doc)],
      // Nothing is read before a handle is found; the toolbox has the same reader.
      readResult: undefined,
      unregister: undefined,
      sources: undefined,
      removeSource: undefined,
      subset: undefined,
      namespaces: undefined,
      onChange: undefined,
      onToolsChanged: undefined,
      close: undefined,
    },
  ],
  [
    'a subset',
    subset,
    {
      call: [(options) => subset.call('none', {}, options)],
      callAll: [(options) => subset.callAll([], options)],
      list: undefined,
    },
  ],
  [
    'documentation',
    toolDocs,
    {
      register: [(options) => toolDocs.register('read', {}, options)],
      addExamples: [(options) => toolDocs.addExamples('read', [], options)],
      describe: [(options) => toolDocs.describe('read', 'summary', options)],
      describeMany: [(options) => toolDocs.describeMany(['read'], 'summary', options)],
      listExamples: [(options) => toolDocs.listExamples('read', 1, options)],
      render: [(options) => toolDocs.render(['read'], options)],
      remove: undefined,
      save: undefined,
      restore: undefined,
      searchNotes: undefined,
    },
  ],
  [
    'vectors',
    durable.embeddings as object,
    {
      ready: [(options) => durable.embeddings?.ready(options)],
      progress: undefined,
      onProgress: undefined,
      retry: undefined,
      close: undefined,
    },
  ],
  [
    'a durable catalog',
    durable.catalog as object,
    {
      reached: [(options) => durable.catalog?.reached(0, options)],
      revision: undefined,
      flush: undefined,
      checkpoint: undefined,
      restored: undefined,
      items: undefined,
      setItems: undefined,
    },
  ],
]

testMethods(OBJECTS)

it.each([
  createLexicalSearcher,
  createBm25Searcher,
  createWinkSearcher,
  () => createHybridSearcher({ searchers: [createLexicalSearcher()] }),
])('SRCH-044: the last word of a long text is found by searcher %#', async (create) => {
  const long = createDiscovery({ searcher: create() })
  const parts = Array.from({ length: 700 }, (_, i) => `aa${i}_bb${i}_cc${i}`)
  const described = { long: `${parts.join(' ')} needle`, short: 'hay', other: 'straw' }
  const tools = Object.entries(described).map(([name, description]) => ({ ...tool, name, description }))
  await long.register(tools)
  const { hits, unmatchedTerms } = await long.search('needle')
  expect([hits[0]?.id, unmatchedTerms]).toEqual(['long', []])
})
