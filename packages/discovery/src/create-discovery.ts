import {
  createToolIndex,
  type SearchOptions,
  type SearchPageOptions,
  type SearchQuery,
  type ToolChange,
  type ToolIndex,
} from '@toolscout/index'
import type { McpConfig } from '@toolscout/mcp'
import { MAX_TIMEOUT_MS, quote, type ToolSet, type ToolSource, type ToolscoutError } from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import { DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES, type LocalHandler } from '@toolscout/toolbox'
import { createToolDocStore, type ToolDocInput, type ToolDocStore } from '@toolscout/tooldoc'
import { type CallOptions, callTool } from './call-tool.ts'
import {
  checkConfig,
  checkDiscoveryOptions,
  checkInteger,
  checkOptions,
  checkRegisterOptions,
  checkSource,
  checkSourceName,
} from './check-options.ts'
import type {
  ConnectServersOptions,
  DescribeOptions,
  Discovery,
  DiscoveryOptions,
  RegisterOptions,
  RenderToolsOptions,
} from './discovery.ts'
import { createFacadeLife } from './facade-life.ts'
import { createRanking } from './ranking.ts'
import { createReferences, type ToolReference, toText } from './references.ts'
import { registerTools } from './register-tools.ts'
import { DEFAULT_RELIST_INTERVAL_MS } from './relister.ts'
import { createSchemaNotices } from './schema-notices.ts'
import { type AddSourceOptions, createToolSources, type SourceOptions } from './tool-sources.ts'

/**
 * Creates a {@link Discovery} with nothing registered.
 *
 * @throws TypeError for an option nobody reads, or that would have no effect beside another one.
 * @throws RangeError when a number is outside its legal range.
 */
export function createDiscovery(options: DiscoveryOptions = {}): Discovery {
  checkDiscoveryOptions(options)
  const {
    selectBackend,
    onListenerError,
    maxExamples,
    countTokens,
    maxResultBytes = DEFAULT_MAX_RESULT_BYTES,
    relistIntervalMs = DEFAULT_RELIST_INTERVAL_MS,
    onSourceError = warnOfFailure,
    onSourceClosed = warnOfEnd,
  } = options
  checkInteger('maxResultBytes', maxResultBytes, {
    least: LEAST_MAX_RESULT_BYTES,
    most: Number.MAX_SAFE_INTEGER,
  })
  checkInteger('relistIntervalMs', relistIntervalMs, { least: 0, most: MAX_TIMEOUT_MS })
  const ranking = options.index === undefined ? createRanking(options) : undefined
  const index =
    options.index ?? createToolIndex({ searcher: ranking?.searcher, selectBackend, onListenerError })
  const validator = createSchemaValidator()
  const getTool = (id: string): ReturnType<ToolIndex['getOrThrow']>['tool'] | undefined => index.get(id)?.tool
  const { toolDocs: given = (parts) => createToolDocStore({ ...parts, maxExamples, countTokens }) } = options
  const toolDocs = typeof given === 'function' ? given({ getTool, validator }) : given
  const handlers = new Map<string, LocalHandler>()
  const schemaNotices = createSchemaNotices(validator)
  const sources = createToolSources(index, {
    onSourceError,
    onSourceClosed,
    schemaNotices,
    relistIntervalMs,
  })
  const references = createReferences(index)
  const life = createFacadeLife()
  const parts = {
    validator,
    handlerOf: (name: string) => handlers.get(name),
    sourceOf: sources.get,
    maxResultBytes,
  }
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) followChange(change, { index, toolDocs, handlers })
  })
  const idsOf = (given: readonly ToolReference[]): readonly string[] => {
    if (!Array.isArray(given)) throw new TypeError(`References come as a list, not as ${quote(given)}.`)
    return given.map((reference: ToolReference) => references.find(reference)?.tool.id ?? toText(reference))
  }

  const embeddings = ranking?.embeddings
  return Object.freeze({
    index,
    toolDocs,
    ...(embeddings === undefined ? {} : { embeddings }),
    register: async (tools: ToolSet, registration: RegisterOptions = {}) => {
      checkRegisterOptions(registration)
      return life.run('registering tools', undefined, () =>
        registerTools(tools, registration, { index, toolDocs, maxExamples, handlers, schemaNotices }),
      )
    },
    connect: async (config: string | object | McpConfig, connection: ConnectServersOptions = {}) => {
      checkConfig(config)
      checkOptions('connect', connection)
      return life.run('connecting', connection.signal, async (signal) => {
        // With it comes everything that speaks MCP, which an application of functions never needs.
        const { connectServers } = await import('./connect-servers.ts')
        return connectServers(config, { ...connection, signal }, sources)
      })
    },
    addSource: async (source: ToolSource, listing: AddSourceOptions = {}) => {
      checkSource(source)
      checkOptions('addSource', listing)
      return life.run('adding a source', listing.signal, (signal) =>
        sources.add(source, { ...listing, signal }),
      )
    },
    refreshSource: async (name: string, listing: SourceOptions = {}) => {
      checkSourceName(name)
      checkOptions('refreshSource', listing)
      return life.run('listing a source', listing.signal, (signal) => sources.refresh(name, { signal }))
    },
    removeSource: async (name: string) => {
      checkSourceName(name)
      return sources.remove(name)
    },
    document: (reference: ToolReference, doc: ToolDocInput) =>
      life.run('documenting a tool', undefined, async (signal) => {
        const { id } = (await references.get(reference, signal)).tool
        const notices = await toolDocs.register(id, doc, { signal })
        index.setNotes(id, toolDocs.searchNotes(id))
        return notices
      }),
    get: references.find,
    exportNames: references.exportNames,
    handlerOf: (id: string) => {
      const backend = index.get(id)?.backends.find(({ kind }) => kind === 'local')
      return backend?.kind === 'local' ? handlers.get(backend.handler) : undefined
    },
    search: (query: SearchQuery, search?: SearchOptions) => index.search(query, search),
    searchPage: (query: SearchQuery, search?: SearchPageOptions) => index.searchPage(query, search),
    describe: async (reference: ToolReference, description: DescribeOptions = {}) => {
      checkOptions('describe', description)
      const { detail = 'schema', signal } = description
      const { tool } = await references.get(reference, signal)
      return toolDocs.describe(tool.id, detail, { signal })
    },
    describeMany: async (many: readonly ToolReference[], description: DescribeOptions = {}) => {
      checkOptions('describeMany', description)
      const { detail = 'schema', signal } = description
      return toolDocs.describeMany(idsOf(many), detail, { signal })
    },
    render: async (many: readonly ToolReference[], rendering: RenderToolsOptions = {}) => {
      checkOptions('render', rendering)
      return toolDocs.render(idsOf(many), rendering)
    },
    call: async (reference: ToolReference, args?: unknown, call: CallOptions = {}) => {
      checkOptions('call', call)
      return life.run('calling', call.signal, async (signal) => {
        const { tool } = await references.get(reference, signal)
        return callTool(tool, index.selectBackend(tool.id), args, { ...call, signal, parts })
      })
    },
    namespaces: index.namespaces,
    onChange: index.onChange,
    changes: index.changes,
    close: () =>
      life.close(() => {
        embeddings?.close()
        return sources.close().finally(stopFollowing)
      }),
  } satisfies Discovery)
}

/** Docs and handlers leave with their tool; docs that came before their tool are found as soon as it is there. */
function followChange(
  change: ToolChange,
  {
    index,
    toolDocs,
    handlers,
  }: { index: ToolIndex; toolDocs: ToolDocStore; handlers: Map<string, LocalHandler> },
): void {
  if (change.type === 'removed') {
    toolDocs.remove(change.id)
    handlers.delete(change.id)
  } else if (change.type === 'backendRemoved' && change.backend.kind === 'local') {
    handlers.delete(change.backend.handler)
  } else if (change.type === 'registered' && index.get(change.id) !== undefined) {
    const notes = toolDocs.searchNotes(change.id)
    if (notes !== '') index.setNotes(change.id, notes)
  }
}

function warnOfFailure(error: ToolscoutError, source: string): void {
  warn(`The tools of ${quote(source)} could not be listed again: ${error.message}`, 'TOOLSCOUT_SOURCE_FAILED')
}

function warnOfEnd(error: ToolscoutError): void {
  warn(error.message, 'TOOLSCOUT_SOURCE_CLOSED')
}

function warn(message: string, code: string): void {
  process.emitWarning(message, { type: 'ToolscoutWarning', code })
}
