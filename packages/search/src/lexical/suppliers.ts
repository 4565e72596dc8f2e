import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'

/**
 * Which tools supply what others need: a tool whose call needs a `movie_id` is of no use without the one that
 * searches movies, so the one leads to the other within a server.
 */
export interface Suppliers {
  readonly place: (handle: number, tool: SuppliedTool) => void
  readonly remove: (handle: number) => void
  /** The tools that find what a tool's required arguments identify, each once; never the tool itself. */
  readonly suppliersOf: (handle: number) => readonly number[]
}

/** What {@link Suppliers} looks at. */
export interface SuppliedTool {
  readonly name: string
  readonly namespace: string
  /** Names of the arguments every call must have. */
  readonly required: readonly string[]
}

/** Words of names of tools that find things by other things than their identifier. */
const FINDING = ['search', 'find', 'list', 'lookup', 'query']
const IDENTIFIERS = ['id', 'ids', 'identifier']

interface Entry {
  /** `server|thing` for everything it needs an identifier of. */
  readonly needs: readonly string[]
  /** `server|thing` for everything it finds. */
  readonly finds: readonly string[]
}

/** Creates an empty set of {@link Suppliers}. */
export function createSuppliers(analyzer: Analyzer): Suppliers {
  const read = (text: string): readonly string[] => rootsOf(analyzer.analyze(text))
  const finding = new Set(FINDING.flatMap(read))
  const identifiers = new Set(IDENTIFIERS.flatMap(read))
  const entries = new Map<number, Entry>()
  const byThing = new Map<string, Set<number>>()

  const remove = (handle: number): void => {
    for (const thing of entries.get(handle)?.finds ?? []) {
      byThing.get(thing)?.delete(handle)
      if (byThing.get(thing)?.size === 0) byThing.delete(thing)
    }
    entries.delete(handle)
  }
  const neededThings = (required: readonly string[]): readonly string[] =>
    required.flatMap((argument) => {
      const roots = read(argument)
      const place = roots.findIndex((root) => identifiers.has(root))
      return place > 0 ? [roots[place - 1] as string] : []
    })
  return {
    place: (handle, { name, namespace, required }) => {
      remove(handle)
      if (namespace === '') return
      const keyed = (things: readonly string[]): readonly string[] =>
        [...new Set(things)].map((thing) => `${namespace}|${thing}`)
      const needed = neededThings(required)
      const roots = read(name)
      // Who needs the identifier of a thing does not find it.
      const found = roots.some((root) => finding.has(root))
        ? roots.filter((root) => !finding.has(root) && !needed.includes(root))
        : []
      if (needed.length + found.length === 0) return
      const entry = { needs: keyed(needed), finds: keyed(found) }
      entries.set(handle, entry)
      for (const thing of entry.finds) byThing.set(thing, (byThing.get(thing) ?? new Set()).add(handle))
    },
    remove,
    suppliersOf: (handle) => {
      const things = entries.get(handle)?.needs ?? []
      return [...new Set(things.flatMap((thing) => [...(byThing.get(thing) ?? [])]))].filter(
        (supplier) => supplier !== handle,
      )
    },
  }
}
