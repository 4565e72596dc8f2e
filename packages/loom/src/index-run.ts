import type { Gateway } from '@toolscout/gateway'
import { type Clock, compareIds } from '@toolscout/model'
import {
  type IndexedSource,
  type Indexer,
  type IndexProblem,
  SOURCE_KINDS,
  type SourceKind,
} from './indexer.ts'
import { createKeptSources, keyOf, type SourceRecord } from './kept-sources.ts'
import type { IndexOptions, IndexReport, ToolSourceInfo } from './loom.ts'
import { toProblem } from './problems.ts'
import { kindOfTool } from './tool-ids.ts'

/** What indexing takes. */
export interface IndexRunParts {
  readonly gateway: Gateway
  readonly indexers: readonly Indexer[]
  readonly customNamespaces: ReadonlySet<string>
  readonly clock: Clock
}

/** Runs indexers, and remembers what their sources came to. */
export interface IndexRun {
  readonly index: (options: IndexOptions) => Promise<IndexReport>
  readonly sources: () => readonly ToolSourceInfo[]
  /** Resolves when what was kept of sources is known. Rejects as the store does. */
  readonly restored: () => Promise<void>
}

/** Creates a run that knows of nothing but what was kept. */
export function createIndexRun({ gateway, indexers, customNamespaces, clock }: IndexRunParts): IndexRun {
  const records = new Map<string, SourceRecord>()
  const kept = createKeptSources(gateway)
  const restored = kept.load().then((found) => {
    for (const record of found) records.set(keyOf(record.kind, record.source.name), record)
  })
  restored.catch(() => undefined)
  /** Keeps what is known of all sources; gives the problem that it could not be. */
  const keep = async (): Promise<readonly IndexProblem[]> => {
    try {
      const names = new Set(gateway.servers().map(({ name }) => name))
      await kept.save(
        [...records.values()].filter(({ kind, source }) => kind !== 'mcp' || names.has(source.name)),
      )
      return []
    } catch (error) {
      return [toProblem(error)]
    }
  }
  const countKinds = (): IndexReport['counts'] => {
    const counts = { builtin: 0, mcp: 0, custom: 0 }
    for (const { summary } of gateway.discovery.index.list())
      counts[kindOfTool(summary, customNamespaces)] += 1
    return Object.freeze(counts)
  }

  const runIndexer = async (
    indexer: Indexer,
    { names, signal }: IndexOptions,
  ): Promise<{ readonly kind: SourceKind; readonly sources: readonly IndexedSource[] }> => {
    const { kind } = indexer
    try {
      return { kind, sources: await indexer.index(gateway, { names, customNamespaces, signal }) }
    } catch (error) {
      signal?.throwIfAborted()
      return { kind, sources: [brokenSource(kind, error)] }
    }
  }

  return {
    index: async (options) => {
      const start = clock.now()
      await restored.catch(() => undefined)
      const wanted = indexers.filter(({ kind }) => options.kinds?.includes(kind) !== false)
      const outcomes = await Promise.all(wanted.map((indexer) => runIndexer(indexer, options)))
      const indexed = outcomes.flatMap(({ kind, sources }) => sources.map((source) => ({ kind, source })))
      for (const { kind, source } of indexed) {
        const key = keyOf(kind, source.name)
        const lastIndexedAt =
          source.complete && source.available ? clock.now() : records.get(key)?.lastIndexedAt
        records.set(key, { kind, source, lastIndexedAt })
      }
      const unkept = await keep()
      const counts = countKinds()
      const sum = (count: (source: IndexedSource) => number): number =>
        indexed.reduce((total, { source }) => total + count(source), 0)
      return Object.freeze({
        counts,
        total: counts.builtin + counts.mcp + counts.custom,
        changed: sum(({ changed }) => changed.length),
        removed: sum(({ removed }) => removed.length),
        durationMs: clock.now() - start,
        errors: Object.freeze(
          indexed.flatMap(({ kind, source }) =>
            [...source.problems, ...unkept].map((problem) =>
              Object.freeze({ ...problem, source: source.name, kind }),
            ),
          ),
        ),
      })
    },
    restored: () => restored,
    sources: () => {
      const servers = new Map(gateway.servers().map((status) => [status.name, status]))
      const infos = [...records.values()].flatMap(
        ({ kind, source, lastIndexedAt }): readonly ToolSourceInfo[] => {
          const server = kind === 'mcp' ? servers.get(source.name) : undefined
          if (kind === 'mcp' && server === undefined) return []
          return [toInfo(kind, { ...source, tools: server?.tools ?? source.tools }, lastIndexedAt)]
        },
      )
      for (const { name, where, tools } of servers.values()) {
        if (records.has(keyOf('mcp', name))) continue
        const description = `MCP server at ${where}.`
        infos.push(
          Object.freeze({
            ...{ name, kind: 'mcp' as const, description, tools, available: false, complete: false },
            ...{ status: 'Not indexed yet.', problems: Object.freeze([]) },
          }),
        )
      }
      const rank = ({ kind }: ToolSourceInfo): number => SOURCE_KINDS.indexOf(kind)
      return Object.freeze(infos.sort((a, b) => rank(a) - rank(b) || compareIds(a.name, b.name)))
    },
  }
}

function toInfo(
  kind: SourceKind,
  { name, description, tools, available, complete, problems }: IndexedSource,
  lastIndexedAt: number | undefined,
): ToolSourceInfo {
  return Object.freeze({
    name,
    kind,
    description,
    tools,
    ...(lastIndexedAt === undefined ? {} : { lastIndexedAt }),
    available,
    complete,
    status: statusOf({ available, complete, problems }),
    problems,
  })
}

function statusOf({
  available,
  complete,
  problems,
}: Pick<IndexedSource, 'available' | 'complete' | 'problems'>): string {
  const [first] = problems
  if (!available && first === undefined) return 'Switched off.'
  if (!available) return `Out of reach, its tools are those it had: ${first?.message}`
  if (!complete) return `Indexed in part, what is missing stays as it was: ${first?.message}`
  return first === undefined ? 'Indexed.' : `Indexed, but for ${problems.length}: ${first.message}`
}

function brokenSource(kind: SourceKind, error: unknown): IndexedSource {
  return Object.freeze({
    name: kind,
    description: `Indexer of the kind ${kind}.`,
    complete: false,
    available: false,
    tools: 0,
    changed: Object.freeze([]),
    removed: Object.freeze([]),
    problems: Object.freeze([toProblem(error)]),
  })
}
