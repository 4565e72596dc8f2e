import {
  type Backend,
  type Searcher,
  type ToolDefinition,
  type ToolFilter,
  ToolNotFoundError,
} from '@toolscout/model'
import {
  backendKey,
  type CatalogToolChange,
  parseBackend,
  quote,
  requireKnownMembers,
  selectNearestBackend,
  toIdPart,
} from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createLexicalSearcher } from '@toolscout/search'
import { type ChangeFeed, createChangeFeed, warnOfListener } from './change-feed.ts'
import type { ChangeEvent, ChangeListener, ToolChange } from './changes.ts'
import { BackendNotFoundError, NonDeterministicSearcherError, RegistrationFailedError } from './errors.ts'
import { pageNamespaces, pageTools, searchIndex, searchIndexPage } from './index-search.ts'
import { joinPlans, parseMcpDefinition, planUnlisted } from './mcp-listing.ts'
import { createPager, type Page } from './pager.ts'
import {
  type Plan,
  planBackendRemoval,
  planNotes,
  planOffers,
  planRemoval,
  refuseContradiction,
  refuseOthersTools,
  refuseRepetition,
} from './plan-changes.ts'
import { planRecords } from './plan-records.ts'
import {
  type ReadRegistrations,
  type Registration,
  type RegistrationReport,
  readNotes,
  readRegistrations,
  toReport,
} from './registration.ts'
import type { SearchQuery } from './search-query.ts'
import {
  createSnapshot,
  type ResolveOptions,
  resolveTool,
  StoredTool,
  type ToolIndexSnapshot,
} from './snapshot.ts'
import type {
  PageOptions,
  RegisterMcpOptions,
  SearchAnswer,
  SearchOptions,
  SearchPage,
  SearchPageOptions,
  ToolIndex,
  ToolIndexOptions,
} from './tool-index.ts'
import type { RegisteredTool } from './tool-tree.ts'
import { createToolTree } from './tool-tree.ts'

const INDEX_OPTIONS: readonly (keyof ToolIndexOptions)[] = [
  'searcher',
  'selectBackend',
  'onListenerError',
  'requireDeterministicSearcher',
  'stored',
]
/**
 * Creates an empty {@link ToolIndex}.
 *
 * @throws TypeError for an unknown option.
 */
export function createToolIndex(options: ToolIndexOptions = {}): ToolIndex {
  requireKnownMembers('the options of createToolIndex', options, INDEX_OPTIONS)
  return Object.freeze(new MemoryToolIndex(options))
}

/** Members are bound, so that they can be passed on as functions. */
class MemoryToolIndex implements ToolIndex {
  readonly searcher: Searcher
  readonly #options: ToolIndexOptions
  readonly #tree = createToolTree()
  readonly #pager = createPager(crypto.randomUUID())
  readonly #feed: ChangeFeed
  #version = 0
  #namespacesAt = { version: -1, namespaces: [] as readonly string[] }

  constructor(options: ToolIndexOptions) {
    const { stored } = options
    this.#options = options
    this.searcher = options.searcher ?? createLexicalSearcher()
    this.#feed = createChangeFeed(options.onListenerError ?? warnOfListener)
    if (stored !== undefined) for (const id of stored.ids()) this.#tree.set(id, new StoredTool(id, stored))
  }

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#tree.size
  }

  #commit({ puts, deletes, changes }: Plan): void {
    if (changes.length === 0) return
    // The searcher first: when it fails, nothing else has changed.
    this.searcher.apply({ upserts: [...puts.values()].map(toSearchDocument), removals: [...deletes] })
    for (const id of deletes) this.#tree.delete(id)
    for (const [id, tool] of puts) this.#tree.set(id, tool)
    this.#publish(changes.map((change) => Object.freeze(change)))
  }

  #publish(changes: readonly ToolChange[]): void {
    this.#version += 1
    this.#feed.publish(Object.freeze({ version: this.#version, changes: Object.freeze(changes) }))
  }

  #offer(read: ReadRegistrations): RegistrationReport {
    const plan = planOffers(this.#tree.get, read.offers)
    this.#commit(plan)
    return toReport(read, { outcomes: plan.outcomes, removed: [], version: this.#version })
  }

  #remove(plan: Plan): readonly string[] {
    this.#commit(plan)
    return [...plan.deletes]
  }

  register = (tool: ToolDefinition, backend: Backend): RegistrationReport => {
    const read = readRegistrations([{ tool, backend }], [])
    const [failure] = read.failures
    if (failure !== undefined) throw failure.error
    return this.#offer(read)
  }

  registerMany = (registrations: readonly Registration[]): RegistrationReport => {
    const read = readRegistrations(registrations, [refuseContradiction()])
    if (read.failures.length > 0) throw new RegistrationFailedError(read.failures, registrations.length)
    return this.#offer(read)
  }

  registerMcp = (
    server: string,
    definitions: readonly unknown[],
    listing: RegisterMcpOptions = {},
  ): RegistrationReport => {
    requireKnownMembers('the options of registerMcp', listing, ['complete', 'tags'])
    const backend = parseBackend({ kind: 'mcp', server })
    const read = readRegistrations(
      definitions.map((tool) => ({ tool, backend })),
      [refuseRepetition(), refuseOthersTools(this.#tree.get, backend)],
      (definition) => parseMcpDefinition(definition, server, listing.tags),
    )
    const offered = planOffers(this.#tree.get, read.offers)
    const gone = planUnlisted(listing.complete === true ? this.#tree.values() : [], backend, read)
    this.#commit(joinPlans(offered, gone))
    const removed = gone.changes.flatMap((change) => (change.type === 'refreshed' ? [] : change.id))
    return toReport(read, { outcomes: offered.outcomes, removed, version: this.#version })
  }

  unregister = (id: string): void => this.#commit(planRemoval([this.getOrThrow(id)]))

  unregisterBackend = (id: string, backend: Backend): void => {
    const key = backendKey(parseBackend(backend))
    const tool = this.getOrThrow(id)
    if (!tool.backends.some((own) => backendKey(own) === key)) throw new BackendNotFoundError(id, backend)
    this.#commit(planBackendRemoval([tool], (own) => backendKey(own) === key))
  }

  unregisterNamespace = (namespace: string): readonly string[] => {
    if (namespace !== '') return this.#remove(planRemoval(this.#tree.withPrefix(`${toIdPart(namespace)}:`)))
    const tools = [...this.#tree.values()].filter(({ summary }) => summary.namespace === undefined)
    return this.#remove(planRemoval(tools))
  }

  unregisterServer = (server: string): readonly string[] =>
    this.#remove(
      planBackendRemoval(this.#tree.values(), (own) => own.kind === 'mcp' && own.server === server),
    )

  takeRecords = (records: readonly CatalogToolChange[]): void => {
    const plan = planRecords(this.#tree.get, records)
    // A searcher that was saved earlier may hold tools that were gone when the index was read.
    if (plan.changes.length === 0 && plan.deletes.size > 0)
      this.searcher.apply({ upserts: [], removals: [...plan.deletes] })
    this.#commit(plan)
  }

  get = (id: string): RegisteredTool | undefined => this.#tree.get(id)

  getOrThrow = (id: string): RegisteredTool => {
    const found = this.#tree.get(id)
    if (found === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
    return found
  }

  resolve = (reference: string, options?: ResolveOptions): RegisteredTool | undefined =>
    resolveTool(this.#tree, reference, options)

  selectBackend = (id: string): Backend =>
    (this.#options.selectBackend ?? selectNearestBackend)(this.getOrThrow(id).backends)

  list = (filter?: ToolFilter): readonly RegisteredTool[] =>
    createSnapshot(this.#tree, this.#version).list(filter)

  page = (paging: PageOptions = {}): Page<RegisteredTool> => pageTools(this.#tree, this.#pager, paging)

  namespaces = (): readonly string[] => {
    if (this.#namespacesAt.version !== this.#version) {
      const { namespaces } = createSnapshot(this.#tree, this.#version)
      this.#namespacesAt = { version: this.#version, namespaces: namespaces() }
    }
    return this.#namespacesAt.namespaces
  }

  namespacesPage = (paging: Omit<PageOptions, 'filter'> = {}): Page<string> =>
    pageNamespaces(this.namespaces(), this.#pager, paging)

  search = (query: SearchQuery, options: SearchOptions = {}): Promise<SearchAnswer> =>
    searchIndex({ searcher: this.searcher, tree: this.#tree, version: this.#version }, query, options)

  searchPage = async (query: SearchQuery, options: SearchPageOptions = {}): Promise<SearchPage> => {
    const { searcher } = this
    if (this.#options.requireDeterministicSearcher === true && searcher.deterministic === false)
      throw new NonDeterministicSearcherError(searcher.name)
    const state = { searcher, tree: this.#tree, version: this.#version }
    return searchIndexPage(state, this.#pager, query, options)
  }

  setNotes = (id: string, notes: string): void =>
    this.#commit(planNotes(this.getOrThrow(id), readNotes(notes) ?? ''))

  refresh = (): number => {
    this.searcher.apply({ upserts: [...this.#tree.values()].map(toSearchDocument), removals: [] })
    this.#publish([{ type: 'refreshed' }])
    return this.#version
  }

  snapshot = (): ToolIndexSnapshot => createSnapshot(this.#tree.copy(), this.#version)

  onChange = (listener: ChangeListener): (() => void) => this.#feed.subscribe(listener)

  changes = (
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncIterableIterator<ChangeEvent> => this.#feed.iterate(options)
}
