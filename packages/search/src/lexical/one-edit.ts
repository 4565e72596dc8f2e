/**
 * Finds the keys that are one slip of a finger away: a character left out, doubled or wrong, or two neighbours
 * swapped (Damerau 1964, "A technique for computer detection and correction of spelling errors"). The first
 * character has to be right, as it nearly always is, which keeps the candidates few.
 */
export interface NearKeys {
  /** Adding a key again changes nothing. */
  readonly add: (key: string) => void
  readonly delete: (key: string) => void
  /** Some keys may not be alive any more; they are dropped when there is cause to look at them. */
  readonly age: () => void
  /**
   * The living keys exactly one edit away, in ascending order. None where so many keys of a length begin alike
   * that looking through them would take long; such keys are numbers rather than words.
   */
  readonly near: (key: string) => readonly string[]
}

/** Shorter keys have too many neighbours. */
const MIN_LENGTH = 4
/** Keys of one length and first character that are looked through: some hundred microseconds. */
const MAX_BUCKET = 4_096
/** How often keys may age before all are looked at, beside once for every key. */
const SLACK = 1_024

interface Bucket {
  readonly keys: Set<string>
  /** The age at which the keys were last looked at. */
  checked: number
}

/**
 * Creates an empty set of {@link NearKeys}.
 *
 * @param isAlive whether a key is still wanted. Default: until it is deleted.
 */
export function createNearKeys(isAlive: (key: string) => boolean = () => true): NearKeys {
  const buckets = new Map<string, Bucket>()
  let size = 0
  let age = 0
  let lastPruned = 0
  const bucketOf = (key: string, length = key.length): string => `${key.charAt(0)}${length}`
  const remove = (key: string): void => {
    const bucket = buckets.get(bucketOf(key))
    if (bucket?.keys.delete(key) !== true) return
    size -= 1
    if (bucket.keys.size === 0) buckets.delete(bucketOf(key))
  }
  const prune = (bucket: Bucket): void => {
    if (bucket.checked === age) return
    bucket.checked = age
    for (const key of bucket.keys) if (!isAlive(key)) remove(key)
  }
  return {
    add: (key) => {
      const bucket = buckets.get(bucketOf(key)) ?? { keys: new Set(), checked: age }
      buckets.set(bucketOf(key), bucket)
      if (bucket.keys.size < bucket.keys.add(key).size) size += 1
    },
    delete: remove,
    age: () => {
      age += 1
      if (age - lastPruned <= size + SLACK) return
      lastPruned = age
      for (const bucket of [...buckets.values()]) prune(bucket)
    },
    near: (key) => {
      if (key.length < MIN_LENGTH) return []
      const found: string[] = []
      for (const length of [key.length - 1, key.length, key.length + 1]) {
        const bucket = buckets.get(bucketOf(key, length))
        if (bucket === undefined) continue
        // Whether there are too many must not depend on keys that are gone.
        if (bucket.keys.size > MAX_BUCKET) prune(bucket)
        if (bucket.keys.size > MAX_BUCKET) continue
        for (const candidate of bucket.keys) if (isOneEdit(key, candidate)) found.push(candidate)
      }
      return found.filter(isAlive).sort()
    },
  }
}

/** Whether exactly one insertion, deletion, substitution or swap of neighbours lies between two texts. */
export function isOneEdit(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest - shortest > 1 || one === other) return false
  let head = 0
  while (head < shortest && one.charCodeAt(head) === other.charCodeAt(head)) head += 1
  let tail = 0
  while (
    tail < shortest - head &&
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
  )
    tail += 1
  const differs = longest - head - tail
  if (differs <= 1) return true
  return (
    differs === 2 &&
    one.length === other.length &&
    one.charCodeAt(head) === other.charCodeAt(head + 1) &&
    one.charCodeAt(head + 1) === other.charCodeAt(head)
  )
}
