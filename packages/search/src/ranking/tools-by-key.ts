import type { Analyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { grown, TextTable } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/** Values that are remembered: what the words of some hundreds of requests come to, in about a megabyte. */
const MAX_REMEMBERED = 4_096

/** What is read of keys, each once for as long as there are not too many of them and nothing changes. */
export class Memo<Key, Value extends object> {
  readonly #read: (key: Key) => Value
  readonly #values = new Map<Key, Value>()
  readonly #most: number

  constructor(read: (key: Key) => Value, most: number = MAX_REMEMBERED) {
    this.#read = read
    this.#most = most
  }

  get(key: Key): Value {
    let value = this.#values.get(key)
    if (value === undefined) {
      value = this.#read(key)
      if (this.#values.size >= this.#most) this.#values.clear()
      this.#values.set(key, value)
    }
    return value
  }

  clear(): void {
    // Clearing an empty map makes another one.
    if (this.#values.size > 0) this.#values.clear()
  }
}

/** Texts by number, such as a `TextTable`. */
interface Keys {
  /** The number of a key, or -1. */
  readonly find: (key: string) => number
  /** The number of a key, which is added when it is new. */
  readonly add: (key: string) => number
  readonly remove: (number: number) => void
  readonly save: (out: SectionWriter) => void
}

const NONE = -1
const NO_TOOLS: readonly number[] = []

// An entry is a tool in the list of a key, in five numbers: the key, the tool, the neighbours in the list, and the
// next entry of the tool.
const ENTRY = 5
const KEY = 0
const DOC = 1
const NEXT = 2
const PREVIOUS = 3
const NEXT_OF_DOC = 4

/** Lists of tools by text keys, a tool in any number of them; a few numbers for each place in a list. */
export class DocIdLists<K extends Keys> {
  readonly keys: K
  /** By key: the first entry of its list. */
  #firstOfKey = new Int32Array(64)
  /** By docId: the first entry of the tool, plus 1. */
  #firstOfDoc = new Int32Array(64)
  #entries = new Int32Array(ENTRY * 64)
  #count = 0
  #free: number[] = []

  /** @param keys are not used otherwise; those that were saved precede the lists. */
  constructor(keys: K, saved?: SectionReader) {
    this.keys = keys
    if (saved === undefined) return
    this.#firstOfKey = saved.next(Int32Array)
    this.#firstOfDoc = saved.next(Int32Array)
    this.#entries = saved.next(Int32Array)
    this.#count = this.#entries.length / ENTRY
    this.#free = Array.from(saved.next(Uint32Array))
  }

  /** Puts a tool into the list of a key it is not in. */
  add(docId: number, key: string): void {
    const known = this.keys.find(key)
    const number = known === NONE ? this.keys.add(key) : known
    const entry = this.#free.pop() ?? this.#count++
    this.#entries = grown(this.#entries, ENTRY * (entry + 1))
    this.#firstOfKey = grown(this.#firstOfKey, number + 1)
    this.#firstOfDoc = grown(this.#firstOfDoc, docId + 1)
    const after = known === NONE ? NONE : (this.#firstOfKey[number] as number)
    this.#set(entry, KEY, number)
    this.#set(entry, DOC, docId)
    this.#set(entry, NEXT, after)
    this.#set(entry, PREVIOUS, NONE)
    this.#set(entry, NEXT_OF_DOC, (this.#firstOfDoc[docId] as number) - 1)
    if (after !== NONE) this.#set(after, PREVIOUS, entry)
    this.#firstOfKey[number] = entry
    this.#firstOfDoc[docId] = entry + 1
  }

  /** Takes a tool out of all lists; a key without tools is removed. */
  remove(docId: number): void {
    for (let entry = this.#firstEntryOf(docId); entry !== NONE; entry = this.#get(entry, NEXT_OF_DOC)) {
      const before = this.#get(entry, PREVIOUS)
      const after = this.#get(entry, NEXT)
      if (after !== NONE) this.#set(after, PREVIOUS, before)
      if (before !== NONE) this.#set(before, NEXT, after)
      else if (after !== NONE) this.#firstOfKey[this.#get(entry, KEY)] = after
      else this.keys.remove(this.#get(entry, KEY))
      this.#free.push(entry)
    }
    if (docId < this.#firstOfDoc.length) this.#firstOfDoc[docId] = 0
  }

  /** The tools in the list of a key, the oldest first. */
  docIdsOf(key: string): readonly number[] {
    const number = this.keys.find(key)
    if (number === NONE) return NO_TOOLS
    const docIds: number[] = []
    let entry = this.#firstOfKey[number] as number
    for (; entry !== NONE; entry = this.#get(entry, NEXT)) docIds.push(this.#get(entry, DOC))
    return docIds.reverse()
  }

  /** The numbers of the keys in whose lists a tool is. */
  keysOf(docId: number): readonly number[] {
    const keys: number[] = []
    for (let entry = this.#firstEntryOf(docId); entry !== NONE; entry = this.#get(entry, NEXT_OF_DOC)) {
      keys.push(this.#get(entry, KEY))
    }
    return keys
  }

  /** The number of one of these keys; `undefined` when the tool is in no list. */
  keyOf(docId: number): number | undefined {
    const entry = this.#firstEntryOf(docId)
    return entry === NONE ? undefined : this.#get(entry, KEY)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.keys.save(out)
    out.add(this.#firstOfKey)
    out.add(this.#firstOfDoc)
    out.add(this.#entries.subarray(0, ENTRY * this.#count))
    out.add(Uint32Array.from(this.#free))
  }

  #firstEntryOf(docId: number): number {
    return (this.#firstOfDoc[docId] ?? 0) - 1
  }

  #get(entry: number, field: number): number {
    return this.#entries[ENTRY * entry + field] as number
  }

  #set(entry: number, field: number, value: number): void {
    this.#entries[ENTRY * entry + field] = value
  }
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

/**
 * Which tools supply what others need: a tool whose call needs a `movie_id` is of no use without the one that
 * searches movies, so the one leads to the other within a server.
 */
export class Prerequisites {
  readonly #rootsIn: (text: string) => readonly string[]
  readonly #producing: ReadonlySet<string>
  readonly #identifiers: ReadonlySet<string>
  // By server and thing: the tools that find it, and those that need its identifier.
  readonly #producers: DocIdLists<TextTable>
  readonly #consumers: DocIdLists<TextTable>
  /** By argument. Most have the names of others. */
  readonly #things = new Memo((argument: string) => ({ thing: this.#thingOf(argument) }))
  /** By number of what is needed, until a tool comes or goes. */
  readonly #producersOf = new Memo((need: number) =>
    this.#producers.docIdsOf(this.#consumers.keys.textOf(need)),
  )

  constructor(analyzer: Analyzer, saved?: SectionReader) {
    this.#rootsIn = (text) => rootsOf(analyzer.analyze(text))
    this.#producing = new Set(PRODUCING.flatMap(this.#rootsIn))
    this.#identifiers = new Set(IDENTIFIERS.flatMap(this.#rootsIn))
    this.#producers = new DocIdLists(new TextTable(saved), saved)
    this.#consumers = new DocIdLists(new TextTable(saved), saved)
  }

  place(docId: number, { nameRoots, namespace, required }: LinkedTool): void {
    this.remove(docId)
    if (namespace === '') return
    const needs = new Set<string>()
    for (const argument of required) {
      const { thing } = this.#things.get(argument)
      if (thing !== undefined) needs.add(thing)
    }
    for (const thing of needs) this.#consumers.add(docId, `${namespace}|${thing}`)
    if (!nameRoots.some((root) => this.#producing.has(root))) return
    for (const thing of new Set(nameRoots)) {
      // A tool that needs the identifier of a thing does not produce it.
      const isProduced = !this.#producing.has(thing) && !needs.has(thing)
      if (isProduced) this.#producers.add(docId, `${namespace}|${thing}`)
    }
  }

  remove(docId: number): void {
    this.#producersOf.clear()
    this.#producers.remove(docId)
    this.#consumers.remove(docId)
  }

  /** The tools that find what a tool's required arguments identify, each once; never the tool itself. */
  producersFor(docId: number): readonly number[] {
    const needs = this.#consumers.keysOf(docId)
    if (needs.length === 1) return this.#producersOf.get(needs[0] as number)
    return [...new Set(needs.flatMap((need) => this.#producersOf.get(need)))]
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.#producers.save(out)
    this.#consumers.save(out)
  }

  /** What an argument identifies: `movie` of `movie_id`. */
  #thingOf(argument: string): string | undefined {
    const roots = this.#rootsIn(argument)
    return roots[roots.findIndex((root) => this.#identifiers.has(root)) - 1]
  }
}
