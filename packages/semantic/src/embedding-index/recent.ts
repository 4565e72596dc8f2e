/** What was used last, at most `limit` of it. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/** Keeps as many values as it may, and forgets the one that was not used for longest. */
export function createRecent<Value>(limit: number): Recent<Value> {
  const values = new Map<string, Value>()
  const touch = (key: string, value: Value): void => {
    values.delete(key)
    values.set(key, value)
  }
  return {
    get: (key) => {
      const value = values.get(key)
      if (value !== undefined) touch(key, value)
      return value
    },
    set: (key, value) => {
      touch(key, value)
      const [oldest] = values.keys()
      if (values.size > limit && oldest !== undefined) values.delete(oldest)
    },
  }
}
