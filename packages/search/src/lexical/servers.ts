import { compareIds } from '@toolscout/model'
import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import type { ScoreBoard } from '../kernel/score-board.ts'

/** Which server each tool is of, so that one server cannot take every place of an answer. */
export interface Servers {
  readonly place: (handle: number, namespace: string) => void
  readonly remove: (handle: number) => void
  /** The number of a tool's server; `undefined` for a tool without one. */
  readonly serverOf: (handle: number) => number | undefined
  /** Whether the query, by its root terms, names the server of a tool. */
  readonly isAskedFor: (handle: number, roots: ReadonlyMap<string, number>) => boolean
  /**
   * Lowers the hits of a server beyond its best four to `keep` of their score, unless the query names the server.
   * Boards with hits of fewer than four servers are left as they are; a tool without a server counts as one. What it
   * gives back says of a handle of the board whether it was lowered, until the next call.
   */
  readonly thin: (
    board: ScoreBoard,
    roots: ReadonlyMap<string, number>,
    keep: number,
  ) => (handle: number) => boolean
}

/** Hits of one server that keep their whole score: with four of them every answer of ten has room for others. */
const BEST = 4
/** Fewer servers are a user's own choice, and each may well fill the answer. */
const FEWEST_SERVERS = 4
const NO_SERVER = -1

interface Server {
  readonly name: string
  readonly number: number
  /** Root terms of its name. */
  readonly roots: readonly string[]
  tools: number
}

/** Creates an empty set of {@link Servers}. */
export function createServers(analyzer: Analyzer, idOf: (handle: number) => string): Servers {
  const byName = new Map<string, Server>()
  const byNumber: (Server | undefined)[] = []
  /** Numbers of servers whose last tool is gone. */
  const free: number[] = []
  /** By handle. */
  const numbers: number[] = []
  /** The best hits of each server, best first; reused from search to search. */
  let best = new Int32Array(0)

  const remove = (handle: number): void => {
    const server = byNumber[numbers[handle] ?? NO_SERVER]
    numbers[handle] = NO_SERVER
    if (server === undefined) return
    server.tools -= 1
    if (server.tools > 0) return
    byName.delete(server.name)
    byNumber[server.number] = undefined
    free.push(server.number)
  }
  const serverOf = (namespace: string): Server => {
    const known = byName.get(namespace)
    if (known !== undefined) return known
    const roots = rootsOf(analyzer.analyze(namespace))
    const server = { name: namespace, number: free.pop() ?? byNumber.length, roots, tools: 0 }
    byName.set(namespace, server)
    byNumber[server.number] = server
    return server
  }
  const isBetter = (board: ScoreBoard, one: number, other: number): boolean => {
    const difference = board.get(one) - board.get(other)
    return difference > 0 || (difference === 0 && compareIds(idOf(one), idOf(other)) < 0)
  }
  /** Puts a hit among the best of its server, which stand from `start` on. */
  const offer = (board: ScoreBoard, start: number, handle: number): void => {
    let at = start + BEST
    while (at > start) {
      const above = best[at - 1] as number
      if (above >= 0 && !isBetter(board, handle, above)) break
      at -= 1
      if (at + 1 < start + BEST) best[at + 1] = above
    }
    if (at < start + BEST) best[at] = handle
  }
  const isAmongBest = (start: number, handle: number): boolean => {
    for (let at = start; at < start + BEST; at += 1) if (best[at] === handle) return true
    return false
  }
  const isNamed = ({ roots }: Server, query: ReadonlyMap<string, number>): boolean =>
    roots.length > 0 && roots.every((root) => query.has(root))

  return {
    place: (handle, namespace) => {
      remove(handle)
      if (namespace === '') return
      const server = serverOf(namespace)
      server.tools += 1
      numbers[handle] = server.number
    },
    remove,
    serverOf: (handle) => {
      const number = numbers[handle]
      return number === NO_SERVER ? undefined : number
    },
    isAskedFor: (handle, query) => {
      const server = byNumber[numbers[handle] ?? NO_SERVER]
      return server !== undefined && isNamed(server, query)
    },
    thin: (board, query, keep) => {
      if (keep === 1) return () => false
      if (best.length < BEST * byNumber.length) best = new Int32Array(2 * BEST * byNumber.length)
      best.fill(-1)
      let found = 0
      const { handles, scores, count } = board
      for (let i = 0; i < count; i += 1) {
        const handle = handles[i] as number
        const number = numbers[handle] as number
        if (number === NO_SERVER) {
          found += 1
          continue
        }
        if (best[BEST * number] === -1) found += 1
        const last = best[BEST * number + BEST - 1] as number
        // Nearly every hit of a catalog ends here.
        if (last >= 0 && (scores[handle] as number) < (scores[last] as number)) continue
        offer(board, BEST * number, handle)
      }
      if (found < FEWEST_SERVERS) return () => false
      const isThinned = byNumber.map(
        (server, number) =>
          server !== undefined && (best[BEST * number + BEST - 1] as number) >= 0 && !isNamed(server, query),
      )
      const isLowered = (handle: number): boolean => {
        const number = numbers[handle] as number
        return isThinned[number] === true && !isAmongBest(BEST * number, handle)
      }
      for (let i = 0; i < count; i += 1) {
        const handle = handles[i] as number
        if (isLowered(handle)) board.set(handle, board.get(handle) * keep)
      }
      return isLowered
    },
  }
}
