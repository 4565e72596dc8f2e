import { encodePostings, type PostingList } from './posting-list.ts'

/** Collects postings in any order of keys; for each key those of a lower ordinal come first. */
export interface PostingCollector {
  readonly add: (key: number, ordinal: number, steps: number) => void
  /** The lists of keys that have any, by number. */
  readonly finish: () => Iterable<readonly [key: number, list: PostingList]>
}

/** Starts a collector without any: three numbers a posting, sorted by key in the end. */
export function createPostingCollector(): PostingCollector {
  let keys = new Uint32Array(1_024)
  let ordinals = new Uint32Array(1_024)
  let steps = new Uint32Array(1_024)
  let count = 0
  let most = 0
  const grow = (): void => {
    const room = 2 * count
    keys = copied(keys, room)
    ordinals = copied(ordinals, room)
    steps = copied(steps, room)
  }
  function* finish(): Generator<readonly [number, PostingList]> {
    const starts = new Uint32Array(most + 2)
    for (let i = 0; i < count; i += 1) increase(starts, (keys[i] as number) + 1)
    for (let key = 1; key < starts.length; key += 1) starts[key] = at(starts, key) + at(starts, key - 1)
    const next = starts.slice()
    const sorted = { ordinals: new Uint32Array(count), steps: new Uint32Array(count) }
    for (let i = 0; i < count; i += 1) {
      const key = keys[i] as number
      const place = at(next, key)
      next[key] = place + 1
      sorted.ordinals[place] = ordinals[i] as number
      sorted.steps[place] = steps[i] as number
    }
    for (let key = 0; key <= most; key += 1) {
      const [from, to] = [at(starts, key), at(starts, key + 1)]
      if (to > from) yield [key, encodePostings(sorted, from, to)]
    }
  }
  return {
    add: (key, ordinal, times) => {
      if (count === keys.length) grow()
      keys[count] = key
      ordinals[count] = ordinal
      steps[count] = times
      count += 1
      if (key > most) most = key
    },
    finish,
  }
}

function copied(from: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(room)
  to.set(from)
  return to
}

function at(values: Uint32Array, i: number): number {
  return values[i] as number
}

function increase(values: Uint32Array, i: number): void {
  values[i] = at(values, i) + 1
}
