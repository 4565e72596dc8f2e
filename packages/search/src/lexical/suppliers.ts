import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/roots.ts'
import { createHandleLists } from './handle-lists.ts'

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

const NOTHING: readonly never[] = Object.freeze([])

/** Creates an empty set of {@link Suppliers}. */
export function createSuppliers(analyzer: Analyzer): Suppliers {
  const read = (text: string): readonly string[] => rootsOf(analyzer.analyze(text))
  const finding = new Set(FINDING.flatMap(read))
  const identifiers = new Set(IDENTIFIERS.flatMap(read))
  /** The tools that need identifiers, by handle; most need none. */
  const needy = new Map<number, Pick<SuppliedTool, 'namespace' | 'required'>>()
  const finders = createHandleLists()

  const neededThings = (required: readonly string[]): readonly string[] => {
    const needs: string[] = []
    for (const argument of required) {
      const roots = read(argument)
      const place = roots.findIndex((root) => identifiers.has(root))
      if (place > 0) needs.push(roots[place - 1] as string)
    }
    return needs
  }
  const foundThings = (name: string): readonly string[] => {
    const roots = read(name)
    return roots.some((root) => finding.has(root)) ? roots.filter((root) => !finding.has(root)) : NOTHING
  }
  return {
    place: (handle, { name, namespace, required }) => {
      finders.remove(handle)
      needy.delete(handle)
      if (namespace === '') return
      const needs = neededThings(required)
      if (needs.length > 0) needy.set(handle, { namespace, required })
      // Who needs the identifier of a thing does not find it.
      const things = new Set(foundThings(name).filter((thing) => !needs.includes(thing)))
      for (const thing of things) finders.add(handle, keyOf(namespace, thing))
    },
    remove: (handle) => {
      finders.remove(handle)
      needy.delete(handle)
    },
    suppliersOf: (handle) => {
      const { namespace = '', required = NOTHING } = needy.get(handle) ?? {}
      const things = neededThings(required)
      const suppliers = new Set(things.flatMap((thing) => finders.handlesOf(keyOf(namespace, thing))))
      suppliers.delete(handle)
      return [...suppliers]
    },
  }
}

/** What a server has of a thing. */
function keyOf(namespace: string, thing: string): string {
  return `${namespace}|${thing}`
}
