import { foldWord } from '../analysis/fold.ts'
import { grown } from '../kernel/growing-array.ts'
import { createKeyTable } from './key-table.ts'
import { createNearKeys } from './one-edit.ts'

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
}

const NONE = -1

/** Creates an empty set of {@link NamedTools}. */
export function createNamedTools(): NamedTools {
  const keys = createNearKeys()
  /** By key: the newest of its tools. */
  let newest = new Int32Array(64)
  const spaces = createKeyTable()
  /** By server: how many tools are there. */
  let population = new Uint32Array(64)
  // By handle.
  const names: string[] = []
  let keyOf = new Int32Array(64)
  let spaceOf = new Int32Array(64)
  /** The next older tool of the same key. */
  let older = new Int32Array(64)

  const reserve = (handle: number): void => {
    keyOf = grown(keyOf, handle + 1)
    spaceOf = grown(spaceOf, handle + 1)
    older = grown(older, handle + 1)
    while (names.length <= handle) keyOf[names.push('') - 1] = NONE
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
    leaveKey(handle)
    leaveSpace(handle)
    names[handle] = ''
  }
  return {
    add: (handle, name, namespace) => {
      remove(handle)
      const key = nameKey(name)
      if (key === '') return
      reserve(handle)
      names[handle] = name
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
    nameOf: (handle) => names[handle] as string,
    spaceNumber: spaces.find,
    spaceOf: (handle) => spaceOf[handle] as number,
  }
}

/** What is no letter, digit or mark of ASCII texts: what parts their words. */
const ASCII_SIGNS = /[^a-z0-9]+/g
const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu

/** A name without case, accents and separators: `readFile`, `read_file` and `read file` are `readfile`. */
export function nameKey(name: string): string {
  const folded = foldWord(name)
  return folded.replace(isAscii(folded) ? ASCII_SIGNS : SIGNS, '')
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false
  return true
}
