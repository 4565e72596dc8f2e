import { grown } from '../kernel/growing-array.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { createKeyTable } from './key-table.ts'

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
