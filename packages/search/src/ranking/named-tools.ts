import { foldWord, isAscii } from '../analysis/normalize.ts'
import { grown } from '../kernel/growing-array.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createNearKeys } from './edit-distance-index.ts'
import { createKeyTable, createTextList } from './key-table.ts'

/** Tools by the keys of their names, see {@link nameKey}; a few numbers for each of them. */
export interface NamedTools {
  /** Puts a tool in the place of the one of its handle. A name without letters and digits is not kept. */
  readonly add: (handle: number, name: string, namespace: string) => void
  readonly remove: (handle: number) => void
  /** The tools whose name has this key. */
  readonly handlesOf: (key: string) => readonly number[]
  /** Keys of names that are one slip of a finger away from this one. */
  readonly near: (key: string) => readonly string[]
  /** The name of a tool that is there, as it is written. */
  readonly nameOf: (handle: number) => string
  /** The number of the servers whose name has this key, or -1 when no tool is of them. */
  readonly spaceNumber: (key: string) => number
  /** The number of the server of a tool that is there; -1 without one. */
  readonly spaceOf: (handle: number) => number
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const NONE = -1

/** Creates an empty set of {@link NamedTools}, or the one that was saved. */
export function createNamedTools(saved?: SectionReader): NamedTools {
  const keys = createNearKeys(undefined, saved)
  /** By key: the newest of its tools. */
  let newest = saved?.next(Int32Array) ?? new Int32Array(64)
  const spaces = createKeyTable(saved)
  /** By server: how many tools are there. */
  let population = saved?.next(Uint32Array).slice() ?? new Uint32Array(64)
  // By handle.
  const names = createTextList(saved)
  let keyOf = saved?.next(Int32Array) ?? new Int32Array(64)
  let spaceOf = saved?.next(Int32Array) ?? new Int32Array(64)
  /** The next older tool of the same key. */
  let older = saved?.next(Int32Array) ?? new Int32Array(64)
  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const own = (): void => {
    if (!isShared) return
    isShared = false
    newest = newest.slice()
    keyOf = keyOf.slice()
    spaceOf = spaceOf.slice()
    older = older.slice()
  }

  const reserve = (handle: number): void => {
    keyOf = grown(keyOf, handle + 1)
    spaceOf = grown(spaceOf, handle + 1)
    older = grown(older, handle + 1)
    while (names.length <= handle) {
      keyOf[names.length] = NONE
      names.set(names.length, '')
    }
  }
  const enterKey = (handle: number, text: string): void => {
    const known = keys.find(text)
    const key = known === NONE ? keys.add(text) : known
    newest = grown(newest, key + 1)
    older[handle] = known === NONE ? NONE : (newest[key] as number)
    newest[key] = handle
    keyOf[handle] = key
  }
  const leaveKey = (handle: number): void => {
    const key = keyOf[handle] as number
    const next = older[handle] as number
    keyOf[handle] = NONE
    if (newest[key] === handle) {
      newest[key] = next
      if (next === NONE) keys.delete(key)
      return
    }
    let newer = newest[key] as number
    while (older[newer] !== handle) newer = older[newer] as number
    older[newer] = next
  }
  const enterSpace = (handle: number, text: string): void => {
    spaceOf[handle] = NONE
    if (text === '') return
    const known = spaces.find(text)
    const space = known === NONE ? spaces.add(text) : known
    population = grown(population, space + 1)
    population[space] = known === NONE ? 1 : (population[space] as number) + 1
    spaceOf[handle] = space
  }
  const leaveSpace = (handle: number): void => {
    const space = spaceOf[handle] as number
    if (space === NONE) return
    population[space] = (population[space] as number) - 1
    if (population[space] === 0) spaces.remove(space)
  }
  const remove = (handle: number): void => {
    if (handle >= names.length || keyOf[handle] === NONE) return
    own()
    leaveKey(handle)
    leaveSpace(handle)
    names.set(handle, '')
  }
  return {
    add: (handle, name, namespace) => {
      remove(handle)
      const key = nameKey(name)
      if (key === '') return
      own()
      reserve(handle)
      names.set(handle, name)
      enterKey(handle, key)
      enterSpace(handle, nameKey(namespace))
    },
    remove,
    handlesOf: (text) => {
      const key = keys.find(text)
      const handles: number[] = []
      for (let at = key === NONE ? NONE : (newest[key] as number); at !== NONE; at = older[at] as number) {
        handles.push(at)
      }
      return handles.reverse()
    },
    near: keys.near,
    nameOf: names.get,
    spaceNumber: spaces.find,
    spaceOf: (handle) => spaceOf[handle] as number,
    save: (out) => {
      keys.save(out)
      out.add(newest.slice())
      spaces.save(out)
      out.add(population.slice())
      names.save(out)
      for (const array of [keyOf, spaceOf, older]) out.add(array.slice(0, names.length))
    },
  }
}

/** What is no letter, digit or mark of ASCII texts: what parts their words. */
const ASCII_SIGNS = /[^a-z0-9]+/g
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu

/** Dashes, quotes and dots of the block General Punctuation, which stand in English texts and in no key. */
const PUNCTUATION = /[\u2010-\u2027]/g

/** A name without case, accents and separators: `readFile`, `read_file` and `read file` are `readfile`. */
export function nameKey(name: string): string {
  if (isAscii(name)) return name.toLowerCase().replace(ASCII_SIGNS, '')
  const plain = name.replace(PUNCTUATION, ' ')
  return isAscii(plain) ? nameKey(plain) : foldWord(plain).replace(SIGNS, '')
}
