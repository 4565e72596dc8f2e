import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import { grown } from '../kernel/growing-array.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

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
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NO_SERVER = -1
const NO_TOOL = -2

interface Server {
  readonly name: string
  readonly number: number
  /** Root terms of its name, read when they are first asked for. */
  roots: readonly string[] | undefined
  tools: number
}

/** Creates an empty set of {@link Servers}, or the one that was saved. */
export function createServers(analyzer: Analyzer, saved?: SectionReader): Servers {
  const byName = new Map<string, Server>()
  const byNumber: (Server | undefined)[] = []
  /** Numbers of servers whose last tool is gone. */
  const free: number[] = []
  /** By handle. */
  let numbers = saved?.next(Int32Array).slice() ?? new Int32Array(64).fill(NO_TOOL)
  /** Tools that are of no server. */
  let lonely = 0
  const restore = (from: SectionReader): void => {
    const names = from.nextJson() as readonly (string | null)[]
    const counts = from.next(Uint32Array)
    lonely = from.next(Float64Array)[0] as number
    for (const [number, name] of names.entries()) {
      if (name === null) {
        free.push(number)
        continue
      }
      const server = { name, number, roots: undefined, tools: counts[number] as number }
      byName.set(name, server)
      byNumber[number] = server
    }
  }
  if (saved !== undefined) restore(saved)
  const put = (handle: number, number: number): void => {
    if (handle >= numbers.length) {
      const size = numbers.length
      numbers = grown(numbers, handle + 1).fill(NO_TOOL, size)
    }
    numbers[handle] = number
  }

  const remove = (handle: number): void => {
    const number = numbers[handle] ?? NO_TOOL
    if (number !== NO_TOOL) put(handle, NO_TOOL)
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
    const number = free.pop() ?? byNumber.length
    const server = { name: namespace, number, roots: undefined, tools: 0 }
    byName.set(namespace, server)
    byNumber[server.number] = server
    return server
  }
  const isNamed = (server: Server, query: ReadonlyMap<string, number>): boolean => {
    server.roots ??= rootsOf(analyzer.analyze(server.name))
    return server.roots.length > 0 && server.roots.every((root) => query.has(root))
  }

  return {
    place: (handle, namespace) => {
      remove(handle)
      if (namespace === '') {
        put(handle, NO_SERVER)
        lonely += 1
        return
      }
      const server = serverOf(namespace)
      server.tools += 1
      put(handle, server.number)
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
    save: (out) => {
      out.add(numbers.slice())
      out.addJson(Array.from(byNumber, (server) => server?.name ?? null))
      out.add(Uint32Array.from(byNumber, (server) => server?.tools ?? 0))
      out.add(Float64Array.of(lonely))
    },
  }
}
