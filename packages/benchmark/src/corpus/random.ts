/** Numbers that look random and are the same on every machine for the same seed. */
export interface Random {
  /** The next number, 0 <= x < 1, of 32 bits. */
  readonly next: () => number
  /** An integer, 0 <= x < bound. */
  readonly below: (bound: number) => number
  /** One of the items, all equally likely. */
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Outputs after which every bit of the seed has reached every bit of the state, with a margin. */
const WARM_UP = 20

/**
 * sfc32, "small fast counter", by Chris Doty-Humphrey (PractRand 0.94, RNG/other/sfc.h): 128 bits of state, three
 * of them chaotic and one a counter, so that no seed leads into a short cycle. `stream` picks one of many
 * independent sequences of a seed, so that any part of a corpus can be made without the parts before it.
 */
export function createRandom(seed: number, stream: number): Random {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = stream >>> 0
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < WARM_UP; i += 1) next()
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  }
}
