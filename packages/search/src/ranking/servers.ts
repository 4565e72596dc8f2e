import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { grown } from '../kernel/hash-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createKeyTable } from './key-table.ts'
import { nameKey } from './named-tools.ts'

/** Which server each tool is of. */
export interface Servers {
  readonly place: (docId: number, namespace: string) => void
  readonly remove: (docId: number) => void
  /** The number of a tool's server; `undefined` for a tool without one. */
  readonly serverOf: (docId: number) => number | undefined
  /** The key of the name of a tool's server, see `nameKey`; empty for a tool without one. */
  readonly keyOf: (docId: number) => string
  /** Whether the query, by its root terms, names the server of a tool. */
  readonly isAskedFor: (docId: number, roots: ReadonlyMap<string, number>) => boolean
  /** Servers in the catalog, each tool without one counted as one. */
  readonly count: () => number
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NO_SERVER = -1
const NO_TOOL = -2

/** Creates an empty set of {@link Servers}, or the one that was saved. */
export function createServers(analyzer: Analyzer, saved?: SectionReader): Servers {
  const names = createKeyTable(saved)
  /** By server: how many tools are there. */
  let population = saved?.next(Uint32Array).slice() ?? new Uint32Array(64)
  /** By server: the root terms of its name, read when they are first asked for. */
  const rootsByServer: (readonly string[] | undefined)[] = []
  /** By server: the key of its name, made when it is first asked for. */
  const keysByServer: (string | undefined)[] = []
  /** By docId. */
  let numbers = saved?.next(Int32Array).slice() ?? new Int32Array(64).fill(NO_TOOL)
  /** Tools that are of no server. */
  let serverless = saved?.next(Float64Array)[0] ?? 0
  const put = (docId: number, number: number): void => {
    if (docId >= numbers.length) {
      const size = numbers.length
      numbers = grown(numbers, docId + 1).fill(NO_TOOL, size)
    }
    numbers[docId] = number
  }

  const remove = (docId: number): void => {
    const number = numbers[docId] ?? NO_TOOL
    if (number !== NO_TOOL) put(docId, NO_TOOL)
    if (number === NO_SERVER) serverless -= 1
    if (number < 0) return
    population[number] = (population[number] as number) - 1
    if (population[number] !== 0) return
    names.remove(number)
    rootsByServer[number] = undefined
    keysByServer[number] = undefined
  }
  const enter = (namespace: string): number => {
    const known = names.find(namespace)
    const number = known < 0 ? names.add(namespace) : known
    population = grown(population, number + 1)
    population[number] = known < 0 ? 1 : (population[number] as number) + 1
    return number
  }
  const rootsOfServer = (number: number): readonly string[] => {
    const known = rootsByServer[number]
    if (known !== undefined) return known
    const roots = rootsOf(analyzer.analyze(names.textOf(number)))
    rootsByServer[number] = roots
    return roots
  }

  return {
    place: (docId, namespace) => {
      remove(docId)
      if (namespace === '') {
        put(docId, NO_SERVER)
        serverless += 1
        return
      }
      put(docId, enter(namespace))
    },
    remove,
    serverOf: (docId) => {
      const number = numbers[docId] ?? NO_TOOL
      return number < 0 ? undefined : number
    },
    keyOf: (docId) => {
      const number = numbers[docId] ?? NO_TOOL
      if (number < 0) return ''
      keysByServer[number] ??= nameKey(names.textOf(number))
      return keysByServer[number]
    },
    isAskedFor: (docId, query) => {
      const number = numbers[docId] ?? NO_TOOL
      if (number < 0) return false
      const roots = rootsOfServer(number)
      for (const root of roots) if (!query.has(root)) return false
      return roots.length > 0
    },
    count: () => names.size + serverless,
    save: (out) => {
      names.save(out)
      out.add(population.slice())
      out.add(numbers.slice())
      out.add(Float64Array.of(serverless))
    },
  }
}
