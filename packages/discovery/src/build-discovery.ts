import { createToolIndex, type ToolChange, type ToolIndex } from '@toolscout/index'
import type { Observer } from '@toolscout/model'
import { anySignal, createSlices, observeFact } from '@toolscout/model/internal'
import type { LocalHandler } from '@toolscout/runtime/internal'
import { createSchemaValidator } from '@toolscout/schema/internal'
import type { EmbeddingIndex } from '@toolscout/semantic'
import type { ToolDocStore } from '@toolscout/tooldoc'
import { createToolDocStore } from '@toolscout/tooldoc/internal'
import { checkConfig, checkOptions, checkSource, checkSourceName } from './check-options.ts'
import { createDescriptions } from './descriptions.ts'
import type { Discovery, DiscoveryOptions } from './discovery.ts'
import { warnOfProblem } from './discovery-problem.ts'
import type { DurableCatalog } from './durable/durable-catalog.ts'
import type { KeptCatalog } from './durable/keep-catalog.ts'
import { DiscoveryClosedError } from './errors.ts'
import type { Ranking } from './ranking-by-words.ts'
import { createReferences, createToolList } from './references.ts'
import { checkRegisterOptions, createSchemaNotices, type LocalDeps, registerTools } from './register-tools.ts'
import { createSearching } from './searching.ts'
import { createSubset, createToolCalls, keepFacadeDeps } from './tool-calls.ts'
import { createToolSources } from './tool-sources.ts'

/** What a facade is built around. */
export interface DiscoveryCore {
  readonly index: ToolIndex
  readonly embeddings: EmbeddingIndex | undefined
  /** Documentation that is there already. Default: none. */
  readonly toolDocs?: ToolDocStore | undefined
  /** Makes durable what has changed; absent where nothing is kept. */
  readonly catalog?: (KeptCatalog & DurableCatalog) | undefined
}

/** Builds a facade around the index that is given, or a new one that is ranked as `rank` says. */
export function buildRanked(options: DiscoveryOptions, rank: () => Ranking): Discovery {
  const { index, onError = warnOfProblem } = options
  if (index !== undefined) return buildDiscovery(options, { index, embeddings: undefined })
  const { searcher, embeddings } = rank()
  const onListenerError = (error: unknown): void => onError({ kind: 'listener', error })
  return buildDiscovery(options, { index: createToolIndex({ searcher, onListenerError }), embeddings })
}

/** Builds a facade around an index. */
export function buildDiscovery(options: DiscoveryOptions, core: DiscoveryCore): Discovery {
  const { index, embeddings, catalog } = core
  const { countTokens, observer, onError = warnOfProblem } = options
  const validator = createSchemaValidator()
  const toolDocs =
    core.toolDocs ?? createToolDocStore({ getTool: (id) => index.get(id)?.tool, validator, countTokens })
  const handlers = new Map<string, LocalHandler>()
  const schemaNotices = createSchemaNotices(validator)
  const refused: LocalDeps['refused'] = new Map()
  const sources = createToolSources({ index, onError, schemaNotices, refused })
  const references = createReferences(index)
  const life = createFacadeLife(catalog)
  const calls = createToolCalls({
    index,
    references,
    handlers,
    sourceOf: sources.get,
    isOpen: sources.isTaken,
    whileOpen: life.call,
    options,
  })
  const stopFollowing = index.onChange(({ changes }) => {
    for (const change of changes) followChange(change, { index, toolDocs, handlers, refused })
    if (observer !== undefined) observeChanges(observer, index.size, changes)
  })
  const discovery = Object.freeze({
    index,
    toolDocs,
    get size() {
      return index.size
    },
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(catalog === undefined ? {} : { catalog: publicOf(catalog) }),
    register: async (tools, registration = {}) => {
      checkRegisterOptions(registration)
      return life.run('registering tools', undefined, async (signal) => {
        const slices = createSlices({ signal })
        const deps = { index, toolDocs, handlers, schemaNotices, refused, slices }
        const report = await registerTools(tools, registration, deps)
        if (registration.toolDocs !== undefined) {
          for (const id of [...report.updated, ...report.unchanged]) catalog?.touch(id)
        }
        return report
      })
    },
    unregister: (reference) =>
      life.run('removing a tool', undefined, async () => {
        const id = references.find(reference)?.tool.id
        if (id !== undefined) index.unregister(id)
        return id !== undefined
      }),
    connectServers: async (config, connection = {}) => {
      checkConfig(config)
      checkOptions('connectServers', connection)
      return life.run('connecting', connection.signal, async (signal) => {
        // With it comes everything that speaks MCP, which an application of functions never needs.
        const { connectServers } = await import('./connect-servers.ts')
        return connectServers(config, { ...connection, signal }, sources)
      })
    },
    addSource: async (source, listing = {}) => {
      checkSource(source)
      checkOptions('addSource', listing)
      return life.run('adding a source', listing.signal, (signal) =>
        sources.add(source, { ...listing, signal }),
      )
    },
    refreshSource: async (name, listing = {}) => {
      checkSourceName(name)
      checkOptions('refreshSource', listing)
      return life.run('listing a source', listing.signal, (signal) => sources.refresh(name, { signal }))
    },
    sources: sources.names,
    removeSource: async (name) => {
      checkSourceName(name)
      catalog?.requireWritable()
      return sources.remove(name)
    },
    addDocs: (reference, doc) =>
      life.run('documenting a tool', undefined, async (signal) => {
        const { id } = (await references.get(reference, signal)).tool
        const notices = await toolDocs.register(id, doc, { signal })
        index.setNotes(id, toolDocs.searchNotes(id))
        catalog?.touch(id)
        return notices
      }),
    search: createSearching({ index, observer, refused, problems: catalog?.problems }),
    ...createDescriptions(references, toolDocs),
    ...createToolList({ index, references, sources, refused }),
    subset: (given) => createSubset(given, { index, references }, calls),
    call: async (reference, args, call = {}) => calls.call(reference, args, call),
    readResult: calls.readResult,
    namespaces: index.namespaces,
    onChange: index.onChange,
    close: () =>
      life.close(async () => {
        embeddings?.close()
        await catalog?.close()
        await sources.close(catalog !== undefined).finally(stopFollowing)
      }),
  } satisfies Discovery)
  keepFacadeDeps(discovery, { ...references, targetOf: calls.targetOf, routeOf: calls.routeOf, refused })
  return discovery
}

/** Reports changes of an index. */
function observeChanges(observer: Observer, tools: number, changes: readonly ToolChange[]): void {
  const count = (type: ToolChange['type']): number => changes.filter((change) => change.type === type).length
  observeFact(observer, () => ({
    kind: 'catalogChanged',
    tools,
    added: count('registered'),
    updated: count('updated'),
    removed: count('removed'),
  }))
}

/** Docs and handlers leave with their tool; docs that came before their tool are found as soon as it is there. */
function followChange(
  change: ToolChange,
  { index, toolDocs, handlers, refused }: Pick<LocalDeps, 'index' | 'toolDocs' | 'handlers' | 'refused'>,
): void {
  if (change.type === 'removed') {
    toolDocs.remove(change.id)
    handlers.delete(change.id)
    refused.delete(change.id)
  } else if (change.type === 'backendRemoved' && change.backend.kind === 'local') {
    handlers.delete(change.backend.handler)
  } else if (change.type === 'registered') {
    const notes = toolDocs.searchNotes(change.id)
    if (notes !== '' && index.get(change.id) !== undefined) index.setNotes(change.id, notes)
  }
}

function publicOf(catalog: DurableCatalog): DurableCatalog {
  const { revision, isShared, reached, flush, checkpoint, restored, items, setItems } = catalog
  return Object.freeze({ revision, isShared, reached, flush, checkpoint, restored, items, setItems })
}

/** Whether a facade is open, and what is under way in it. */
interface FacadeLife {
  /**
   * Runs work under a signal that aborts with the caller's, or when the facade is closed. `operation` names it in
   * errors. @throws DiscoveryClosedError `DISCOVERY_CLOSED` when the facade is closed before, or meanwhile.
   */
  readonly run: <T>(
    operation: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
  /** As `run`, for work that changes nothing durable and reads the caller's signal itself. */
  readonly call: <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** Ends all work, waits until it has cleaned up, then finishes; the second time waits for the first. */
  readonly close: (finish: () => Promise<void>) => Promise<void>
}

interface Work {
  readonly operation: string
  readonly stop: AbortController
  readonly running: Promise<unknown>
}

/**
 * Begins the life of a facade.
 *
 * @param catalog makes what work has changed durable, before it counts as done. Default: nothing is kept.
 */
function createFacadeLife(catalog?: Pick<KeptCatalog, 'flush' | 'requireWritable'>): FacadeLife {
  const underWay = new Set<Work>()
  let closing: Promise<void> | undefined

  const end = async (finish: () => Promise<void>): Promise<void> => {
    const ending = [...underWay]
    for (const { operation, stop } of ending) stop.abort(new DiscoveryClosedError(operation))
    await Promise.allSettled(ending.map(({ running }) => running))
    await finish()
  }
  const track: FacadeLife['run'] = async (operation, signal, work) => {
    if (closing !== undefined) throw new DiscoveryClosedError(operation)
    const stop = new AbortController()
    const own = { operation, stop, running: work(anySignal(signal, stop.signal)) }
    underWay.add(own)
    try {
      return await own.running
    } finally {
      underWay.delete(own)
    }
  }
  return {
    run: async (operation, signal, work) => {
      signal?.throwIfAborted()
      catalog?.requireWritable()
      return track(operation, signal, async (both) => {
        const result = await work(both)
        await catalog?.flush()
        return result
      })
    },
    call: (signal, work) => track('calling', signal, work),
    close: (finish) => {
      // Marks the facade as closing before it notifies listeners, which may close or start something themselves.
      closing ??= Promise.resolve().then(() => end(finish))
      return closing
    },
  }
}
