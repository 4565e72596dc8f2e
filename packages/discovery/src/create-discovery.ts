import {
  createToolIndex,
  type SearchOptions,
  type SearchPageOptions,
  type ToolChange,
  type ToolIndex,
} from '@toolscout/index'
import type { McpConfig } from '@toolscout/mcp'
import { quote, type ToolSet, type ToolSource, type ToolscoutError } from '@toolscout/model'
import { createSchemaValidator } from '@toolscout/schema'
import { createToolDocStore, type ToolDocInput, type ToolDocStore } from '@toolscout/tooldoc'
import { type CallOptions, callTool } from './call-tool.ts'
import { DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES } from './cap-result.ts'
import { connectServers } from './connect-servers.ts'
import type {
  ConnectServersOptions,
  DescribeOptions,
  Discovery,
  DiscoveryOptions,
  RegisterOptions,
  RenderToolsOptions,
} from './discovery.ts'
import { createFacadeLife } from './facade-life.ts'
import type { LocalHandler } from './local-handlers.ts'
import { registerTools } from './register-tools.ts'
import { DEFAULT_RELIST_INTERVAL_MS } from './relister.ts'
import { resolveReference } from './resolve-reference.ts'
import { createToolSources, type SourceOptions } from './tool-sources.ts'

/** The longest time a timer of this platform can wait; about 25 days. */
const MAX_TIMER_MS = 2_147_483_647

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
  const maxResultBytes = checkInteger('maxResultBytes', options.maxResultBytes ?? DEFAULT_MAX_RESULT_BYTES, {
    least: LEAST_MAX_RESULT_BYTES,
    most: Number.MAX_SAFE_INTEGER,
  })
  const { searcher, selectBackend, onListenerError, maxExamples, countTokens } = options
  const index = options.index ?? createToolIndex({ searcher, selectBackend, onListenerError })
  const validator = createSchemaValidator()
  const getTool = (id: string): ReturnType<ToolIndex['getOrThrow']>['tool'] | undefined => index.get(id)?.tool
  const docs = options.docs ?? createToolDocStore({ getTool, validator, maxExamples, countTokens })
  const handlers = new Map<string, LocalHandler>()
  const sources = createToolSources(index, {
    onSourceError: options.onSourceError ?? warnOfFailure,
    onSourceClosed: options.onSourceClosed ?? warnOfEnd,
    relistIntervalMs: checkInteger(
      'relistIntervalMs',
      options.relistIntervalMs ?? DEFAULT_RELIST_INTERVAL_MS,
      {
        least: 0,
        most: MAX_TIMER_MS,
      },
    ),
  })
  const life = createFacadeLife()
  const parts = {
    validator,
    handlerOf: (name: string) => handlers.get(name),
    sourceOf: sources.get,
    maxResultBytes,
  }
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) followChange(change, { index, docs, handlers })
  })

  const idsOf = (references: readonly string[]): readonly string[] =>
    references.map((reference) => index.resolve(reference)?.tool.id ?? reference)

  return Object.freeze({
    index,
    docs,
    register: async (tools: ToolSet, registration: RegisterOptions = {}) => {
      life.requireOpen('registering tools')
      return registerTools(tools, registration, { index, docs, handlers })
    },
    connect: (config: string | object | McpConfig, connection: ConnectServersOptions = {}) =>
      life.run('connecting', connection.signal, (signal) =>
        connectServers(config, { ...connection, signal }, sources),
      ),
    addSource: (source: ToolSource, listing: SourceOptions = {}) =>
      life.run('adding a source', listing.signal, (signal) => sources.add(source, { signal })),
    refreshSource: (name: string, listing: SourceOptions = {}) =>
      life.run('listing a source', listing.signal, (signal) => sources.refresh(name, { signal })),
    removeSource: sources.remove,
    document: async (reference: string, doc: ToolDocInput) => {
      life.requireOpen('documenting a tool')
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
    describeMany: async (
      references: readonly string[],
      { detail = 'schema', signal }: DescribeOptions = {},
    ) => docs.describeMany(idsOf(references), detail, { signal }),
    render: async (references: readonly string[], { detail = 'schema', ...rendering }: RenderToolsOptions) =>
      docs.render(idsOf(references), { detail, ...rendering }),
    call: (reference: string, args?: unknown, call: CallOptions = {}) =>
      life.run('calling', call.signal, async (signal) => {
        const { tool } = await resolveReference(index, reference)
        return callTool(tool, index.selectBackend(tool.id), args, { ...call, signal, parts })
      }),
    namespaces: index.namespaces,
    onChange: index.onChange,
    changes: index.changes,
    close: () => life.close(() => sources.close().finally(stopFollowing)),
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

function checkInteger(
  option: string,
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(`${option} is ${value}; an integer from ${least} to ${most} is needed.`)
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
