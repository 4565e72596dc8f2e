import { type Searcher, ToolNotFoundError } from '@toolscout/model'
import {
  backendKey,
  checkOptions,
  parseBackend,
  quote,
  selectNearestBackend,
} from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createLexicalSearcher } from '@toolscout/search'
import { ChangeFeed, Plan, type ToolChange } from './changes.ts'
import { BackendNotFoundError } from './errors.ts'
import type { SearchedIndex } from './index-search.ts'
import { mcpJob } from './mcp-listing.ts'
import { INDEX_OPTIONS } from './option-kinds.ts'
import { Pager, pageNamespaces, pageTools } from './pages.ts'
import type { ToolTree } from './registered-tools.ts'
import {
  createRegistrationReader,
  manyJob,
  planOffer,
  type ReadRegistrations,
  type RegistrationJob,
  ReportDraft,
  readNotes,
} from './registration.ts'
import { type BeforeCommit, createJobRunner, heldInSlices, setInSlices } from './registration-in-slices.ts'
import type { RegistrationReport, SearchAnswer, ToolIndex, ToolIndexOptions } from './tool-index.ts'
import { createSnapshot, listNamespaces, listTools, resolveTool } from './tool-snapshot.ts'
import { createToolTree } from './tool-tree.ts'

/**
 * Creates an empty {@link ToolIndex}.
 *
 * @throws TypeError for an unknown option.
 */
export function createToolIndex(options: ToolIndexOptions = {}): ToolIndex {
  checkOptions('the options of createToolIndex', options, INDEX_OPTIONS)
  return Object.freeze(new MemoryToolIndex(options))
}

/** Comes with the first search. */
let searching: typeof import('./search-pages.ts') | undefined

/** Members are bound, so that they can be passed on as functions. */
class MemoryToolIndex implements ToolIndex {
  readonly searcher: Searcher
  readonly #options: ToolIndexOptions
  readonly #tree: ToolTree
  readonly #pager = new Pager()
  readonly #feed: ChangeFeed
  #version = 0
  /** Another one after every change; a search that was under way remembers its answer in the old one. */
  #answers = new Map<string, SearchAnswer>()
  #namespacesAt = { version: -1, namespaces: [] as readonly string[] }
  readonly #looks: BeforeCommit[] = []
  /** Ids of tools that change while others are registered in slices. */
  #touched: Set<string> | undefined

  constructor(options: ToolIndexOptions) {
    this.#options = options
    this.searcher = options.searcher ?? createLexicalSearcher()
    this.#feed = new ChangeFeed(options.onListenerError)
    this.#tree = createToolTree(options.stored)
    const run = createJobRunner({
      tree: this.#tree,
      searcher: () => this.searcher,
      version: () => this.#version,
      atOnce: (job, onCommit) => this.#register(job, onCommit),
      carryOut: (plan, onCommit) => this.#carryOut(plan, onCommit),
      looks: this.#looks,
      isUnread: () => options.stored?.isUnread === true,
      publish: ({ changes }) => this.#publishAny(changes),
      watch: (touched) => {
        this.#touched = touched
      },
    })
    setInSlices(this, {
      registerMany: (registrations, how) => run(() => manyJob(registrations), how),
      registerMcp: (server, definitions, { listing = {}, ...how }) =>
        run(() => mcpJob(server, definitions, listing, this.#tree.get), how),
      beforeCommit: (look) => void this.#looks.push(look),
      ...heldInSlices(this.#tree),
    })
  }

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#tree.size
  }

  /** Carries out what `plan` puts into a plan, whole or not at all. */
  #change<Result>(plan: (plan: Plan) => Result, onCommit?: () => void): Result {
    const planned = new Plan(this.#tree.get)
    const result = plan(planned)
    this.#carryOut(planned, onCommit)
    return result
  }

  #carryOut({ puts, deletes, changes }: Plan, onCommit = (): void => {}): void {
    // The searcher first: when it fails, nothing else has changed. Deletes also without a change: one that was saved
    // earlier may hold tools that were gone when the index was read.
    if (puts.size + deletes.size > 0)
      this.searcher.apply({ upserts: [...puts.values()].map(toSearchDocument), removals: [...deletes] })
    for (const id of deletes) this.#tree.set(id, undefined)
    for (const [id, tool] of puts) this.#tree.set(id, tool)
    if (this.#touched !== undefined) for (const id of [...deletes, ...puts.keys()]) this.#touched.add(id)
    onCommit()
    this.#publishAny(changes)
  }

  #publishAny(changes: readonly ToolChange[]): void {
    this.#answers = new Map()
    if (changes.length > 0) this.#publish(changes)
  }

  get #state(): SearchedIndex & { readonly tree: ToolTree } {
    return { searcher: this.searcher, tree: this.#tree, version: this.#version, answers: this.#answers }
  }

  #publish(changes: readonly ToolChange[]): void {
    this.#version += 1
    this.#feed.publish(Object.freeze({ version: this.#version, changes: Object.freeze(changes) }))
  }

  #register({ reader, given, removals, check }: RegistrationJob, onCommit?: () => void): RegistrationReport {
    for (const one of given) reader.read(one)
    check(reader)
    const report = new ReportDraft()
    const removed = this.#change((plan) => {
      for (const offer of reader.offers) report.add(offer, planOffer(plan, offer))
      const unlisted = removals?.()
      if (unlisted !== undefined) for (const [id, facts] of this.#tree.facts()) unlisted.look(id, facts)
      return unlisted?.plan(plan) ?? []
    }, onCommit)
    return report.finish({ failures: reader.failures, removed, version: this.#version })
  }

  #remove(ids: readonly string[]): readonly string[] {
    this.#change((plan) => {
      for (const id of ids) plan.remove(id)
    })
    return ids
  }

  register: ToolIndex['register'] = (tool, backend) => {
    const check = ({ failures: [failure] }: ReadRegistrations): void => {
      if (failure !== undefined) throw failure.error
    }
    return this.#register({ given: [{ tool, backend }], reader: createRegistrationReader([]), check })
  }

  registerMany: ToolIndex['registerMany'] = (registrations) => this.#register(manyJob(registrations))

  registerMcp: ToolIndex['registerMcp'] = (server, definitions, listing = {}) =>
    this.#register(mcpJob(server, definitions, listing, this.#tree.get))

  unregister: ToolIndex['unregister'] = (id) => void this.#remove([this.getOrThrow(id).tool.id])

  unregisterBackend: ToolIndex['unregisterBackend'] = (id, backend) => {
    const key = backendKey(parseBackend(backend))
    const tool = this.getOrThrow(id)
    const found = this.#change((plan) => plan.removeBackends([tool], (own) => backendKey(own) === key))
    if (found.length === 0) throw new BackendNotFoundError(id, backend)
  }

  unregisterNamespace: ToolIndex['unregisterNamespace'] = (namespace) => {
    const tools = listTools(this.#tree, { namespaces: [namespace] })
    return this.#remove(tools.map(({ summary }) => summary.id))
  }

  unregisterServer: ToolIndex['unregisterServer'] = (server) =>
    this.registerMcp(server, [], { complete: true }).removed.filter((id) => this.get(id) === undefined)

  takeRecords: ToolIndex['takeRecords'] = (records) =>
    this.#change((plan) => {
      for (const change of records) {
        if (change.type === 'put') plan.put(change.record)
        else plan.remove(change.id)
      }
    })

  get: ToolIndex['get'] = (id) => this.#tree.get(id)

  getOrThrow: ToolIndex['getOrThrow'] = (id) => {
    const found = this.#tree.get(id)
    if (found === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
    return found
  }

  resolve: ToolIndex['resolve'] = (reference, options) => resolveTool(this.#tree, reference, options)

  selectBackend: ToolIndex['selectBackend'] = (id) =>
    (this.#options.selectBackend ?? selectNearestBackend)(this.getOrThrow(id).backends)

  list: ToolIndex['list'] = (filter) => listTools(this.#tree, filter)

  ids = (): readonly string[] => Object.freeze([...this.#tree.ids()])

  page: ToolIndex['page'] = async (paging = {}) => {
    const filter = { ...paging.filter, namespaces: undefined }
    if (this.#options.stored?.isUnread) await this.#options.stored.readFacts(this.#tree, { filter })
    return pageTools(this.#tree, this.#pager, paging)
  }

  namespaces = (): readonly string[] => {
    if (this.#namespacesAt.version !== this.#version)
      this.#namespacesAt = { version: this.#version, namespaces: listNamespaces(this.#tree) }
    return this.#namespacesAt.namespaces
  }

  namespacesPage: ToolIndex['namespacesPage'] = (paging = {}) =>
    pageNamespaces(this.namespaces(), this.#pager, paging)

  search: ToolIndex['search'] = async (query, options = {}) => {
    searching ??= await import('./search-pages.ts')
    if (this.#options.stored?.isUnread) await this.#options.stored.readFacts(this.#tree, options)
    return searching.searchIndex(this.#state, query, options)
  }

  searchPage: ToolIndex['searchPage'] = async (query, options = {}) => {
    searching ??= await import('./search-pages.ts')
    if (this.#options.stored?.isUnread) await this.#options.stored.readFacts(this.#tree, options)
    return searching.searchIndexPage({ ...this.#options, ...this.#state, pager: this.#pager }, query, options)
  }

  setNotes: ToolIndex['setNotes'] = (id, notes) => {
    const { tool, backends } = this.getOrThrow(id)
    this.#change((plan) => plan.put({ tool, backends, notes: readNotes(notes) ?? '' }))
  }

  refresh = (): number => {
    this.searcher.apply({ upserts: [...this.#tree.values()].map(toSearchDocument), removals: [] })
    this.#answers = new Map()
    this.#publish([{ type: 'refreshed' }])
    return this.#version
  }

  snapshot: ToolIndex['snapshot'] = () => createSnapshot(this.#tree.copy(), this.#version)

  onChange: ToolIndex['onChange'] = (listener) => this.#feed.subscribe(listener)
}
