import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { grown } from '../kernel/growing-array.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createKeyTable, createTextList } from './key-table.ts'

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

/** Lists of tools by text keys, a tool in any number of them; a few numbers for each place in a list. */
export interface HandleLists {
  /** Puts a tool into the list of a key it is not in. */
  readonly add: (handle: number, key: string) => void
  /** Takes a tool out of all lists. */
  readonly remove: (handle: number) => void
  /** The tools in the list of a key. */
  readonly handlesOf: (key: string) => readonly number[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NONE = -1

/** Creates empty {@link HandleLists}, or those that were saved. */
export function createHandleLists(saved?: SectionReader): HandleLists {
  const keys = createKeyTable(saved)
  /** By key: the first place of its list. */
  let firstOfKey = saved?.next(Int32Array) ?? new Int32Array(64)
  /** By handle: the first place of the tool, plus 1. */
  let firstOfHandle = saved?.next(Int32Array) ?? new Int32Array(64)
  // By place: what stands there, and its neighbours in the list and among those of the tool.
  let keyOf = saved?.next(Int32Array) ?? new Int32Array(64)
  let handleOf = saved?.next(Int32Array) ?? new Int32Array(64)
  let next = saved?.next(Int32Array) ?? new Int32Array(64)
  let previous = saved?.next(Int32Array) ?? new Int32Array(64)
  let nextOfHandle = saved?.next(Int32Array) ?? new Int32Array(64)
  let places = saved === undefined ? 0 : handleOf.length
  const free: number[] = []
  for (const place of saved?.next(Uint32Array) ?? []) free.push(place)
  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const own = (): void => {
    if (!isShared) return
    isShared = false
    firstOfKey = firstOfKey.slice()
    firstOfHandle = firstOfHandle.slice()
    keyOf = keyOf.slice()
    handleOf = handleOf.slice()
    next = next.slice()
    previous = previous.slice()
    nextOfHandle = nextOfHandle.slice()
  }

  const takePlace = (): number => {
    const place = free.pop() ?? places++
    keyOf = grown(keyOf, place + 1)
    handleOf = grown(handleOf, place + 1)
    next = grown(next, place + 1)
    previous = grown(previous, place + 1)
    nextOfHandle = grown(nextOfHandle, place + 1)
    return place
  }
  const enterList = (place: number, key: string): void => {
    const known = keys.find(key)
    const number = known === NONE ? keys.add(key) : known
    firstOfKey = grown(firstOfKey, number + 1)
    const after = known === NONE ? NONE : (firstOfKey[number] as number)
    firstOfKey[number] = place
    keyOf[place] = number
    next[place] = after
    previous[place] = NONE
    if (after !== NONE) previous[after] = place
  }
  const leaveList = (place: number): void => {
    const key = keyOf[place] as number
    const before = previous[place] as number
    const after = next[place] as number
    if (after !== NONE) previous[after] = before
    if (before !== NONE) next[before] = after
    else if (after !== NONE) firstOfKey[key] = after
    else keys.remove(key)
    free.push(place)
  }
  return {
    add: (handle, key) => {
      own()
      const place = takePlace()
      firstOfHandle = grown(firstOfHandle, handle + 1)
      handleOf[place] = handle
      nextOfHandle[place] = (firstOfHandle[handle] as number) - 1
      firstOfHandle[handle] = place + 1
      enterList(place, key)
    },
    remove: (handle) => {
      if (handle >= firstOfHandle.length || firstOfHandle[handle] === 0) return
      own()
      for (let place = (firstOfHandle[handle] as number) - 1; place !== NONE; ) {
        const after = nextOfHandle[place] as number
        leaveList(place)
        place = after
      }
      firstOfHandle[handle] = 0
    },
    handlesOf: (key) => {
      const number = keys.find(key)
      const handles: number[] = []
      for (
        let at = number === NONE ? NONE : (firstOfKey[number] as number);
        at !== NONE;
        at = next[at] as number
      )
        handles.push(handleOf[at] as number)
      return handles
    },
    save: (out) => {
      keys.save(out)
      out.add(firstOfKey.slice())
      out.add(firstOfHandle.slice())
      for (const array of [keyOf, handleOf, next, previous, nextOfHandle]) out.add(array.slice(0, places))
      out.add(Uint32Array.from(free))
    },
  }
}
