import type { Gateway } from '@toolscout/gateway'
import { type Clock, compareIds } from '@toolscout/model'
import { quote, raceSignal } from '@toolscout/model/internal'
import { z } from 'zod'
import {
  type IndexedSource,
  type Indexer,
  type IndexProblem,
  SOURCE_KINDS,
  type SourceKind,
} from './indexer.ts'
import type { IndexOptions, IndexReport, ToolSourceInfo } from './loom.ts'
import { brokenSource, toProblem } from './problems.ts'
import type { ToolFacts } from './tool-facts.ts'
import { sourceNameOf } from './tool-ids.ts'

/** What indexing takes. */
export interface IndexRunDeps {
  readonly gateway: Gateway
  readonly indexers: readonly Indexer[]
  readonly facts: ToolFacts
  readonly clock: Clock
  /** Whether somebody can be asked for approval. */
  readonly canAsk: boolean
}

/** The kind of item that sources are, where a catalog is durable. */
const ITEM = 'loomSource'
const RECORD = z.object({
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  description: z.string(),
  complete: z.boolean(),
  available: z.boolean(),
  tools: z.number(),
  problems: z.array(z.object({ subject: z.string().exactOptional(), code: z.string(), message: z.string() })),
  lastIndexedAt: z.number().exactOptional(),
})
/** What is remembered of a source. */
type SourceRecord = z.output<typeof RECORD>

/** Runs indexers, and remembers what their sources came to. It begins with what was kept. */
export class IndexRun {
  readonly #deps: IndexRunDeps
  readonly #records = new Map<string, SourceRecord>()
  readonly #restored: Promise<void>
  /** When tools were registered or changed after their source was indexed. */
  readonly #times = new Map<string, number>()
  #shared: Promise<IndexReport> | undefined

  constructor(deps: IndexRunDeps) {
    this.#deps = deps
    this.#restored = this.#restore()
    this.#restored.catch(() => undefined)
    deps.gateway.discovery.onChange(({ changes }) => {
      for (const change of changes) {
        if (change.type === 'removed') this.#times.delete(change.id)
        // Before anything is indexed there is no time that it could contradict.
        else if ('id' in change && this.#records.size > 0) this.noteIndexed(change.id)
      }
    })
  }

  noteIndexed(id: string): void {
    this.#times.set(id, this.#deps.clock.now())
  }

  /** When a tool of a source was indexed: with all of it, or alone since then. */
  indexedAt(id: string, kind: SourceKind, name: string): number | undefined {
    return this.#times.get(id) ?? this.#records.get(keyOf({ kind, name }))?.lastIndexedAt
  }

  /** Resolves when what was kept of sources is known. Rejects as the store does. */
  restored(): Promise<void> {
    return this.#restored
  }

  /** Runs of everything are shared while one is under way. */
  async index(options: IndexOptions): Promise<IndexReport> {
    const { signal, kinds, names } = options
    signal?.throwIfAborted()
    if (kinds !== undefined || names !== undefined) return this.#run(options)
    this.#shared ??= this.#run({}).finally(() => {
      this.#shared = undefined
    })
    return signal === undefined ? this.#shared : raceSignal(this.#shared, signal)
  }

  sources(): readonly ToolSourceInfo[] {
    const servers = new Map(this.#deps.gateway.servers().map((status) => [status.name, status]))
    const infos = [...this.#records.values()].flatMap((record): readonly ToolSourceInfo[] => {
      if (record.kind !== 'mcp') return [toInfo(record)]
      const server = servers.get(record.name)
      return server === undefined ? [] : [toInfo({ ...record, tools: server.tools })]
    })
    for (const { name, where, tools } of servers.values()) {
      if (this.#records.has(keyOf({ kind: 'mcp', name }))) continue
      const unknown = { tools, available: false, complete: false, problems: [] }
      const description = `MCP server at ${where}.`
      infos.push(Object.freeze({ name, kind: 'mcp', description, ...unknown, status: 'Not indexed yet.' }))
    }
    const rank = ({ kind }: ToolSourceInfo): number => SOURCE_KINDS.indexOf(kind)
    return Object.freeze(infos.sort((a, b) => rank(a) - rank(b) || compareIds(a.name, b.name)))
  }

  async #run(options: IndexOptions): Promise<IndexReport> {
    const { indexers, clock } = this.#deps
    const start = clock.now()
    await this.#restored.catch(() => undefined)
    const wanted = indexers.filter(({ kind }) => options.kinds?.includes(kind) !== false)
    const indexed = (await Promise.all(wanted.map((indexer) => this.#runIndexer(indexer, options)))).flat()
    for (const { kind, source } of indexed) this.#remember(kind, source)
    this.#forgetTimes(start)
    const unkept = await this.#keep()
    const counts = this.#countKinds()
    const errors = indexed.flatMap(({ kind, source }) =>
      [...source.problems, ...unkept].map((problem) =>
        Object.freeze({ ...problem, source: source.name, kind }),
      ),
    )
    return Object.freeze({
      counts,
      total: counts.builtin + counts.mcp + counts.custom,
      changed: indexed.flatMap(({ source }) => source.changed).length,
      removed: indexed.flatMap(({ source }) => source.removed).length,
      durationMs: clock.now() - start,
      errors: Object.freeze(errors),
      warnings: Object.freeze([
        ...indexed.flatMap(({ source }) => source.warnings ?? []),
        ...(await this.#warnOfTrust()),
      ]),
    })
  }

  async #runIndexer(
    indexer: Indexer,
    { names, signal }: IndexOptions,
  ): Promise<readonly { readonly kind: SourceKind; readonly source: IndexedSource }[]> {
    const { gateway, facts } = this.#deps
    const { kind } = indexer
    try {
      const { customNamespaces } = facts
      const sources = await indexer.index(gateway, { names, customNamespaces, signal })
      return sources.map((source) => ({ kind, source }))
    } catch (error) {
      signal?.throwIfAborted()
      const source = brokenSource(
        { name: kind, description: `Indexer of the kind ${kind}.`, tools: 0 },
        error,
      )
      return [{ kind, source }]
    }
  }

  #remember(kind: SourceKind, { changed: _, removed: __, warnings: ___, ...source }: IndexedSource): void {
    const key = keyOf({ kind, name: source.name })
    const isWhole = source.complete && source.available
    const lastIndexedAt = isWhole ? this.#deps.clock.now() : this.#records.get(key)?.lastIndexedAt
    const problems = source.problems.map((problem) => ({ ...problem }))
    this.#records.set(key, {
      ...source,
      kind,
      problems,
      ...(lastIndexedAt !== undefined && { lastIndexedAt }),
    })
  }

  /** One sentence about the servers whose tools cannot run, which are not trusted, and which nothing can approve. */
  async #warnOfTrust(): Promise<readonly string[]> {
    const { gateway, facts, canAsk } = this.#deps
    if (canAsk) return []
    const names: string[] = []
    for (const { name, tools } of gateway.servers()) {
      if (tools === 0) continue
      const { items } = await gateway.discovery.index.page({ filter: { servers: [name] }, limit: 1 })
      const listed = items[0] && gateway.resolve(items[0].tool.id)
      if (listed?.trusted === false && facts.requiresApproval(listed)) names.push(quote(name))
    }
    if (names.length === 0) return []
    const { subject, verb } =
      names.length === 1 ? { subject: 'The server', verb: 'is' } : { subject: 'The servers', verb: 'are' }
    return [
      `${subject} ${names.join(', ')} ${verb} not trusted, so no tool there runs: write \`trusted: true\` beside \`command\` or \`url\` of a server you trust, or give createLoom \`approve\`.`,
    ]
  }

  /** What was indexed with all of its source needs no time of its own. */
  #forgetTimes(start: number): void {
    const { gateway, facts } = this.#deps
    for (const id of this.#times.keys()) {
      const summary = gateway.discovery.index.get(id)?.summary
      const kind = summary && facts.kindOf(summary)
      const record = kind && this.#records.get(keyOf({ kind, name: sourceNameOf(summary, kind) }))
      if ((record?.lastIndexedAt ?? -1) >= start) this.#times.delete(id)
    }
  }

  #countKinds(): IndexReport['counts'] {
    const counts = { builtin: 0, mcp: 0, custom: 0 }
    const { gateway, facts } = this.#deps
    for (const { summary } of gateway.discovery.index.list()) counts[facts.kindOf(summary)] += 1
    return Object.freeze(counts)
  }

  async #restore(): Promise<void> {
    const items = (await this.#deps.gateway.discovery.catalog?.items(ITEM)) ?? []
    for (const { value } of items) {
      const { success, data } = RECORD.safeParse(value)
      // What another version has written is known again when it is indexed.
      if (success) this.#records.set(keyOf(data), data)
    }
  }

  /** Keeps what is known of all sources beside the tools; gives the problem that it could not be. */
  async #keep(): Promise<readonly IndexProblem[]> {
    const { catalog } = this.#deps.gateway.discovery
    if (catalog === undefined) return []
    try {
      const servers = new Set(this.#deps.gateway.servers().map(({ name }) => name))
      const current = [...this.#records].filter(([, { kind, name }]) => kind !== 'mcp' || servers.has(name))
      const kept = new Set(current.map(([key]) => key))
      const before = await catalog.items(ITEM)
      const gone = before.filter(({ key }) => !kept.has(key)).map(({ key }) => ({ kind: ITEM, key }))
      await catalog.setItems([...gone, ...current.map(([key, value]) => ({ kind: ITEM, key, value }))])
      return []
    } catch (error) {
      return [toProblem(error)]
    }
  }
}

/** Names a source among those of all kinds. */
function keyOf({ kind, name }: Pick<SourceRecord, 'kind' | 'name'>): string {
  return JSON.stringify([kind, name])
}

function toInfo(record: SourceRecord): ToolSourceInfo {
  return Object.freeze({ ...record, status: statusOf(record) })
}

function statusOf({ available, complete, problems }: SourceRecord): string {
  const [first] = problems
  if (!available && first === undefined) return 'Switched off.'
  if (!available) return `Out of reach, its tools are those it had: ${first?.message}`
  if (!complete) return `Indexed in part, what is missing stays as it was: ${first?.message}`
  return first === undefined ? 'Indexed.' : `Indexed, but for ${problems.length}: ${first.message}`
}
