import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiscovery } from '@toolscout/discovery'
import * as evaluation from '@toolscout/evaluation'
import { createGateway } from '@toolscout/gateway'
import * as guard from '@toolscout/guard'
import { createLoom } from '@toolscout/loom'
import * as mcp from '@toolscout/mcp'
import { parseMcpServers } from '@toolscout/mcp/internal'
import type { CatalogStore } from '@toolscout/model'
import * as rerank from '@toolscout/rerank'
import { createToolbox } from '@toolscout/runtime'
import { createMemoryStore } from '@toolscout/store'
import { openPostgresStore } from '@toolscout/store/postgres'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { findPostgres, startPostgres } from '@toolscout/testbed/postgres'
import { afterAll } from 'vitest'
import { type Methods, type TestedObject, testMethods } from './fixtures/test-methods.ts'
import { EVERYTHING_COMMAND } from './gateway/processes.ts'

const tool = { name: 'read', inputSchema: { type: 'object' }, execute: () => 'done' }
const discovery = createDiscovery({ embedder: false })
await discovery.register([tool])
const gateway = createGateway({ discovery })
gateway.addServer({ name: 'none', transport: 'stdio', command: 'none' }, { disabled: true })
const loom = createLoom(gateway)
const toolbox = createToolbox()
toolbox.register([tool])
const pins = guard.createPins()
const seen = { id: 'read', name: 'read', inputSchema: {} } as never
const feedback = rerank.createFeedback()
const model = { name: 'm', complete: async () => ({ text: '1' }) }
const api = rerank.createOpenAiLanguageModel({ baseUrl: 'http://127.0.0.1:9', model: 'm' })
const generating = rerank.fromLanguageModel({ doGenerate: async () => ({}) } as never)
const sampling = rerank.fromSampling(async () => ({}) as never)
const asked = { system: 'Say 1.', prompt: '1' }
const folder = await mkdtemp(join(tmpdir(), 'methods-'))
const memory = createMemoryStore()
const sqlite = await openSqliteStore({ path: join(folder, 'tools.db') })
const config = { name: 'everything', transport: 'stdio', ...EVERYTHING_COMMAND } as const
const connection = await mcp.connectMcpServer(config)
const bin = await findPostgres()
const server = bin === undefined ? undefined : await startPostgres(bin, ['-c fsync=off'])
const postgres = server && (await openPostgresStore({ connection: server.connection }))
const signal = AbortSignal.abort()
afterAll(async () => {
  await Promise.all([connection.close(), sqlite.close(), postgres?.close()])
  await server?.stop()
  await rm(folder, { recursive: true })
})

const judgments = { name: 'none', tools: [], queries: [] } as never
const search = async (): Promise<{ readonly hits: readonly never[] }> => ({ hits: [] })
const report = { tools: 0, findings: [] } as never

async function readAll(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

function storeMethods(store: CatalogStore): Methods {
  return {
    revision: [store.revision],
    append: [(options) => store.append([], options), { expectedRevision: 0 }],
    load: [(options) => readAll(store.load(options))],
    loadChanges: [(options) => readAll(store.loadChanges(0, options))],
    get: [(options) => store.get(['read'], options)],
    items: [(options) => store.items('pin', options)],
    saveCheckpoint: [
      (options) => store.saveCheckpoint('one', { revision: 0, bytes: new Uint8Array() }, options),
    ],
    loadCheckpoint: [(options) => store.loadCheckpoint('one', options)],
    verify: [store.verify],
    repair: [store.repair],
    close: undefined,
  }
}

const OBJECTS: readonly TestedObject[] = [
  [
    'a gateway',
    gateway,
    {
      settled: [gateway.settled, { timeoutMs: 0 }],
      register: [(options) => gateway.register([tool], options)],
      addServer: [(options) => gateway.addServer({ name: 'x', transport: 'stdio', command: 'x' }, options)],
      reconnectServer: [(options) => gateway.reconnectServer('none', options)],
      refreshServer: [(options) => gateway.refreshServer('none', options)],
      servers: [gateway.servers],
      pins: [gateway.pins],
      twins: [gateway.twins],
      search: [(options) => gateway.search('read', options)],
      describe: [(options) => gateway.describe(['read'], options)],
      call: [(options) => gateway.call('read', {}, options)],
      readResult: [(page) => gateway.readResult('none', page)],
      list: [gateway.list],
      page: [gateway.page, { limit: 3 }],
      count: [gateway.count],
      resolve: [(options) => gateway.resolve('read', options)],
      get: [(options) => gateway.get('read', options)],
      ready: [gateway.ready],
      version: [gateway.version],
      state: undefined,
      start: undefined,
      stop: undefined,
      unregister: undefined,
      addServers: undefined,
      removeServer: undefined,
      setServerEnabled: undefined,
      connection: undefined,
      approve: undefined,
      stats: undefined,
      health: undefined,
      onToolsChanged: undefined,
      onEvent: undefined,
    },
  ],
  [
    'a loom',
    loom,
    {
      indexAll: [loom.indexAll],
      getTool: [(options) => loom.getTool('builtin:read', options)],
      evictTool: [(options) => loom.evictTool('builtin:none', options)],
      getToolsByCapability: [(options) => loom.getToolsByCapability('file_io', options)],
      search: [loom.search, { query: 'read' }],
      call: [(options) => loom.call('builtin:read', {}, options)],
      createExposure: [loom.createExposure],
      sources: undefined,
      restored: undefined,
      registerTool: undefined,
    },
  ],
  [
    'a toolbox',
    toolbox,
    {
      merge: [(options) => toolbox.merge(createToolbox(), options)],
      call: [(options) => toolbox.call('read', {}, options)],
      callAll: [(options) => toolbox.callAll([], options)],
      readResult: [(page) => toolbox.readResult('none', page)],
      size: undefined,
      register: undefined,
      get: undefined,
      list: undefined,
      filter: undefined,
    },
  ],
  [
    'the guard',
    { ...guard, see: pins.see },
    {
      see: [(observation) => pins.see(seen, observation), { server: 'none' }],
      scanDefinition: [(options) => guard.scanDefinition(tool, options)],
      createPins: [guard.createPins],
      digestDefinition: undefined,
      diffDefinitions: undefined,
      readToolNames: undefined,
    },
  ],
  ['a store in memory', memory, storeMethods(memory)],
  ['a store on SQLite', sqlite, storeMethods(sqlite)],
  [
    'a store on PostgreSQL',
    postgres ?? {},
    postgres === undefined
      ? {}
      : {
          ...storeMethods(postgres),
          changes: [(options) => readAll(postgres.changes(options)), { after: 0, signal }],
          openCopy: [postgres.openCopy],
          acquireLease: undefined,
        },
  ],
  [
    'candidates of SQLite',
    sqlite.candidates,
    { retrieve: [sqlite.candidates.retrieve, { query: 'read', limit: 3 }] },
  ],
  [
    'what uses a language model',
    {},
    {
      rerank: [(options) => rerank.createModelReranker(model).rerank('read', [], options)],
      expand: [(options) => rerank.createModelExpander(model).expand('read', options)],
    },
  ],
  ['a language model behind an API', api, { complete: [api.complete, asked] }],
  ['a language model of the AI SDK', generating, { complete: [generating.complete, asked] }],
  ['a language model of a client', sampling, { complete: [sampling.complete, asked] }],
  ['feedback', feedback, { record: undefined, priorsOf: undefined, toJSON: undefined }],
  [
    'a connection',
    connection,
    {
      list: [connection.list],
      call: [(options) => connection.call('echo', {}, options)],
      followTask: [(options) => connection.followTask('echo', 'none', options)],
      request: [(options) => connection.request('resources/list', {}, options)],
      ping: [connection.ping],
      allows: undefined,
      onChange: undefined,
      onNotification: undefined,
      close: undefined,
    },
  ],
  [
    'the functions of MCP',
    {},
    {
      connectMcpServer: [(options) => mcp.connectMcpServer(config, options)],
      parseMcpConfig: [(options) => mcp.parseMcpConfig('{}', options)],
      parseMcpServers: [(options) => parseMcpServers({}, options)],
    },
  ],
  [
    'the evaluation',
    evaluation,
    {
      lintCatalog: [(options) => evaluation.lintCatalog([], options)],
      formatLintReport: [(options) => evaluation.formatLintReport(report, options)],
      createProbes: [(options) => evaluation.createProbes([], options)],
      evaluateProbes: [(options) => evaluation.evaluateProbes([], search, options)],
      compareEvaluations: [
        (options) => evaluation.compareEvaluations({ baseline: [], candidate: [] }, options),
      ],
      createQualityReport: [(options) => evaluation.createQualityReport([], options)],
      evaluateRun: [
        (options) => evaluation.evaluateRun(judgments, { name: 'r', rankings: new Map() }, options),
      ],
      createCatalogSearch: [(options) => evaluation.createCatalogSearch([], options)],
      evaluateSearch: [(options) => evaluation.evaluateSearch(judgments, search, options)],
      calibrateVerdict: [(options) => evaluation.calibrateVerdict(judgments, () => search, options)],
      evaluateVerdict: [(options) => evaluation.evaluateVerdict(judgments, () => search, options)],
      formatQualityReport: undefined,
      parseCatalog: undefined,
      parseJudgments: undefined,
      readJudgments: undefined,
      ndcgAt: undefined,
      recallAt: undefined,
      reciprocalRank: undefined,
      EvaluationFileMissingError: undefined,
      InvalidEvaluationFileError: undefined,
    },
  ],
]

testMethods(OBJECTS)
