import { grown } from '../kernel/growing-array.ts'
import { createKeyTable } from './key-table.ts'

/** Lists of tools by text keys, a tool in any number of them; a few numbers for each place in a list. */
export interface HandleLists {
  /** Puts a tool into the list of a key it is not in. */
  readonly add: (handle: number, key: string) => void
  /** Takes a tool out of all lists. */
  readonly remove: (handle: number) => void
  /** The tools in the list of a key. */
  readonly handlesOf: (key: string) => readonly number[]
}

const NONE = -1

/** Creates empty {@link HandleLists}. */
export function createHandleLists(): HandleLists {
  const keys = createKeyTable()
  /** By key: the first place of its list. */
  let firstOfKey = new Int32Array(64)
  /** By handle: the first place of the tool, plus 1. */
  let firstOfHandle = new Int32Array(64)
  // By place: what stands there, and its neighbours in the list and among those of the tool.
  let keyOf = new Int32Array(64)
  let handleOf = new Int32Array(64)
  let next = new Int32Array(64)
  let previous = new Int32Array(64)
  let nextOfHandle = new Int32Array(64)
  let places = 0
  const free: number[] = []

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
      const place = takePlace()
      firstOfHandle = grown(firstOfHandle, handle + 1)
      handleOf[place] = handle
      nextOfHandle[place] = (firstOfHandle[handle] as number) - 1
      firstOfHandle[handle] = place + 1
      enterList(place, key)
    },
    remove: (handle) => {
      if (handle >= firstOfHandle.length) return
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
  }
}
