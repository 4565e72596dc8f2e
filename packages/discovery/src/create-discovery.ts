import {
  createToolIndex,
  type SearchOptions,
  type SearchPageOptions,
  type ToolChange,
  type ToolIndex,
} from '@toolscout/index'
import type { McpConfig } from '@toolscout/mcp'
import type { ToolSet, ToolSource, ToolscoutError } from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import { createToolDocStore, type ToolDocInput, type ToolDocStore } from '@toolscout/tooldoc'
import { type CallOptions, callTool } from './call-tool.ts'
import { MAX_RESULT_BYTES } from './cap-result.ts'
import { connectServers } from './connect-servers.ts'
import type {
  ConnectServersOptions,
  DescribeOptions,
  Discovery,
  DiscoveryOptions,
  RegisterOptions,
  RenderToolsOptions,
} from './discovery.ts'
import { DiscoveryClosedError } from './errors.ts'
import type { LocalHandler } from './local-handlers.ts'
import { registerTools } from './register-tools.ts'
import { resolveReference } from './resolve-reference.ts'
import { createToolSources, type SourceOptions } from './tool-sources.ts'

/** Options of parts that are made here, and the option that brings the part instead. */
const EXCLUSIVE = [
  ['index', ['searcher', 'selectBackend', 'onListenerError']],
  ['docs', ['maxExamples', 'countTokens']],
] as const

/**
 * Creates a {@link Discovery} with nothing registered.
 *
 * @throws TypeError when an option would have no effect because another one brings the part it belongs to.
 * @throws RangeError when a number is outside its legal range.
 */
export function createDiscovery(options: DiscoveryOptions = {}): Discovery {
  rejectIdleOptions(options)
  const maxResultBytes = options.maxResultBytes ?? MAX_RESULT_BYTES
  if (!Number.isInteger(maxResultBytes) || maxResultBytes < 0) {
    throw new RangeError(`maxResultBytes is ${maxResultBytes}; an integer of 0 or more is needed.`)
  }
  const { searcher, selectBackend, onListenerError, maxExamples, countTokens } = options
  const index = options.index ?? createToolIndex({ searcher, selectBackend, onListenerError })
  const validator = createSchemaValidator()
  const getTool = (id: string): ReturnType<ToolIndex['getOrThrow']>['tool'] | undefined => index.get(id)?.tool
  const docs = options.docs ?? createToolDocStore({ getTool, validator, maxExamples, countTokens })
  const handlers = new Map<string, LocalHandler>()
  const sources = createToolSources(index, options.onSourceError ?? warnOfSource)
  const parts = {
    validator,
    handlerOf: (name: string) => handlers.get(name),
    sourceOf: sources.get,
    maxResultBytes,
  }
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) followChange(change, { index, docs, handlers })
  })
  let closing: Promise<void> | undefined

  const requireOpen = (operation: string): void => {
    if (closing !== undefined) throw new DiscoveryClosedError(operation)
  }
  const idsOf = (references: readonly string[]): readonly string[] =>
    references.map((reference) => index.resolve(reference)?.tool.id ?? reference)

  return Object.freeze({
    index,
    docs,
    register: async (tools: ToolSet, registration: RegisterOptions = {}) =>
      registerTools(tools, registration, { index, docs, handlers }),
    connect: async (config: string | object | McpConfig, connection: ConnectServersOptions = {}) => {
      requireOpen('connecting')
      return connectServers(config, connection, sources)
    },
    addSource: async (source: ToolSource, listing?: SourceOptions) => {
      requireOpen('adding a source')
      return sources.add(source, listing)
    },
    refreshSource: sources.refresh,
    removeSource: sources.remove,
    document: async (reference: string, doc: ToolDocInput) => {
      const { id } = (await resolveReference(index, reference)).tool
      const notices = await docs.register(id, doc)
      index.setNotes(id, docs.searchNotes(id))
      return notices
    },
    search: (query: string, search?: SearchOptions) => index.search(query, search),
    searchPage: (query: string, search?: SearchPageOptions) => index.searchPage(query, search),
    describe: async (reference: string, { detail = 'schema', signal }: DescribeOptions = {}) => {
      const { tool } = await resolveReference(index, reference)
      return docs.describe(tool.id, detail, { signal })
    },
    describeMany: (references: readonly string[], { detail = 'schema', signal }: DescribeOptions = {}) =>
      docs.describeMany(idsOf(references), detail, { signal }),
    render: (references: readonly string[], { detail = 'schema', ...rendering }: RenderToolsOptions) =>
      docs.render(idsOf(references), { detail, ...rendering }),
    call: async (reference: string, args?: unknown, call: CallOptions = {}) => {
      requireOpen('calling')
      const { tool } = await resolveReference(index, reference)
      return callTool(tool, index.selectBackend(tool.id), args, { ...call, parts })
    },
    namespaces: index.namespaces,
    onChange: index.onChange,
    changes: index.changes,
    close: () => {
      closing ??= sources.close().finally(stopFollowing)
      return closing
    },
  } satisfies Discovery)
}

/** Docs and handlers leave with their tool; docs that came before their tool are found as soon as it is there. */
function followChange(
  change: ToolChange,
  { index, docs, handlers }: { index: ToolIndex; docs: ToolDocStore; handlers: Map<string, LocalHandler> },
): void {
  if (change.type === 'removed') {
    docs.remove(change.id)
    handlers.delete(change.id)
  } else if (change.type === 'backendRemoved' && change.backend.kind === 'local') {
    handlers.delete(change.backend.handler)
  } else if (change.type === 'registered' && index.get(change.id) !== undefined) {
    index.setNotes(change.id, docs.searchNotes(change.id))
  }
}

function rejectIdleOptions(options: DiscoveryOptions): void {
  for (const [part, idle] of EXCLUSIVE) {
    if (options[part] === undefined) continue
    const given = idle.filter((option) => options[option] !== undefined)
    if (given.length > 0)
      throw new TypeError(
        `${given.join(', ')} would have no effect beside ${part}; give it to ${part} itself.`,
      )
  }
}

function warnOfSource(error: ToolscoutError, source: string): void {
  const warning = `The tools of ${source} could not be listed again: ${error.message}`
  process.emitWarning(warning, { type: 'ToolscoutWarning', code: 'TOOLSCOUT_SOURCE_FAILED' })
}
