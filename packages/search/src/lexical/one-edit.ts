/**
 * Finds the keys that are one slip of a finger away: a character left out, doubled or wrong, or two neighbours
 * swapped (Damerau 1964, "A technique for computer detection and correction of spelling errors"). The first
 * character has to be right, as it nearly always is, which keeps the candidates few.
 */
export interface NearKeys {
  /** Adding a key again changes nothing. */
  readonly add: (key: string) => void
  readonly delete: (key: string) => void
  /** The keys exactly one edit away, in ascending order. */
  readonly near: (key: string) => readonly string[]
}

/** Shorter keys have too many neighbours. */
const MIN_LENGTH = 4

/** Creates an empty set of {@link NearKeys}. */
export function createNearKeys(): NearKeys {
  const buckets = new Map<string, Set<string>>()
  const bucketOf = (key: string, length = key.length): string => `${key.charAt(0)}${length}`
  return {
    add: (key) => {
      const bucket = buckets.get(bucketOf(key))
      if (bucket === undefined) buckets.set(bucketOf(key), new Set([key]))
      else bucket.add(key)
    },
    delete: (key) => {
      const bucket = buckets.get(bucketOf(key))
      bucket?.delete(key)
      if (bucket?.size === 0) buckets.delete(bucketOf(key))
    },
    near: (key) => {
      if (key.length < MIN_LENGTH) return []
      return [key.length - 1, key.length, key.length + 1]
        .flatMap((length) => [...(buckets.get(bucketOf(key, length)) ?? [])])
        .filter((candidate) => isOneEdit(key, candidate))
        .sort()
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
