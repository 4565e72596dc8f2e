import type { Copies } from './copies.ts'
import type { Servers } from './servers.ts'
import type { RankingSignals } from './signals.ts'

/** Whether a hit was lowered, and for what. */
export interface Lowered {
  /** Its server has its places with better hits. */
  readonly byServer: boolean
  /** Better hits say the same. */
  readonly asCopy: boolean
}

/** Who thins hits, and for which query. */
export interface ThinnedQuery {
  readonly servers: Servers
  readonly copies: Copies
  readonly signals: RankingSignals
  /** Root terms of the query. */
  readonly roots: ReadonlyMap<string, number>
  /** Whether the query names a tool. */
  readonly isNamed: (handle: number) => boolean
}

/** Hits of one server that keep their whole score: with four of them every answer of ten has room for others. */
const BEST = 4
/** Fewer servers are a user's own choice, and each may well fill the answer. */
const FEWEST_SERVERS = 4
/**
 * Places that one text has. With one, who copies another's tool and adds a word that is asked for would push the tool
 * itself down.
 */
const PLACES = 3
/** Hits that further ones are compared with; so many different texts leave no room for a flood. */
const COMPARED = 128

const KEPT: Lowered = Object.freeze({ byServer: false, asCopy: false })

/**
 * Says of hits, which must come best first, whether they are lowered: the fifth and every further one of a server,
 * unless the query names the server or there are hardly any servers; and copies of which there are enough above, one
 * of the same server or three of any. What a hit is told depends on the hits before it alone.
 */
export function createThinning(query: ThinnedQuery): (handle: number) => Lowered {
  const { servers, copies, signals, roots, isNamed } = query
  const taken = new Map<number, number>()
  const above: number[] = []
  const serversAbove: (number | undefined)[] = []
  const isThinning = signals.crowding < 1 && servers.count() >= FEWEST_SERVERS

  const isCopy = (handle: number, server: number): boolean => {
    let alike = 0
    for (let i = 0; i < above.length; i += 1) {
      const other = above[i] as number
      const isSibling = serversAbove[i] === server
      if (isSibling ? !copies.areSame(handle, other) : !copies.areAlike(handle, other)) continue
      alike += 1
      if (isSibling || alike === PLACES) return true
    }
    return false
  }
  return (handle) => {
    const server = servers.serverOf(handle)
    const before = server === undefined ? 0 : (taken.get(server) ?? 0)
    if (server !== undefined) taken.set(server, before + 1)
    const isMany = isThinning && before >= BEST
    const hasTwin = server !== undefined && signals.copies < 1 && isCopy(handle, server) && !isNamed(handle)
    // Few hits are either, so few servers' names are looked at.
    const isAskedFor = (isMany || hasTwin) && (server === undefined || servers.isAskedFor(handle, roots))
    const byServer = isMany && !isAskedFor
    const asCopy = hasTwin && !isAskedFor
    if (!byServer && !asCopy) {
      if (above.length < COMPARED) {
        above.push(handle)
        serversAbove.push(server)
      }
      return KEPT
    }
    return { byServer, asCopy }
  }
}
