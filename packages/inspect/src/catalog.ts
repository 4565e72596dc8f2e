import { setImmediate } from 'node:timers/promises'
import { createMetaExposure, type Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { TokenCounter, Tool, ToolSummary } from '@toolscout/model'
import { type ToolAnnotations, truncate } from '@toolscout/model/internal'
import type { GroupView, HintView, OverviewView, ToolPageView, ToolView } from './api/views.ts'

/** How long definitions are counted before others get their turn, in milliseconds: less than a frame. */
const TURN_MS = 8
/** Longest name or title that is shown in a row, in code points. */
const MAX_ROW_NAME_LENGTH = 200

/** What of a list is asked for. */
export interface ToolPageRequest {
  /** Key of a group; absent for all tools. */
  readonly group?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** The tools that are visible to the principal. */
export interface Catalog {
  readonly list: () => readonly ListedTool[]
  readonly toRow: (summary: ToolSummary) => ToolView
  readonly page: (request: ToolPageRequest) => ToolPageView
  /** Tools and tokens of all groups. Linear in the tools, once for each change of them or of what is counted. */
  readonly totals: () => CatalogTotals
  /** Counts what is not counted yet, in the background. One that runs already counts that too. */
  readonly count: () => void
}

/** How much there is. */
export interface CatalogTotals {
  readonly version: number
  readonly tools: number
  readonly groups: readonly Pick<GroupView, 'key' | 'kind' | 'name' | 'tools' | 'tokens'>[]
  readonly tokens: OverviewView['tokens']
}

/** What a catalog is made of. */
export interface CatalogDeps {
  readonly gateway: Gateway
  readonly principal: string
  readonly countTokens: TokenCounter
  readonly signal: AbortSignal
  /** More definitions are counted. */
  readonly onCounted: () => void
}

/** Reads the tools of a gateway. */
export function createCatalog({ gateway, principal, countTokens, signal, onCounted }: CatalogDeps): Catalog {
  const { discovery } = gateway
  const counts = createTokenCounts(countTokens)
  const exposure = createMetaExposure(gateway)
  let isCounting = false
  let known: { readonly key: string; readonly totals: CatalogTotals } | undefined

  const list = (): readonly ListedTool[] => gateway.list({ principal })
  const tokensOf = (id: string): number => {
    const found = discovery.index.get(id)
    return found === undefined ? 0 : counts.of(found.tool, discovery.resolve(id)?.exportName ?? id)
  }
  const toRow = (summary: ToolSummary): ToolView => ({
    id: summary.id,
    name: truncate(summary.name, MAX_ROW_NAME_LENGTH),
    ...(summary.title === undefined ? {} : { title: truncate(summary.title, MAX_ROW_NAME_LENGTH) }),
    summary: summary.summary,
    group: groupOf(summary).key,
    hints: hintsOf(summary.annotations),
    tokens: tokensOf(summary.id),
  })
  const countAll = async (): Promise<void> => {
    let turn = performance.now()
    let version: number
    let isMore = false
    do {
      version = discovery.index.version
      for (const { id } of list()) {
        if (signal.aborted) return
        if (knownTokens(id) === undefined) {
          tokensOf(id)
          isMore = true
        }
        if (performance.now() - turn < TURN_MS) continue
        await setImmediate()
        turn = performance.now()
      }
    } while (version !== discovery.index.version)
    // A listener reads again, which counts again.
    if (isMore) onCounted()
  }
  const knownTokens = (id: string): number | undefined => {
    const found = discovery.index.get(id)
    return found === undefined ? undefined : counts.known(found.tool)
  }
  const deferredTokens = (): number =>
    exposure
      .list(principal)
      .reduce(
        (sum, { name, description, inputSchema }) =>
          sum + countTokens(JSON.stringify({ name, description, inputSchema })),
        0,
      )
  const totals = (): CatalogTotals => {
    const { version } = discovery.index
    const key = `${version} ${counts.size()}`
    if (known?.key === key) return known.totals
    const groups = new Map<string, CatalogTotals['groups'][number]>()
    const listed = list()
    let [inline, counted] = [0, 0]
    for (const { id, summary } of listed) {
      const tokens = knownTokens(id)
      if (tokens !== undefined) counted += 1
      inline += tokens ?? 0
      const group = groupOf(summary)
      const before = groups.get(group.key) ?? { ...group, tools: 0, tokens: 0 }
      groups.set(group.key, { ...before, tools: before.tools + 1, tokens: before.tokens + (tokens ?? 0) })
    }
    const tokens = { inline, counted, deferred: deferredTokens() }
    known = { key, totals: { version, tools: listed.length, groups: [...groups.values()], tokens } }
    return known.totals
  }

  return {
    list,
    toRow,
    page: ({ group, offset, limit }) => {
      const { version } = discovery.index
      const all = list()
      const wanted = group === undefined ? all : all.filter(({ summary }) => groupOf(summary).key === group)
      const tools = wanted.slice(offset, offset + limit).map(({ summary }) => toRow(summary))
      return { version, total: wanted.length, offset, tools }
    },
    totals,
    count: () => {
      if (isCounting) return
      isCounting = true
      void countAll().finally(() => {
        isCounting = false
      })
    },
  }
}

/** What a definition says of itself; defaults of MCP are left out. */
function hintsOf(annotations: ToolAnnotations | undefined): readonly HintView[] {
  if (annotations === undefined) return []
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const data: readonly (readonly [HintView, boolean | undefined])[] = [
    ['readOnly', readOnlyHint],
    // It means something only for a tool that changes anything.
    ['destructive', destructiveHint === true && readOnlyHint !== true],
    ['idempotent', idempotentHint],
    ['openWorld', openWorldHint],
  ]
  return data.flatMap(([hint, holds]) => (holds === true ? [hint] : []))
}

/** Where a tool comes from: a server, a namespace of functions of this process, or a provider. */
export function groupOf({
  backends,
  namespace = '',
}: Pick<ToolSummary, 'backends' | 'namespace'>): Pick<GroupView, 'key' | 'kind' | 'name'> {
  // Functions go before servers, as with calls.
  if (backends.some(({ kind }) => kind === 'local')) return localGroup(namespace)
  const [backend] = backends
  if (backend?.kind === 'mcp') return serverGroup(backend.server)
  if (backend?.kind !== 'provider') return localGroup(namespace)
  const name = backend.providerId
  return { key: `provider:${name}`, kind: 'provider', name }
}

/** The group of a server. */
export function serverGroup(name: string): Pick<GroupView, 'key' | 'kind' | 'name'> {
  return { key: `server:${name}`, kind: 'server', name }
}

function localGroup(name: string): Pick<GroupView, 'key' | 'kind' | 'name'> {
  return { key: `local:${name}`, kind: 'local', name }
}

/** Counts tokens of definitions, each once. */
export interface TokenCounts {
  readonly of: (tool: Tool, exportName: string) => number
  /** How many were counted. */
  readonly size: () => number
  /** What is known already. */
  readonly known: (tool: Tool) => number | undefined
}

/** A definition as model providers take it, in one line of JSON. */
export function definitionText({ description, inputSchema }: Tool, exportName: string): string {
  return JSON.stringify({ name: exportName, description, inputSchema })
}

/** Tools never change, so that what was counted of one stays true. */
function createTokenCounts(countTokens: TokenCounter): TokenCounts {
  const counted = new WeakMap<Tool, number>()
  let size = 0
  return {
    size: () => size,
    known: (tool) => counted.get(tool),
    of: (tool, exportName) => {
      const known = counted.get(tool)
      if (known !== undefined) return known
      const tokens = countTokens(definitionText(tool, exportName))
      counted.set(tool, tokens)
      size += 1
      return tokens
    },
  }
}
