import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'

/** Which server each tool is of. */
export interface Servers {
  readonly place: (handle: number, namespace: string) => void
  readonly remove: (handle: number) => void
  /** The number of a tool's server; `undefined` for a tool without one. */
  readonly serverOf: (handle: number) => number | undefined
  /** Whether the query, by its root terms, names the server of a tool. */
  readonly isAskedFor: (handle: number, roots: ReadonlyMap<string, number>) => boolean
  /** Servers in the catalog, each tool without one counted as one. */
  readonly count: () => number
}

const NO_SERVER = -1
const NO_TOOL = -2

interface Server {
  readonly name: string
  readonly number: number
  /** Root terms of its name. */
  readonly roots: readonly string[]
  tools: number
}

/** Creates an empty set of {@link Servers}. */
export function createServers(analyzer: Analyzer): Servers {
  const byName = new Map<string, Server>()
  const byNumber: (Server | undefined)[] = []
  /** Numbers of servers whose last tool is gone. */
  const free: number[] = []
  /** By handle. */
  const numbers: number[] = []
  /** Tools that are of no server. */
  let lonely = 0

  const remove = (handle: number): void => {
    const number = numbers[handle] ?? NO_TOOL
    numbers[handle] = NO_TOOL
    if (number === NO_SERVER) lonely -= 1
    const server = byNumber[number]
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
  const isNamed = ({ roots }: Server, query: ReadonlyMap<string, number>): boolean =>
    roots.length > 0 && roots.every((root) => query.has(root))

  return {
    place: (handle, namespace) => {
      remove(handle)
      if (namespace === '') {
        numbers[handle] = NO_SERVER
        lonely += 1
        return
      }
      const server = serverOf(namespace)
      server.tools += 1
      numbers[handle] = server.number
    },
    remove,
    serverOf: (handle) => {
      const number = numbers[handle] ?? NO_TOOL
      return number < 0 ? undefined : number
    },
    isAskedFor: (handle, query) => {
      const server = byNumber[numbers[handle] ?? NO_TOOL]
      return server !== undefined && isNamed(server, query)
    },
    count: () => byName.size + lonely,
  }
}
