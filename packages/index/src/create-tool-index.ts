import { type Backend, type ToolDefinition, type ToolFilter, ToolNotFoundError } from '@toolscout/model'
import {
  backendKey,
  type CatalogReader,
  type CatalogToolChange,
  messageOf,
  parseBackend,
  quote,
  requireKnownMembers,
  selectNearestBackend,
  toIdPart,
} from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { createLexicalSearcher } from '@toolscout/search'
import type { SearchQuery } from './bound-query.ts'
import { createChangeFeed } from './change-feed.ts'
import type { ChangeListener } from './changes.ts'
import { BackendNotFoundError, NonDeterministicSearcherError, RegistrationFailedError } from './errors.ts'
import {
  checkLimit,
  listTools,
  type SearchOptions,
  type SearchPageOptions,
  searchIndex,
  searchIndexPage,
} from './index-search.ts'
import { parseMcpDefinition } from './mcp-definition.ts'
import { objectToContradiction, objectToRepetition, objectToStrangers } from './objections.ts'
import { createPager, sequenceOf } from './pager.ts'
import { type Plan, planBackendRemoval, planNotes, planOffers, planRemoval } from './plan-changes.ts'
import { planRecords } from './plan-records.ts'
import { joinPlans, planUnlisted } from './plan-unlisted.ts'
import { questionOf } from './question.ts'
import type { RegisteredTool } from './registered-tool.ts'
import {
  type ReadRegistrations,
  type Registration,
  type RegistrationReport,
  readNotes,
  readRegistrations,
  toReport,
} from './registration.ts'
import { type ResolveOptions, resolveTool } from './resolve-tool.ts'
import { createSnapshot } from './snapshot.ts'
import { StoredTool } from './stored-tool.ts'
import type { PageOptions, RegisterMcpOptions, ToolIndex, ToolIndexOptions } from './tool-index.ts'
import { createToolTree } from './tool-tree.ts'

const INDEX_OPTIONS: { readonly [option in keyof ToolIndexOptions]-?: true } = {
  searcher: true,
  selectBackend: true,
  onListenerError: true,
  requireDeterministicSearcher: true,
  stored: true,
  instance: true,
}
const PAGE_OPTIONS: { readonly [option in keyof PageOptions]-?: true } = {
  limit: true,
  cursor: true,
  filter: true,
}

/**
 * Creates an empty {@link ToolIndex}.
 *
 * @throws TypeError for an option nobody reads.
 */
export function createToolIndex(options: ToolIndexOptions = {}): ToolIndex {
  requireKnownMembers('the options of createToolIndex', options, Object.keys(INDEX_OPTIONS))
  const searcher = options.searcher ?? createLexicalSearcher()
  const selectBackend = options.selectBackend ?? selectNearestBackend
  const requireDeterministic = options.requireDeterministicSearcher ?? false
  const feed = createChangeFeed(options.onListenerError ?? warnOfListener)
  const pager = createPager(options.instance ?? crypto.randomUUID())
  const tree = createToolTree()
  for (const id of options.stored?.ids() ?? [])
    tree.set(id, new StoredTool(id, options.stored as CatalogReader))
  let version = 0

  const commit = ({ puts, deletes, changes }: Plan): void => {
    if (changes.length === 0) return
    // The searcher first: should it fail, nothing else has changed.
    searcher.apply({ upserts: [...puts.values()].map(toSearchDocument), removals: [...deletes] })
    for (const id of deletes) tree.delete(id)
    for (const [id, tool] of puts) tree.set(id, tool)
    version += 1
    feed.publish(
      Object.freeze({ version, changes: Object.freeze(changes.map((change) => Object.freeze(change))) }),
    )
  }
  const offer = (read: ReadRegistrations): RegistrationReport => {
    const plan = planOffers(tree.get, read.offers)
    commit(plan)
    return toReport(read, { outcomes: plan.outcomes, removed: [], version })
  }
  const getOrThrow = (id: string): RegisteredTool => {
    const found = tree.get(id)
    if (found === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
    return found
  }
  const remove = (plan: Plan): readonly string[] => {
    commit(plan)
    return [...plan.deletes]
  }
  let namespacesAt = { version: -1, namespaces: [] as readonly string[] }
  const namespaces = (): readonly string[] => {
    if (namespacesAt.version !== version) {
      namespacesAt = { version, namespaces: createSnapshot(tree, version).namespaces() }
    }
    return namespacesAt.namespaces
  }

  return Object.freeze({
    get version() {
      return version
    },
    get size() {
      return tree.size
    },
    searcher,
    register: (tool: ToolDefinition, backend: Backend) => {
      const read = readRegistrations([{ tool, backend }], [])
      const [failure] = read.failures
      if (failure !== undefined) throw failure.error
      return offer(read)
    },
    registerMany: (registrations: readonly Registration[]) => {
      const read = readRegistrations(registrations, [objectToContradiction()])
      if (read.failures.length > 0) throw new RegistrationFailedError(read.failures, registrations.length)
      return offer(read)
    },
    registerMcp: (server: string, definitions: readonly unknown[], listing: RegisterMcpOptions = {}) => {
      requireKnownMembers('the options of registerMcp', listing, ['complete', 'tags'])
      const backend = parseBackend({ kind: 'mcp', server })
      const read = readRegistrations(
        definitions.map((tool) => ({ tool, backend })),
        [objectToRepetition(), objectToStrangers(tree.get, backend)],
        (definition) => parseMcpDefinition(definition, server, listing.tags),
      )
      const offered = planOffers(tree.get, read.offers)
      const gone = planUnlisted(listing.complete === true ? tree.values() : [], backend, read)
      commit(joinPlans(offered, gone))
      const removed = gone.changes.flatMap((change) => (change.type === 'refreshed' ? [] : change.id))
      return toReport(read, { outcomes: offered.outcomes, removed, version })
    },
    unregister: (id: string) => commit(planRemoval([getOrThrow(id)])),
    unregisterBackend: (id: string, backend: Backend) => {
      const key = backendKey(parseBackend(backend))
      const tool = getOrThrow(id)
      if (!tool.backends.some((own) => backendKey(own) === key)) throw new BackendNotFoundError(id, backend)
      commit(planBackendRemoval([tool], (own) => backendKey(own) === key))
    },
    unregisterNamespace: (namespace: string) => {
      if (namespace !== '') return remove(planRemoval(tree.withPrefix(`${toIdPart(namespace)}:`)))
      return remove(planRemoval([...tree.values()].filter(({ summary }) => summary.namespace === undefined)))
    },
    unregisterServer: (server: string) =>
      remove(planBackendRemoval(tree.values(), (own) => own.kind === 'mcp' && own.server === server)),
    takeRecords: (records: readonly CatalogToolChange[]) => {
      const plan = planRecords(tree.get, records)
      // A searcher that was saved before may hold what was gone when the tools were read.
      if (plan.changes.length === 0 && plan.deletes.size > 0)
        searcher.apply({ upserts: [], removals: [...plan.deletes] })
      commit(plan)
    },
    get: tree.get,
    getOrThrow,
    resolve: (reference: string, resolution?: ResolveOptions) => resolveTool(tree, reference, resolution),
    selectBackend: (id: string) => selectBackend(getOrThrow(id).backends),
    list: (filter?: ToolFilter) => createSnapshot(tree, version).list(filter),
    page: (paging: PageOptions = {}) => {
      requireKnownMembers('the options of page', paging, Object.keys(PAGE_OPTIONS))
      const { limit, cursor, filter } = paging
      const count = checkLimit(limit, 1)
      const question = questionOf('list', { filter })
      if (cursor !== undefined) return pager.next<RegisteredTool>(question, cursor, count)
      const copy = tree.copy()
      const sequence = {
        weight: 1,
        slice: (after: string | undefined, most: number) => listTools(copy, filter, after, most),
      }
      return pager.first(question, sequence, count)
    },
    namespaces,
    namespacesPage: (paging: Omit<PageOptions, 'filter'> = {}) => {
      requireKnownMembers('the options of namespacesPage', paging, ['limit', 'cursor'])
      const { limit, cursor } = paging
      const count = checkLimit(limit, 1)
      const question = questionOf('namespaces', {})
      if (cursor !== undefined) return pager.next<string>(question, cursor, count)
      return pager.first(question, sequenceOf(namespaces()), count)
    },
    search: (query: SearchQuery, search: SearchOptions = {}) =>
      searchIndex({ searcher, tree, version }, query, search),
    searchPage: async (query: SearchQuery, search: SearchPageOptions = {}) => {
      if (requireDeterministic && searcher.deterministic === false) {
        throw new NonDeterministicSearcherError(searcher.name)
      }
      return searchIndexPage({ searcher, tree, version }, pager, query, search)
    },
    setNotes: (id: string, notes: string) => commit(planNotes(getOrThrow(id), readNotes(notes) ?? '')),
    refresh: () => {
      searcher.apply({ upserts: [...tree.values()].map(toSearchDocument), removals: [] })
      version += 1
      feed.publish(Object.freeze({ version, changes: Object.freeze([{ type: 'refreshed' as const }]) }))
      return version
    },
    snapshot: () => createSnapshot(tree.copy(), version),
    onChange: (listener: ChangeListener) => feed.subscribe(listener),
    changes: (reading: { readonly signal?: AbortSignal | undefined } = {}) => feed.iterate(reading),
  } satisfies ToolIndex)
}

/** Says on the process's own channel that a listener failed, so that it is not swallowed. */
function warnOfListener(error: unknown): void {
  const why = error instanceof Error ? error : messageOf(error)
  process.emitWarning(why, { type: 'ToolscoutWarning', code: 'TOOLSCOUT_LISTENER_FAILED' })
}
