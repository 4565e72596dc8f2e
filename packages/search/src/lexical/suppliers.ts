import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createHandleLists } from './handle-lists.ts'
import { createTextList } from './text-list.ts'

/**
 * Which tools supply what others need: a tool whose call needs a `movie_id` is of no use without the one that
 * searches movies, so the one leads to the other within a server.
 */
export interface Suppliers {
  readonly place: (handle: number, tool: SuppliedTool) => void
  readonly remove: (handle: number) => void
  /** The tools that find what a tool's required arguments identify, each once; never the tool itself. */
  readonly suppliersOf: (handle: number) => readonly number[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** What {@link Suppliers} looks at. */
export interface SuppliedTool {
  /** The root terms of its name, in order. */
  readonly nameRoots: readonly string[]
  readonly namespace: string
  /** Names of the arguments every call must have. */
  readonly required: readonly string[]
}

/** Words of names of tools that find things by other things than their identifier. */
const FINDING = ['search', 'find', 'list', 'lookup', 'query']
const IDENTIFIERS = ['id', 'ids', 'identifier']

const NOTHING: readonly never[] = Object.freeze([])

/** Creates an empty set of {@link Suppliers}, or the one that was saved. */
export function createSuppliers(analyzer: Analyzer, saved?: SectionReader): Suppliers {
  const read = (text: string): readonly string[] => rootsOf(analyzer.analyze(text))
  const finding = new Set(FINDING.flatMap(read))
  const identifiers = new Set(IDENTIFIERS.flatMap(read))
  /** By handle: namespace and arguments of tools that need identifiers, as JSON; most need none. */
  const needy = createTextList(saved)
  const finders = createHandleLists(saved)

  const neededThings = (required: readonly string[]): readonly string[] => {
    if (required.length === 0) return NOTHING
    const needs: string[] = []
    for (const argument of required) {
      const roots = read(argument)
      const place = roots.findIndex((root) => identifiers.has(root))
      if (place > 0) needs.push(roots[place - 1] as string)
    }
    return needs
  }
  const foundThings = (roots: readonly string[]): readonly string[] =>
    roots.some((root) => finding.has(root)) ? roots.filter((root) => !finding.has(root)) : NOTHING
  const remove = (handle: number): void => {
    finders.remove(handle)
    if (needy.get(handle) !== '') needy.set(handle, '')
  }
  return {
    place: (handle, { nameRoots, namespace, required }) => {
      remove(handle)
      if (namespace === '') return
      const needs = neededThings(required)
      if (needs.length > 0) needy.set(handle, JSON.stringify([namespace, required]))
      const found = foundThings(nameRoots)
      if (found.length === 0) return
      // Who needs the identifier of a thing does not find it.
      const things = new Set(found.filter((thing) => !needs.includes(thing)))
      for (const thing of things) finders.add(handle, keyOf(namespace, thing))
    },
    remove,
    suppliersOf: (handle) => {
      const needs = needy.get(handle)
      if (needs === '') return NOTHING
      const [namespace, required] = JSON.parse(needs) as [string, readonly string[]]
      const things = neededThings(required)
      const suppliers = new Set(things.flatMap((thing) => finders.handlesOf(keyOf(namespace, thing))))
      suppliers.delete(handle)
      return [...suppliers]
    },
    save: (out) => {
      needy.save(out)
      finders.save(out)
    },
  }
}

/** What a server has of a thing. */
function keyOf(namespace: string, thing: string): string {
  return `${namespace}|${thing}`
}
