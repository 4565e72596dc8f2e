import type { SearchOptions, SearchQuery, ToolChange, ToolIndex } from '@toolscout/index'
import type { SearchPageOptions } from '@toolscout/index/internal'
import type { McpConfig } from '@toolscout/mcp'
import type { ToolSet, ToolSource, ToolscoutError } from '@toolscout/model'
import { MAX_TIMEOUT_MS, quote } from '@toolscout/model/internal'
import { DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES, type LocalHandler } from '@toolscout/runtime'
import { createSchemaValidator } from '@toolscout/schema'
import type { EmbeddingIndex } from '@toolscout/semantic'
import { createToolDocStore, type ToolDocInput, type ToolDocStore } from '@toolscout/tooldoc'
import { type CallOptions, callTool } from './call-tool.ts'
import {
  checkConfig,
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
import type { DurableCatalog } from './durable/durable-catalog.ts'
import type { KeptCatalog } from './durable/keep-catalog.ts'
import { markStale } from './durable/mark-stale.ts'
import { createFacadeLife } from './facade-life.ts'
import { observeCall, observeChanges, observeIndex } from './observing.ts'
import { createReferences, type ToolReference, toText } from './references.ts'
import { registerTools } from './register-tools.ts'
import { DEFAULT_RELIST_INTERVAL_MS } from './relister.ts'
import { createSchemaNotices } from './schema-notices.ts'
import { type AddSourceOptions, createToolSources, type SourceOptions } from './tool-sources.ts'

/** What a facade is built around. */
export interface DiscoveryCore {
  readonly index: ToolIndex
  readonly embeddings: EmbeddingIndex | undefined
  /** Makes durable what has changed; absent where nothing is kept. */
  readonly catalog?: (KeptCatalog & DurableCatalog) | undefined
}

/**
 * Builds a facade around an index.
 *
 * @throws RangeError when a number is outside its legal range.
 */
export function buildDiscovery(
  options: DiscoveryOptions,
  { index, embeddings, catalog }: DiscoveryCore,
): Discovery {
  const {
    maxExamples,
    countTokens,
    maxResultBytes = DEFAULT_MAX_RESULT_BYTES,
    relistIntervalMs = DEFAULT_RELIST_INTERVAL_MS,
    onSourceError = warnOfFailure,
    onSourceClosed = warnOfEnd,
    observer,
  } = options
  checkInteger('maxResultBytes', maxResultBytes, {
    least: LEAST_MAX_RESULT_BYTES,
    most: Number.MAX_SAFE_INTEGER,
  })
  checkInteger('relistIntervalMs', relistIntervalMs, { least: 0, most: MAX_TIMEOUT_MS })
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
  const observed = observeIndex(index, observer)
  const searching = catalog === undefined ? observed : markStale(observed, catalog.away)
  const life = createFacadeLife(catalog?.flush)
  const parts = {
    validator,
    handlerOf: (name: string) => handlers.get(name),
    sourceOf: sources.get,
    maxResultBytes,
  }
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) followChange(change, { index, toolDocs, handlers })
    observeChanges(observer, index.size, changes)
  })
  const idsOf = (given: readonly ToolReference[]): readonly string[] => {
    if (!Array.isArray(given)) throw new TypeError(`References come as a list, not as ${quote(given)}.`)
    return given.map((reference: ToolReference) => references.find(reference)?.tool.id ?? toText(reference))
  }

  return Object.freeze({
    index,
    toolDocs,
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(catalog === undefined ? {} : { catalog: publicOf(catalog) }),
    register: async (tools: ToolSet, registration: RegisterOptions = {}) => {
      checkRegisterOptions(registration)
      return life.run('registering tools', undefined, async () => {
        const local = { index, toolDocs, maxExamples, handlers, schemaNotices }
        const report = await registerTools(tools, registration, local)
        if (registration.toolDocs !== undefined) {
          for (const id of [...report.updated, ...report.unchanged]) catalog?.touch(id)
        }
        return report
      })
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
    sources: sources.names,
    removeSource: async (name: string) => {
      checkSourceName(name)
      return sources.remove(name)
    },
    document: (reference: ToolReference, doc: ToolDocInput) =>
      life.run('documenting a tool', undefined, async (signal) => {
        const { id } = (await references.get(reference, signal)).tool
        const notices = await toolDocs.register(id, doc, { signal })
        index.setNotes(id, toolDocs.searchNotes(id))
        catalog?.touch(id)
        return notices
      }),
    get: references.find,
    exportNames: references.exportNames,
    handlerOf: (id: string) => {
      const backend = index.get(id)?.backends.find(({ kind }) => kind === 'local')
      return backend?.kind === 'local' ? handlers.get(backend.handler) : undefined
    },
    search: (query: SearchQuery, search?: SearchOptions) => searching.search(query, search),
    searchPage: (query: SearchQuery, search?: SearchPageOptions) => searching.searchPage(query, search),
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
        const backend = index.selectBackend(tool.id)
        return observeCall(observer, { tool, backend, options: call }, () =>
          callTool(tool, backend, args, { ...call, signal, parts }),
        )
      })
    },
    namespaces: index.namespaces,
    onChange: index.onChange,
    changes: index.changes,
    close: () =>
      life.close(async () => {
        embeddings?.close()
        // First: what leaves now is closed, not gone.
        await catalog?.close()
        // Sources leave with their tools, of which a store that is closed can no longer be asked.
        if (catalog !== undefined) stopFollowing()
        await sources.close().finally(stopFollowing)
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

function publicOf(catalog: DurableCatalog): DurableCatalog {
  const { revision, isShared, reached, flush, checkpoint, restored, items, setItems } = catalog
  return Object.freeze({ revision, isShared, reached, flush, checkpoint, restored, items, setItems })
}
