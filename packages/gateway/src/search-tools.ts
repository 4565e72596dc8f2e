import type { Discovery, ToolHost } from '@toolscout/discovery'
import { firstSentence, type ToolReference } from '@toolscout/discovery/internal'
import type { SearchQuery, ToolHit } from '@toolscout/index'
import type { Degradation, Verdict } from '@toolscout/model'
import { MAX_REFUSED, quote, type ToolVisibility } from '@toolscout/model/internal'
import type { DescribedTools } from '@toolscout/tooldoc'
import type { ToolFinder } from './find-tools.ts'
import { serversOf } from './find-tools.ts'
import type { GatewayAnswer } from './gateway.ts'
import type { ToolGuard } from './guarding/tool-guard.ts'
import { withholdDoc } from './guarding/withheld.ts'
import { hintOf, type ServerState } from './server-status.ts'
import type { Servers } from './servers/servers.ts'
import { type Visibility, type VisibleServers, visibleServers } from './visibility.ts'

/** What searching a gateway takes. */
export interface SearchDeps {
  readonly discovery: Discovery
  readonly servers: Servers
  readonly finder: ToolFinder
  readonly visibility: Visibility
  readonly guard: Pick<ToolGuard, 'changed' | 'shown'>
}

/** Ranks the tools that exist for the caller, and says which servers' tools may be missing or old. */
export async function searchTools(
  { discovery, servers, finder, visibility, guard }: SearchDeps,
  query: SearchQuery,
  { principal = '', filter, ...options }: NonNullable<Parameters<ToolHost['search']>[1]>,
): Promise<GatewayAnswer> {
  const seen = visibility.of(principal)
  const isOfServer = ({ summary }: ToolHit): boolean => serversOf(summary).length > 0
  const isTrusted = (hit: ToolHit): boolean => isOfServer(hit) && finder.isTrusted(hit.summary)
  const orders = servers.list().some(({ settings }) => settings.trusted)
  const answer = await discovery.search(query, {
    ...options,
    limit: orders ? widened(options.limit) : options.limit,
    filter: seen === undefined ? filter : { ...filter, visibility: both(seen, filter?.visibility) },
  })
  // A tool may have been held while it was searched for.
  const found = answer.hits.filter(({ summary }) => visibility.allows(summary, principal))
  const isForeign = (hit: ToolHit): boolean => isOfServer(hit) && !isTrusted(hit)
  const near = typeof query === 'string' ? NEAR.query : NEAR.queries
  const ordered = orders
    ? trustedFirst(found, { isTrusted, isForeign, near }).slice(0, options.limit ?? PRESET)
    : found
  const hits = ordered.map((hit) => {
    const { summary } = finder.shown(hit.id, principal) ?? hit
    return Object.freeze({ ...hit, summary, readiness: finder.readinessOf(hit.summary) })
  })
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

/** The limit of a search that has none. */
const PRESET = 10
/** Places in which the tools of trusted servers are put before copies of them. */
const ORDERED = 20
/**
 * What the tool of a trusted server must have of the score of one that is like it: more than is left to it where a request
 * names the other server. Of several queries scores are ranks, and the second place has half.
 */
const NEAR = { query: 0.65, queries: 0.5 }

/** What says the same as three better hits keeps a share of its score, with more the square of it (`nearDuplicates` of the ranking). */
const PLACES = 3
const LOWERED = 0.25

/** As many hits as are put in order, so that a smaller limit is the head of a larger one. */
function widened(limit: number | undefined): number | undefined {
  return limit === undefined || (Number.isInteger(limit) && limit > 0 && limit < ORDERED) ? ORDERED : limit
}

/** Whose tools go before whose, and from which share of their score on. */
interface TrustedOrder {
  readonly isTrusted: (hit: ToolHit) => boolean
  readonly isForeign: (hit: ToolHit) => boolean
  readonly near: number
}

/**
 * Puts tools of trusted servers in the places of those of other servers above them that say in their first sentence what
 * they say, or have their name, and fit little better.
 */
function trustedFirst(
  hits: readonly ToolHit[],
  { isTrusted, isForeign, near }: TrustedOrder,
): readonly ToolHit[] {
  const ordered = [...hits]
  const trusted = hits.slice(0, ORDERED).filter(isTrusted)
  for (let place = 0; place < ordered.length && trusted.length > 0; place += 1) {
    const above = ordered[place] as ToolHit
    if (above === trusted[0]) trusted.shift()
    if (above.score === 0 || !isForeign(above)) continue
    const original = trusted.find((hit) => {
      if (above.summary.kind !== hit.summary.kind) return false
      if (foldedName(above) !== foldedName(hit) && !saysTheSame(above, hit)) return false
      const copies = ordered.filter((other) => isForeign(other) && saysTheSame(other, hit)).length
      const kept = LOWERED ** Math.min(2, Math.max(0, copies - PLACES + 1))
      return hit.score >= kept * near * above.score
    })
    if (original === undefined) continue
    trusted.splice(trusted.indexOf(original), 1)
    ordered.splice(ordered.indexOf(original), 1)
    ordered.splice(place, 0, raised(original, above))
  }
  return ordered
}

function saysTheSame(hit: ToolHit, original: ToolHit): boolean {
  const sentence = firstSentence(original.summary.summary)
  return sentence !== '' && sentence === firstSentence(hit.summary.summary)
}

function raised(hit: ToolHit, { id, score }: ToolHit): ToolHit {
  if (hit.explanation === undefined) return Object.freeze({ ...hit, score })
  const label = `the score of ${quote(id)}, since its own server is trusted`
  const explanation = Object.freeze({ label, value: score, children: Object.freeze([hit.explanation]) })
  return Object.freeze({ ...hit, score, explanation })
}

/** A name without how its words are put together. */
export function foldedName({ summary: { name } }: Pick<ToolHit, 'summary'>): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
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
  const reason = `${named.join(', ')}${more} changed since they were trusted, and the change is not approved yet.`
  return [Object.freeze({ part: 'pins', reason })]
}

/** States of servers of which nothing is missing, or that are off. */
const UNASKED: ReadonlySet<ServerState> = new Set(['ready', 'known', 'disabled', 'stopped'])

const MANY_REFUSED: Degradation = Object.freeze({
  part: 'visibility',
  reason: `${MAX_REFUSED} tools were refused, so it is not known of every server whether you may see it; some may not be ready.`,
})

/** Servers that are on and not ready, as far as they exist for the caller. */
function unreadyServers(servers: Servers, visible: () => VisibleServers | undefined): readonly Degradation[] {
  const unready = servers
    .statuses()
    .filter(({ state }) => !UNASKED.has(state))
    // Of one that is being started and was listed before, nothing is missing, and a call waits for it.
    .filter(({ state, tools }) => tools === 0 || state !== 'connecting')
  if (unready.length === 0) return NONE
  const seen = visible()
  const hints = unready
    .filter(({ name }) => seen?.names.has(name) !== false)
    .map((status) => Object.freeze({ part: `server ${status.name}`, reason: hintOf(status) }))
  return seen?.isCut === true ? [...hints, MANY_REFUSED] : hints
}

/** Describes the tools that exist for the caller; the others fail as what was never there. */
export async function describeTools(
  { discovery, finder, guard }: Pick<SearchDeps, 'discovery' | 'finder' | 'guard'>,
  references: readonly ToolReference[],
  { principal = '', detail, signal }: NonNullable<Parameters<ToolHost['describe']>[1]>,
): Promise<DescribedTools> {
  const ids: string[] = []
  const failures: DescribedTools['failures'][number][] = []
  for (const reference of references) {
    const found = finder.resolve(reference, principal)
    if (found === undefined) {
      const error = await finder.notFound(reference, principal, signal)
      const id = typeof reference === 'string' ? reference : reference.id
      failures.push(Object.freeze({ id, error }))
    } else ids.push(found.tool.id)
  }
  const described = await discovery.describe(ids, { detail, signal })
  const docs: DescribedTools['docs'][number][] = []
  for (const doc of described.docs) {
    // A tool may have been held while it was read.
    const found = finder.find(doc.id, principal)
    const shown = found && guard.shown(found)
    if (shown !== undefined) docs.push(shown === found ? doc : withholdDoc(doc, shown))
    else failures.push(Object.freeze({ id: doc.id, error: await finder.notFound(doc.id, principal, signal) }))
  }
  return Object.freeze({
    docs: Object.freeze(docs),
    failures: Object.freeze([...failures, ...described.failures]),
  })
}
