import { setImmediate } from 'node:timers/promises'
import { createMetaExposure, type Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { Clock, Exposure, TokenCounter, Tool, ToolSummary } from '@toolscout/model'
import { type ToolAnnotations, truncate } from '@toolscout/model/internal'
import type { GroupView, HintView, NewsView, OverviewView, ToolPageView, ToolView } from './api/views.ts'

/** How long definitions are counted before others get their turn, in milliseconds: less than a frame. */
const TURN_MS = 8
/** Longest name or title that is shown in a row, in code points. */
const MAX_ROW_NAME_LENGTH = 200

/** What is shown, to whom, and what an inspector works with. */
export interface Inspected {
  readonly gateway: Gateway
  readonly principal: string
  readonly countTokens: TokenCounter
  readonly clock: Clock
  /** Aborts when the inspector is closed. */
  readonly signal: AbortSignal
  /** Says what pages should read again. */
  readonly notify: (...news: readonly NewsView[]) => void
}

/** Part of a list. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** How much there is. */
export interface CatalogTotals extends Pick<OverviewView, 'version' | 'tools' | 'tokens'> {
  readonly groups: readonly Pick<GroupView, 'key' | 'kind' | 'name' | 'tools' | 'tokens'>[]
}

/** The tools of a gateway that are visible to the principal. */
export class Catalog {
  readonly #inspected: Inspected
  readonly #metaTools: Exposure
  /** Tools never change, so what was counted of one stays true. */
  readonly #tokens = new WeakMap<Tool, number>()
  #counted = 0
  #isCounting = false
  #known: { readonly key: string; readonly totals: CatalogTotals } | undefined

  constructor(inspected: Inspected) {
    this.#inspected = inspected
    this.#metaTools = createMetaExposure(inspected.gateway)
  }

  list(): readonly ListedTool[] {
    const { gateway, principal } = this.#inspected
    return gateway.list({ principal })
  }

  toRow({ summary: tool, suspicion }: Pick<ListedTool, 'summary' | 'suspicion'>): ToolView {
    const { id, name, title, summary, annotations } = tool
    return {
      id,
      name: truncate(name, MAX_ROW_NAME_LENGTH),
      ...(title === undefined ? {} : { title: truncate(title, MAX_ROW_NAME_LENGTH) }),
      summary,
      group: groupOf(tool).key,
      hints: hintsOf(annotations),
      tokens: this.#tokensOf(id),
      ...(suspicion && { level: suspicion.level }),
    }
  }

  /** Part of the tools that fit, by id, or the longest definitions first as far as they are counted. */
  page(
    fits: (tool: ToolSummary) => boolean,
    { offset, limit, isByTokens = false }: Slice & { readonly isByTokens?: boolean },
  ): ToolPageView {
    const wanted = this.list().filter(({ summary }) => fits(summary))
    if (isByTokens) wanted.sort((a, b) => (this.#knownTokens(b.id) ?? 0) - (this.#knownTokens(a.id) ?? 0))
    const tools = wanted.slice(offset, offset + limit).map((tool) => this.toRow(tool))
    return { total: wanted.length, tools }
  }

  /** Tools and tokens of all groups. Linear in the tools, once for each change of them or of what is counted. */
  totals(): CatalogTotals {
    const { version } = this.#inspected.gateway.discovery.index
    const key = `${version} ${this.#counted}`
    if (this.#known?.key === key) return this.#known.totals
    const groups = new Map<string, CatalogTotals['groups'][number]>()
    const listed = this.list()
    let [inline, counted] = [0, 0]
    for (const { id, summary } of listed) {
      const known = this.#knownTokens(id)
      if (known !== undefined) counted += 1
      inline += known ?? 0
      const group = groupOf(summary)
      const { tools, tokens } = groups.get(group.key) ?? { tools: 0, tokens: 0 }
      groups.set(group.key, { ...group, tools: tools + 1, tokens: tokens + (known ?? 0) })
    }
    const tokens = { inline, counted, deferred: this.#deferredTokens() }
    this.#known = { key, totals: { version, tools: listed.length, groups: [...groups.values()], tokens } }
    return this.#known.totals
  }

  /** Counts what is not counted yet, in the background. One that runs already counts that too. */
  async count(): Promise<void> {
    if (this.#isCounting) return
    this.#isCounting = true
    const before = this.#counted
    try {
      await this.#countAll(this.#inspected.signal)
    } finally {
      this.#isCounting = false
    }
    // A listener reads again, which counts again.
    if (this.#counted > before) this.#inspected.notify('catalog')
  }

  async #countAll(signal: AbortSignal): Promise<void> {
    const { index } = this.#inspected.gateway.discovery
    let turn = performance.now()
    let version: number
    do {
      version = index.version
      for (const { id } of this.list()) {
        if (signal.aborted) return
        this.#tokensOf(id)
        if (performance.now() - turn < TURN_MS) continue
        await setImmediate()
        turn = performance.now()
      }
    } while (version !== index.version)
  }

  #knownTokens(id: string): number | undefined {
    const found = this.#inspected.gateway.discovery.index.get(id)
    return found === undefined ? undefined : this.#tokens.get(found.tool)
  }

  #tokensOf(id: string): number {
    const { gateway, countTokens } = this.#inspected
    const tool = gateway.discovery.index.get(id)?.tool
    if (tool === undefined) return 0
    const known = this.#tokens.get(tool)
    if (known !== undefined) return known
    const tokens = countTokens(definitionText(tool, gateway.discovery.resolve(id)?.exportName ?? id))
    this.#tokens.set(tool, tokens)
    this.#counted += 1
    return tokens
  }

  #deferredTokens(): number {
    const { principal, countTokens } = this.#inspected
    const definitions = this.#metaTools.list(principal)
    return definitions.reduce((sum, tool) => sum + countTokens(definitionText(tool, tool.name)), 0)
  }
}

/** What a definition says of itself; defaults of MCP are left out. */
function hintsOf(annotations: ToolAnnotations = {}): readonly HintView[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const said: Readonly<Record<HintView, boolean | undefined>> = {
    readOnly: readOnlyHint,
    // It means something only for a tool that changes anything.
    destructive: destructiveHint === true && readOnlyHint !== true,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  }
  return (['readOnly', 'destructive', 'idempotent', 'openWorld'] as const).filter(
    (hint) => said[hint] === true,
  )
}

/** Where a tool comes from: a server, a namespace of functions of this process, or a provider. */
export function groupOf({
  backends,
  namespace = '',
}: Pick<ToolSummary, 'backends' | 'namespace'>): Pick<GroupView, 'key' | 'kind' | 'name'> {
  const [backend] = backends
  // Functions go before servers, as with calls.
  if (backend === undefined || backends.some(({ kind }) => kind === 'local'))
    return toGroup('local', namespace)
  if (backend.kind === 'mcp') return toGroup('server', backend.server)
  return backend.kind === 'provider' ? toGroup('provider', backend.providerId) : toGroup('local', namespace)
}

/** The group of a name. */
export function toGroup(kind: GroupView['kind'], name: string): Pick<GroupView, 'key' | 'kind' | 'name'> {
  return { key: `${kind}:${name}`, kind, name }
}

/** A definition as model providers take it, in one line of JSON. */
export function definitionText(
  { description, inputSchema }: Pick<Tool, 'description' | 'inputSchema'>,
  exportName: string,
): string {
  return JSON.stringify({ name: exportName, description, inputSchema })
}
