import type { Discovery, ToolHost } from '@toolscout/discovery'
import type { ToolReference } from '@toolscout/discovery/internal'
import type { SearchQuery } from '@toolscout/index'
import type { Degradation, Verdict } from '@toolscout/model'
import { quote, type ToolVisibility } from '@toolscout/model/internal'
import type { DescribedTools } from '@toolscout/tooldoc'
import type { ToolFinder } from './find-tools.ts'
import { type Visibility, visibleServers } from './find-tools.ts'
import type { GatewayAnswer } from './gateway.ts'
import type { ToolGuard } from './guarding/tool-guard.ts'
import { hintOf } from './server-status.ts'
import type { Servers } from './servers/servers.ts'

/** What searching a gateway takes. */
export interface SearchDeps {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly finder: ToolFinder
  readonly visibility: Visibility
  readonly guard: Pick<ToolGuard, 'changed'>
}

/** Ranks the tools that exist for the caller, and says which servers' tools may be missing or old. */
export async function searchTools(
  { discovery, servers, finder, visibility, guard }: SearchDeps,
  query: SearchQuery,
  { principal = '', filter, ...options }: NonNullable<Parameters<ToolHost['search']>[1]>,
): Promise<GatewayAnswer> {
  const seen = visibility.of(principal)
  const answer = await discovery.search(query, {
    ...options,
    filter: seen === undefined ? filter : { ...filter, visibility: both(seen, filter?.visibility) },
  })
  // A tool may have been held while it was searched for.
  const found = answer.hits.filter(({ summary }) => visibility.allows(summary, principal))
  const hits = found.map((hit) => Object.freeze({ ...hit, readiness: finder.readinessOf(hit.summary) }))
  const troubles = [
    ...unreadyServers(servers, () => visibleServers(discovery, visibility, principal)),
    ...changedTools(guard.changed(hits.map(({ id }) => id))),
  ]
  return Object.freeze({
    ...answer,
    hits: Object.freeze(hits),
    // Which words and names no tool holds would tell of the tools that are hidden.
    ...(seen === undefined ? {} : { unmatchedTerms: NONE, ...withoutMissing(answer.verdict) }),
    degraded: troubles.length === 0 ? answer.degraded : Object.freeze([...answer.degraded, ...troubles]),
  })
}

function withoutMissing(verdict: Verdict | undefined): { readonly verdict?: Verdict } {
  if (verdict?.missing === undefined) return {}
  const { missing: _, ...rest } = verdict
  return { verdict: Object.freeze(rest) }
}

/** What the caller may know of, and of that what was asked for. */
function both(seen: ToolVisibility, asked: ToolVisibility | undefined): ToolVisibility {
  if (asked === undefined) return seen
  return {
    key: JSON.stringify([seen.key, asked.key]),
    allows: (tool) => seen.allows(tool) && asked.allows(tool),
  }
}

const NONE: readonly never[] = Object.freeze([])

/** Most changed tools that an answer names. */
const MAX_NAMED = 3

function changedTools(ids: readonly string[]): readonly Degradation[] {
  if (ids.length === 0) return NONE
  const named = ids.slice(0, MAX_NAMED).map((id) => quote(id))
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : ''
  const reason = `${named.join(', ')}${more} changed since somebody trusted them; the user has to approve that.`
  return [Object.freeze({ part: 'pins', reason })]
}

/** Servers that are on and not ready, as far as they exist for the caller. */
function unreadyServers(
  servers: Servers,
  visible: () => ReadonlySet<string> | undefined,
): readonly Degradation[] {
  const unready = servers
    .list()
    .map(({ server }) => server.status())
    .filter(({ state }) => state !== 'ready' && state !== 'disabled' && state !== 'stopped')
  if (unready.length === 0) return NONE
  const seen = visible()
  return unready
    .filter(({ name }) => seen?.has(name) !== false)
    .map((status) => Object.freeze({ part: `server ${status.name}`, reason: hintOf(status) }))
}

/** Describes the tools that exist for the caller; the others fail as what was never there. */
export async function describeTools(
  { discovery, finder }: Pick<SearchDeps, 'discovery' | 'finder'>,
  references: readonly ToolReference[],
  { principal = '', detail, signal }: NonNullable<Parameters<ToolHost['describe']>[1]>,
): Promise<DescribedTools> {
  const ids: string[] = []
  const failures: DescribedTools['failures'][number][] = []
  for (const reference of references) {
    const found = finder.find(reference, principal)
    if (found === undefined) {
      const error = await finder.notFound(reference, principal, signal)
      failures.push(Object.freeze({ id: error.details.id, error }))
    } else ids.push(found.tool.id)
  }
  const described = await discovery.describe(ids, { detail, signal })
  const docs: DescribedTools['docs'][number][] = []
  for (const doc of described.docs) {
    // A tool may have been held while it was read.
    if (finder.find(doc.id, principal) !== undefined) docs.push(doc)
    else failures.push(Object.freeze({ id: doc.id, error: await finder.notFound(doc.id, principal, signal) }))
  }
  return Object.freeze({
    docs: Object.freeze(docs),
    failures: Object.freeze([...failures, ...described.failures]),
  })
}
