import { requireInteger } from './numbers.ts'

/** Numbers that look random and are the same on every machine for the same seed. */
export interface Random {
  /** An integer, 0 <= x < bound; all equally likely but for a share of bound / 2^32. */
  readonly below: (bound: number) => number
  /** The items in another order; every order is equally likely as far as the numbers go. */
  readonly shuffle: <Item>(items: readonly Item[]) => readonly Item[]
}

/**
 * Weyl sequence and mixing function of SplitMix (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), in the 32-bit form of which the finaliser of MurmurHash3 by Appleby is the mix.
 */
const GOLDEN_GAMMA = 0x9e3779b9

/**
 * Starts a sequence.
 *
 * @throws RangeError when the seed is no integer from 0 to 4,294,967,295.
 */
export function createRandom(seed: number): Random {
  requireInteger('seed', seed, [0, 0xffff_ffff])
  let state = mix(seed >>> 0)
  const below = (bound: number): number => {
    state = (state + GOLDEN_GAMMA) >>> 0
    return Math.floor((mix(state) / 2 ** 32) * bound)
  }
  return {
    below,
    // Fisher and Yates, in Durstenfeld's form (CACM 7(7), 1964, algorithm 235).
    shuffle: (items) => {
      const order = [...items]
      for (let i = order.length - 1; i > 0; i -= 1) {
        const other = below(i + 1)
        const item = order[i] as (typeof order)[number]
        order[i] = order[other] as (typeof order)[number]
        order[other] = item
      }
      return order
    },
  }
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
