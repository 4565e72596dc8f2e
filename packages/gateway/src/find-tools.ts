import type { Discovery } from '@toolscout/discovery'
import {
  facadeDeps,
  type ListedTool,
  type PageOptions,
  type ToolPage,
  type ToolReadiness,
  type ToolReference,
  toolNotFound,
} from '@toolscout/discovery/internal'
import type { RegisteredTool } from '@toolscout/index'
import { matchesPattern } from '@toolscout/mcp/internal'
import { type Backend, type ToolNotFoundError, type ToolSummary, ToolscoutError } from '@toolscout/model'
import { MAX_REFUSED } from '@toolscout/model/internal'
import type { GatewayPolicy } from './gateway-options.ts'
import type { ToolGuard } from './guarding/tool-guard.ts'
import { hintOf, READY, readinessOf } from './server-status.ts'
import { ServerUnavailableError } from './servers/server-errors.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'
import { unlistedServer, type Visibility } from './visibility.ts'

/**
 * Makes a policy safe to ask: one that throws hides the tool, because it did not allow the tool. What the guard
 * quarantines is hidden from every principal.
 */
export function createVisibility(
  policy: GatewayPolicy | undefined,
  guard: Pick<ToolGuard, 'isEnforced' | 'holds' | 'revision'>,
): Visibility {
  const permits = (tool: ToolSummary, principal: string): boolean => {
    try {
      return policy === undefined || policy(tool, { principal }) === true
    } catch {
      return false
    }
  }
  const allows = (tool: ToolSummary, principal: string): boolean =>
    !guard.holds(tool) && permits(tool, principal)
  // Searchers remember answers by the key.
  const keyOf = (principal: string): string =>
    guard.isEnforced ? JSON.stringify([principal, guard.revision]) : principal
  return {
    mayChange: policy !== undefined,
    allows,
    permits,
    of: (principal) =>
      policy === undefined && !guard.isEnforced
        ? undefined
        : { key: keyOf(principal), allows: (tool) => allows(tool, principal) },
  }
}

/** Finds tools for a caller: the one place where it is decided what exists for him. */
export class ToolFinder {
  readonly #discovery: Discovery
  readonly #servers: Servers
  readonly #visibility: Visibility
  readonly #guard: Pick<ToolGuard, 'shown' | 'suspicionOf'>
  /** What existed for a principal when its version was last asked for, and how often that was something else. */
  #last: { readonly principal: string; readonly visible: readonly RegisteredTool[] } | undefined
  #changes = 0

  constructor(
    discovery: Discovery,
    servers: Servers,
    {
      visibility,
      guard,
    }: { readonly visibility: Visibility; readonly guard: Pick<ToolGuard, 'shown' | 'suspicionOf'> },
  ) {
    this.#discovery = discovery
    this.#guard = guard
    this.#servers = servers
    this.#visibility = visibility
  }

  find(reference: ToolReference, principal: string): RegisteredTool | undefined {
    const found = facadeDeps(this.#discovery).find(reference)
    return found !== undefined && this.#visibility.allows(found.summary, principal) ? found : undefined
  }

  /** As `find`, and the only tool of a bare name that exists for him. One that is held lends its name to no other. */
  resolve(reference: ToolReference, principal: string): RegisteredTool | undefined {
    const found = this.find(reference, principal)
    if (found !== undefined) return found
    const named = facadeDeps(this.#discovery).named(textOf(reference))
    if (named.length > MAX_NAMESAKES) return undefined
    const [only, ...others] = named.filter(({ summary }) => this.#visibility.permits(summary, principal))
    return only && others.length === 0 ? this.find(only.summary.id, principal) : undefined
  }

  /** The same as a model may be shown it. */
  shown(reference: ToolReference, principal: string): RegisteredTool | undefined {
    const found = this.find(reference, principal)
    return found && this.#guard.shown(found)
  }

  /** As `shown`, of what `resolve` finds. */
  get(reference: ToolReference, principal: string): RegisteredTool | undefined {
    const found = this.resolve(reference, principal)
    return found && this.#guard.shown(found)
  }

  /** All that exist for him, in ascending order of id. */
  list(principal: string): readonly ListedTool[] {
    return Object.freeze(this.#visible(principal).map((tool) => this.toListed(tool)))
  }

  /** The first of them behind an id; a policy is asked until there are enough, or it refused many. */
  page(principal: string, { limit, after = '' }: PageOptions): ToolPage {
    const tools: ListedTool[] = []
    let [next, refused] = [after, 0]
    const { index } = this.#discovery
    for (const id of index.ids()) {
      if (id <= after) continue
      if (tools.length === limit || refused === MAX_REFUSED) return { tools, next }
      const found = index.getOrThrow(id)
      next = id
      if (this.#visibility.allows(found.summary, principal)) tools.push(this.toListed(found))
      else refused += 1
    }
    return { tools }
  }

  /** What of a version is neither the index nor the guard; a policy is asked in the order of ids until it refused many. */
  version(principal: string | undefined): string {
    if (principal === undefined || !this.#visibility.mayChange) return `${this.#servers.created}`
    const visible = this.#visible(principal, MAX_REFUSED)
    const { principal: before, visible: known = [] } = this.#last ?? {}
    const isSame =
      before === principal && known.length === visible.length && visible.every((tool, i) => tool === known[i])
    if (!isSame) {
      this.#last = { principal, visible }
      this.#changes += 1
    }
    return `${this.#servers.created}.${this.#changes}`
  }

  /** How many exist for him; where a policy decides, how many of the first tools. */
  count(principal: string): number {
    const { index } = this.#discovery
    if (this.#visibility.of(principal) === undefined) return index.size
    const asked = this.#visibility.mayChange ? index.list().slice(0, MAX_COUNTED) : index.list()
    return asked.filter(({ summary }) => this.#visibility.allows(summary, principal)).length
  }

  toListed(found: RegisteredTool): ListedTool {
    const { summary } = this.#guard.shown(found)
    const suspicion = this.#guard.suspicionOf(found)
    const entries = this.#entriesOf(summary)
    const patterns = entries[0]?.settings.alwaysVisible
    return Object.freeze({
      id: summary.id,
      exportName: facadeDeps(this.#discovery).exportNames().nameOf(summary.id) ?? summary.name,
      summary,
      readiness: this.readinessOf(summary),
      trusted: this.isTrusted(summary),
      alwaysVisible: patterns?.some((pattern) => matchesPattern(pattern, summary.name)) === true,
      ...(suspicion && { suspicion }),
    })
  }

  /** Of several servers, that of the first which is ready, else of the first. */
  readinessOf(summary: ToolSummary): ToolReadiness {
    const hint = facadeDeps(this.#discovery).refused.get(summary.id)
    if (hint !== undefined) return { state: 'unavailable', hint }
    const each = this.#entriesOf(summary).map(({ server }) => readinessOf(server.status()))
    return each.find(({ state }) => state === 'ready') ?? each[0] ?? READY
  }

  /** Whether a call goes to functions of this process or to trusted servers alone. */
  isTrusted(summary: ToolSummary): boolean {
    return serversOf(summary).every((name) => this.#servers.get(name)?.settings.trusted === true)
  }

  /**
   * The answer to an unknown reference: the same whether the tool is hidden or missing. Where it names a server that never
   * listed its tools, or comes near to nothing and there is one such server alone, why that did not.
   */
  async notFound(
    reference: ToolReference,
    principal: string,
    signal?: AbortSignal,
  ): Promise<ToolNotFoundError | ServerUnavailableError> {
    const text = textOf(reference)
    const seen = { discovery: this.#discovery, visibility: this.#visibility, principal }
    const unlisted = unlistedServer(text, this.#servers.statuses(), seen)
    if (unlisted?.isNamed !== true) {
      const missing = await this.#missing(text, principal, signal)
      if (unlisted === undefined || missing.details.suggestions.length > 0) return missing
    }
    const { name, state } = unlisted.server
    return new ServerUnavailableError({ server: name, state, failure: 'busy' }, hintOf(unlisted.server))
  }

  #missing(text: string, principal: string, signal: AbortSignal | undefined): Promise<ToolNotFoundError> {
    const visibility = this.#visibility.of(principal)
    const { index } = this.#discovery
    return toolNotFound(text, index.ids(), {
      ...(visibility && { allows: (id) => this.find(id, principal) !== undefined }),
      search: async (query, limit) => {
        try {
          return await this.#discovery.search(query, { limit, filter: { visibility }, signal })
        } catch (error) {
          if (error instanceof ToolscoutError && signal?.aborted !== true) return undefined
          throw error
        }
      },
    })
  }

  /** Those that exist for him, up to the one after which too many were refused. */
  #visible(principal: string, maxRefused: number = Number.POSITIVE_INFINITY): readonly RegisteredTool[] {
    let refused = 0
    return this.#discovery.index.list().filter(({ summary }) => {
      if (refused >= maxRefused) return false
      const isVisible = this.#visibility.allows(summary, principal)
      if (!isVisible) refused += 1
      return isVisible
    })
  }

  #entriesOf(summary: ToolSummary): readonly ServerEntry[] {
    return serversOf(summary).flatMap((name) => this.#servers.get(name) ?? [])
  }
}

/** Tools that a policy is asked about to count those it allows. */
const MAX_COUNTED = 8_192
/** Tools of one name that a policy is asked about. */
const MAX_NAMESAKES = 64

function textOf(reference: ToolReference): string {
  return typeof reference === 'string' ? reference : reference.id
}

/** The servers a call of the tool goes to, in their order; none for a local function, which goes before servers. */
export function serversOf({ backends }: Pick<ToolSummary, 'backends'>): readonly string[] {
  const servers: string[] = []
  // Lists of backends are frozen, and over those the engine walks faster by number.
  for (let i = 0; i < backends.length; i += 1) {
    const backend = backends[i] as Backend
    if (backend.kind === 'local') return NO_SERVERS
    if (backend.kind === 'mcp') servers.push(backend.server)
  }
  return servers
}

const NO_SERVERS: readonly string[] = Object.freeze([])
