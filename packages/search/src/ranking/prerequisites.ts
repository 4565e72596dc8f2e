import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { grown } from '../kernel/hash-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createKeyTable, createTextList } from './key-table.ts'

/**
 * Which tools supply what others need: a tool whose call needs a `movie_id` is of no use without the one that
 * searches movies, so the one leads to the other within a server.
 */
export interface Prerequisites {
  readonly place: (docId: number, tool: LinkedTool) => void
  readonly remove: (docId: number) => void
  /** The tools that find what a tool's required arguments identify, each once; never the tool itself. */
  readonly producersFor: (docId: number) => readonly number[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

/** What {@link Prerequisites} looks at. */
export interface LinkedTool {
  /** The root terms of its name, in order. */
  readonly nameRoots: readonly string[]
  readonly namespace: string
  /** Names of the arguments every call must have. */
  readonly required: readonly string[]
}

/** Words of names of tools that find things by other things than their identifier. */
const PRODUCING = ['search', 'find', 'list', 'lookup', 'query']
const IDENTIFIERS = ['id', 'ids', 'identifier']

const NOTHING: readonly never[] = Object.freeze([])

/** Creates an empty set of {@link Prerequisites}, or the one that was saved. */
export function createPrerequisites(analyzer: Analyzer, saved?: SectionReader): Prerequisites {
  const read = (text: string): readonly string[] => rootsOf(analyzer.analyze(text))
  const producing = new Set(PRODUCING.flatMap(read))
  const identifiers = new Set(IDENTIFIERS.flatMap(read))
  /** By docId: namespace and arguments of tools that need identifiers, as JSON; most need none. */
  const consumers = createTextList(saved)
  const producers = createDocIdLists(saved)

  const consumedThings = (required: readonly string[]): readonly string[] => {
    if (required.length === 0) return NOTHING
    const needs: string[] = []
    for (const argument of required) {
      const roots = read(argument)
      const place = roots.findIndex((root) => identifiers.has(root))
      if (place > 0) needs.push(roots[place - 1] as string)
    }
    return needs
  }
  const producedThings = (roots: readonly string[]): readonly string[] =>
    roots.some((root) => producing.has(root)) ? roots.filter((root) => !producing.has(root)) : NOTHING
  const remove = (docId: number): void => {
    producers.remove(docId)
    if (consumers.get(docId) !== '') consumers.set(docId, '')
  }
  return {
    place: (docId, { nameRoots, namespace, required }) => {
      remove(docId)
      if (namespace === '') return
      const needs = consumedThings(required)
      if (needs.length > 0) consumers.set(docId, JSON.stringify([namespace, required]))
      const found = producedThings(nameRoots)
      if (found.length === 0) return
      // A tool that needs the identifier of a thing does not produce it.
      const things = new Set(found.filter((thing) => !needs.includes(thing)))
      for (const thing of things) producers.add(docId, keyOf(namespace, thing))
    },
    remove,
    producersFor: (docId) => {
      const needs = consumers.get(docId)
      if (needs === '') return NOTHING
      const [namespace, required] = JSON.parse(needs) as [string, readonly string[]]
      const things = consumedThings(required)
      const prerequisites = new Set(things.flatMap((thing) => producers.docIdsOf(keyOf(namespace, thing))))
      prerequisites.delete(docId)
      return [...prerequisites]
    },
    save: (out) => {
      consumers.save(out)
      producers.save(out)
    },
  }
}

/** What a server has of a thing. */
function keyOf(namespace: string, thing: string): string {
  return `${namespace}|${thing}`
}

/** Lists of tools by text keys, a tool in any number of them; a few numbers for each place in a list. */
export interface DocIdLists {
  /** Puts a tool into the list of a key it is not in. */
  readonly add: (docId: number, key: string) => void
  /** Takes a tool out of all lists. */
  readonly remove: (docId: number) => void
  /** The tools in the list of a key. */
  readonly docIdsOf: (key: string) => readonly number[]
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NONE = -1

/** Creates empty {@link DocIdLists}, or those that were saved. */
function createDocIdLists(saved?: SectionReader): DocIdLists {
  const keys = createKeyTable(saved)
  /** By key: the first place of its list. */
  let firstOfKey = saved?.next(Int32Array) ?? new Int32Array(64)
  /** By docId: the first place of the tool, plus 1. */
  let firstOfDoc = saved?.next(Int32Array) ?? new Int32Array(64)
  // By entry: its key and document, and its neighbours in the list and among those of the tool.
  let keyOf = saved?.next(Int32Array) ?? new Int32Array(64)
  let docIdOf = saved?.next(Int32Array) ?? new Int32Array(64)
  let next = saved?.next(Int32Array) ?? new Int32Array(64)
  let previous = saved?.next(Int32Array) ?? new Int32Array(64)
  let nextOfDoc = saved?.next(Int32Array) ?? new Int32Array(64)
  let places = saved === undefined ? 0 : docIdOf.length
  const free: number[] = []
  for (const place of saved?.next(Uint32Array) ?? []) free.push(place)
  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const own = (): void => {
    if (!isShared) return
    isShared = false
    firstOfKey = firstOfKey.slice()
    firstOfDoc = firstOfDoc.slice()
    keyOf = keyOf.slice()
    docIdOf = docIdOf.slice()
    next = next.slice()
    previous = previous.slice()
    nextOfDoc = nextOfDoc.slice()
  }

  const takePlace = (): number => {
    const place = free.pop() ?? places++
    keyOf = grown(keyOf, place + 1)
    docIdOf = grown(docIdOf, place + 1)
    next = grown(next, place + 1)
    previous = grown(previous, place + 1)
    nextOfDoc = grown(nextOfDoc, place + 1)
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
    add: (docId, key) => {
      own()
      const place = takePlace()
      firstOfDoc = grown(firstOfDoc, docId + 1)
      docIdOf[place] = docId
      nextOfDoc[place] = (firstOfDoc[docId] as number) - 1
      firstOfDoc[docId] = place + 1
      enterList(place, key)
    },
    remove: (docId) => {
      if (docId >= firstOfDoc.length || firstOfDoc[docId] === 0) return
      own()
      for (let place = (firstOfDoc[docId] as number) - 1; place !== NONE; ) {
        const after = nextOfDoc[place] as number
        leaveList(place)
        place = after
      }
      firstOfDoc[docId] = 0
    },
    docIdsOf: (key) => {
      const number = keys.find(key)
      const docIds: number[] = []
      for (
        let at = number === NONE ? NONE : (firstOfKey[number] as number);
        at !== NONE;
        at = next[at] as number
      )
        docIds.push(docIdOf[at] as number)
      return docIds
    },
    save: (out) => {
      keys.save(out)
      out.add(firstOfKey.slice())
      out.add(firstOfDoc.slice())
      for (const array of [keyOf, docIdOf, next, previous, nextOfDoc]) out.add(array.slice(0, places))
      out.add(Uint32Array.from(free))
    },
  }
}
