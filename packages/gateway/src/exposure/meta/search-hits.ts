import type { ToolHost } from '@toolscout/discovery'
import { bestHits, type HostAnswer, LISTED_TOOLS } from '@toolscout/discovery/internal'
import type { EntryKind, ToolFilter } from '@toolscout/model'
import { ENTRY_KINDS, nextTurn, type ServedCall } from '@toolscout/model/internal'
import { kindOf } from '../find-tool.ts'
import type { SearchMemory } from './search-memory.ts'
import { joinTwins, type TwinnedHit } from './twins.ts'

/** Most hits of one query that a model can ask for; the answer's budget ends long before. */
const MAX_LIMIT = 50
/** Hits that are looked at; the most an index gives. */
const MAX_HITS = 1_000
/** Hits among which the tools of other servers with the same name are seen. */
const LOOKED_AT = 20

/** In the plural too, as the contents card has them. */
export const SEARCH_KINDS: readonly string[] = ENTRY_KINDS.flatMap((kind) => [kind, `${kind}s`])

/** What a model gives the search tool. */
export interface SearchArguments {
  readonly query?: string
  readonly queries?: readonly string[]
  readonly servers?: readonly string[]
  readonly readOnly?: boolean
  readonly kind?: string
  readonly limit?: number
  readonly offset?: number
}

/** The answer to one query, and those of its hits that are shown. */
export interface Found {
  readonly query: string
  readonly answer: HostAnswer
  readonly shown: readonly TwinnedHit[]
  /** The place of the first of them in the ranking. */
  readonly offset: number
  /** How often the conversation has searched for this without a sure answer. */
  readonly searches: number
  /** Whether hits were left out that may change something. */
  readonly isAnyChanging: boolean
}

/** A number a model gave, brought into its range and made whole; the preset where it gave none. */
export function clampWhole(
  given: number | undefined,
  preset: number,
  [least, most]: readonly [number, number],
): number {
  return Math.min(most, Math.max(least, Math.trunc(given ?? preset)))
}

/** What a query is answered with. */
interface FindHitsDeps {
  readonly host: ToolHost
  readonly memory: SearchMemory
  /** Where there is one, what is found is called by a name of its own, as tools alone are. */
  readonly callName: unknown
}

/** Answers one query. */
export async function findHits(
  { host, memory, callName }: FindHitsDeps,
  query: string,
  { args, call }: { readonly args: SearchArguments; readonly call: ServedCall },
): Promise<Found> {
  const { principal, signal } = call
  const { servers = [], readOnly = false, kind = callName === undefined ? undefined : 'tool' } = args
  const offset = clampWhole(args.offset, 0, [0, MAX_HITS])
  const limit = args.limit === undefined ? undefined : clampWhole(args.limit, 0, [1, MAX_LIMIT])
  // Models that want no filter often send an empty one.
  const filter: ToolFilter = {
    ...(servers.length === 0 ? {} : { namespaces: servers }),
    ...(kind === undefined ? {} : { kinds: [kind.replace(/s$/, '') as EntryKind] }),
  }
  const answer = await host.search(query, {
    principal,
    signal,
    // More than are shown, so that twins are seen and a listing knows whether it goes on; and all, where our own filter follows.
    limit: readOnly ? MAX_HITS : Math.min(MAX_HITS, offset + Math.max(limit ?? 0, LOOKED_AT) + 1),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  })
  const kept = readOnly ? onlyReading(host, answer, principal) : answer
  const isAnyChanging = kept.hits.length < answer.hits.length
  if (offset > 0) {
    const page = kept.hits.slice(offset, offset + (limit ?? LISTED_TOOLS))
    return {
      query,
      answer: kept,
      offset,
      searches: 1,
      isAnyChanging,
      shown: joinTwins(host, page, principal),
    }
  }
  const searches = memory.count(call, query, kept)
  const best = bestHits(kept, { limit, searches })
  if (kept.verdict === undefined || best.length === 0) {
    const shown = best.map((hit) => ({ hit, same: [], namesakes: [] }))
    return { query, answer: kept, offset, searches, isAnyChanging, shown }
  }
  // Twins share a line, so that others get theirs.
  const comparable = joinTwins(host, bestHits(kept, { limit: LOOKED_AT }), principal)
  if (kept.verdict.level === 'strong') void startServerOf(host, best[0]?.id ?? '', principal)
  return { query, answer: kept, offset, searches, isAnyChanging, shown: comparable.slice(0, best.length) }
}

/** What fits for sure is likely to be called: a server that waits for that starts once the answer is on its way. */
async function startServerOf(host: ToolHost, id: string, principal: string): Promise<void> {
  await nextTurn()
  // It may be closed by then, and nothing hangs on it.
  await host.describe([id], { principal, detail: 'summary' }).catch(() => {})
}

/** Says where a listing goes on, and a search that a model pages through; almost nothing behind the first hits is ever chosen. */
export function moreLines({ answer, offset, shown }: Found, { limit }: SearchArguments): readonly string[] {
  if (answer.verdict !== undefined && limit === undefined && offset === 0) return []
  const told = new Set(shown.flatMap(({ hit, same }) => [hit, ...same].map(({ id }) => id)))
  let next = offset
  while (told.has(answer.hits[next]?.id ?? '')) next += 1
  return next > offset && next < answer.hits.length ? [`More with offset ${next}.`] : []
}

/** Hints count only for trusted servers, as they do for calls. */
function onlyReading(host: ToolHost, answer: HostAnswer, principal: string): HostAnswer {
  const hits = answer.hits.filter(({ id }) => {
    const tool = host.resolve(id, { principal })
    return tool !== undefined && kindOf(tool) === 'read'
  })
  return { ...answer, hits }
}
