import type { Discovery } from '@toolscout/discovery'
import { facadeDeps, type ToolReference } from '@toolscout/discovery/internal'
import type { RegisteredTool } from '@toolscout/index'
import { matchesPattern } from '@toolscout/mcp/internal'
import { type Backend, ToolNotFoundError, type ToolSummary, ToolscoutError } from '@toolscout/model'
import { nearestIds, quote, takeCodePoints } from '@toolscout/model/internal'
import type { ListedTool } from './gateway.ts'
import type { ToolReadiness } from './server-status.ts'
import { READY, readinessOf } from './servers/server-hints.ts'
import type { ServerEntry, Servers } from './servers/servers.ts'
import type { Visibility } from './visibility.ts'

/** How many tools are suggested in the place of one that does not exist. */
const MAX_SUGGESTIONS = 3
/** How much of a reference is searched for, in code points. */
const MAX_SUGGESTED_LENGTH = 256

/** Finds tools for a caller: the one place where it is decided what exists for him. */
export interface ToolFinder {
  readonly find: (reference: ToolReference, principal: string) => RegisteredTool | undefined
  /** All that exist for him, in ascending order of id. */
  readonly list: (principal: string) => readonly ListedTool[]
  /** How many exist for him. */
  readonly count: (principal: string) => number
  readonly toListed: (tool: RegisteredTool) => ListedTool
  readonly readinessOf: (summary: ToolSummary) => ToolReadiness
  /** The answer to an unknown reference: the same whether the tool is hidden or missing. */
  readonly notFound: (
    reference: ToolReference,
    principal: string,
    signal?: AbortSignal,
  ) => Promise<ToolNotFoundError>
}

/** Creates a finder. */
export function createToolFinder(discovery: Discovery, servers: Servers, visibility: Visibility): ToolFinder {
  const serverOf = ({ backends }: Pick<ToolSummary, 'backends'>): string | undefined => {
    let server: string | undefined
    // Lists of backends are frozen, and over those the engine walks faster by number.
    for (let i = 0; i < backends.length; i += 1) {
      const backend = backends[i] as Backend
      // Local functions go before servers, as with calls.
      if (backend.kind === 'local') return undefined
      if (backend.kind === 'mcp') server ??= backend.server
    }
    return server
  }
  const entryOf = (server: string | undefined): ServerEntry | undefined =>
    server === undefined ? undefined : servers.get(server)
  const readinessFrom = (entry: ServerEntry | undefined): ToolReadiness =>
    entry === undefined ? READY : readinessOf(entry.server.status())
  const toListed = ({ summary }: RegisteredTool): ListedTool => {
    const server = serverOf(summary)
    const entry = entryOf(server)
    const patterns = entry?.settings.alwaysVisible
    return Object.freeze({
      id: summary.id,
      exportName: facadeDeps(discovery).exportNames().nameOf(summary.id) ?? summary.name,
      summary,
      readiness: readinessFrom(entry),
      trusted: server === undefined || entry?.settings.trusted === true,
      alwaysVisible: patterns?.some((pattern) => matchesPattern(pattern, summary.name)) === true,
    })
  }
  return {
    find: (reference, principal) => {
      const found = discovery.get(reference)
      return found !== undefined && visibility.allows(found.summary, principal) ? found : undefined
    },
    list: (principal) =>
      Object.freeze(
        discovery.index
          .list()
          .filter(({ summary }) => visibility.allows(summary, principal))
          .map(toListed),
      ),
    count: (principal) => {
      const seen = visibility.of(principal)
      if (seen === undefined) return discovery.index.size
      return discovery.index.list().filter(({ summary }) => seen.allows(summary)).length
    },
    toListed,
    readinessOf: (summary) => readinessFrom(entryOf(serverOf(summary))),
    notFound: async (reference, principal, signal) => {
      const text = typeof reference === 'string' ? reference : reference.id
      const suggestions = await suggest(text, principal, signal)
      const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(quote).join(' or ')}?`
      return new ToolNotFoundError(`There is no tool ${quote(text)}.${hint}`, text, suggestions)
    },
  }

  async function suggest(
    text: string,
    principal: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    if (text.trim() === '') return []
    const query = takeCodePoints(text, MAX_SUGGESTED_LENGTH)
    const near = nearestIds(query, visibleIds(principal), MAX_SUGGESTIONS)
    if (near.length === MAX_SUGGESTIONS) return near
    try {
      const filter = { visibility: visibility.of(principal) }
      const { hits } = await discovery.search(query, { limit: MAX_SUGGESTIONS, filter, signal })
      return [...new Set([...near, ...hits.map(({ id }) => id)])].slice(0, MAX_SUGGESTIONS)
    } catch (error) {
      if (error instanceof ToolscoutError && signal?.aborted !== true) return near
      throw error
    }
  }

  function visibleIds(principal: string): readonly string[] {
    const seen = discovery.index.list().filter(({ summary }) => visibility.allows(summary, principal))
    return seen.map(({ summary }) => summary.id)
  }
}
