/** The last items of a sequence, up to a limit. */
export interface Ring<T> {
  readonly add: (value: T) => void
  readonly last: () => T | undefined
  /** Puts another in the place of the last. */
  readonly replaceLast: (value: T) => void
  /** Oldest first. */
  readonly list: () => readonly T[]
}

/** Keeps the last `most`. */
export function createRing<T>(most: number): Ring<T> {
  const kept: T[] = []
  let next = 0
  return {
    add: (value) => {
      kept[next] = value
      next = (next + 1) % most
    },
    last: () => kept.at(next - 1),
    replaceLast: (value) => {
      kept[(next + most - 1) % most] = value
    },
    list: () => (kept.length < most ? [...kept] : [...kept.slice(next), ...kept.slice(0, next)]),
  }
}
