let lastKey = 0

/** A number nobody else was given. */
export function nextKey(): number {
  lastKey += 1
  return lastKey
}
