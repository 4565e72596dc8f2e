/** A map that forgets what was not used for longest once it holds more than it may. */
export interface LruCache<Value> {
  /** The value of a key, which then counts as used; `undefined` when there is none. */
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
  readonly size: () => number
}

/** Creates a cache of at most `maxEntries`; with `0` it keeps nothing. */
export function createLruCache<Value>(maxEntries: number): LruCache<Value> {
  // A Map keeps the order of insertion, so the first key is the one that was not used for longest.
  const entries = new Map<string, Value>()
  const set = (key: string, value: Value): void => {
    entries.delete(key)
    entries.set(key, value)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    size: () => entries.size,
  }
}
