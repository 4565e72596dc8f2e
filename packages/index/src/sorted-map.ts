import { compareIds } from '@toolscout/model'

/** Most entries of a run: what is moved to make room for one, and what a change copies of a map that was cloned. */
const MAX_RUN = 512

/** Neighbouring entries. Maps that are not its owner copy it before they change it. */
interface Run<Value> {
  readonly owner: object
  readonly keys: string[]
  readonly values: Value[]
}

/** A map in ascending order of its keys, by code unit. Clones share the memory of what neither changed. */
export class SortedMap<Value> {
  #owner: object = {}
  #runs: Run<Value>[] = []

  /** Entries come with ascending keys. */
  constructor(entries: readonly (readonly [key: string, value: Value])[] = []) {
    for (let start = 0; start < entries.length; start += MAX_RUN) {
      const some = entries.slice(start, start + MAX_RUN)
      this.#runs.push({
        owner: this.#owner,
        keys: some.map(([key]) => key),
        values: some.map(([, value]) => value),
      })
    }
  }

  get size(): number {
    return this.#runs.reduce((sum, { keys }) => sum + keys.length, 0)
  }

  get(key: string): Value | undefined {
    const run = this.#runs[this.#runOf(key)]
    if (run === undefined) return undefined
    const place = placeOf(run.keys, key)
    return run.keys[place] === key ? run.values[place] : undefined
  }

  set(key: string, value: Value): void {
    const at = this.#runOf(key)
    const { keys, values } = this.#own(at)
    const place = placeOf(keys, key)
    if (keys[place] === key) {
      values[place] = value
      return
    }
    keys.splice(place, 0, key)
    values.splice(place, 0, value)
    if (keys.length <= MAX_RUN) return
    const half = keys.length >> 1
    this.#runs.splice(at + 1, 0, { owner: this.#owner, keys: keys.splice(half), values: values.splice(half) })
  }

  delete(key: string): void {
    const at = this.#runOf(key)
    const place = placeOf(this.#runs[at]?.keys ?? [], key)
    if (this.#runs[at]?.keys[place] !== key) return
    const { keys, values } = this.#own(at)
    keys.splice(place, 1)
    values.splice(place, 1)
    if (keys.length === 0) this.#runs.splice(at, 1)
  }

  /** From a key on, itself included; without one, all. */
  *entries(from = ''): Iterable<readonly [key: string, value: Value]> {
    for (let at = this.#runOf(from); at < this.#runs.length; at += 1) {
      const { keys, values } = this.#runs[at] as Run<Value>
      for (let i = placeOf(keys, from); i < keys.length; i += 1) yield [keys[i] as string, values[i] as Value]
    }
  }

  /** A map of its own with the same entries; it takes as long as there are runs. */
  clone(): SortedMap<Value> {
    const clone = new SortedMap<Value>()
    clone.#runs = this.#runs.slice()
    this.#owner = {}
    return clone
  }

  /** The run a key is in, if it is in any: the last one that does not begin behind it. */
  #runOf(key: string): number {
    let [low, high] = [0, this.#runs.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (compareIds(this.#runs[middle]?.keys[0] as string, key) <= 0) low = middle
      else high = middle
    }
    return low
  }

  /** A run that may be changed. */
  #own(at: number): Run<Value> {
    const run = this.#runs[at] ?? { owner: {}, keys: [], values: [] }
    if (run.owner === this.#owner) return run
    const own = { owner: this.#owner, keys: run.keys.slice(), values: run.values.slice() }
    this.#runs[at] = own
    return own
  }
}

/** The place of the first key that is not smaller. */
function placeOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareIds(keys[middle] as string, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
