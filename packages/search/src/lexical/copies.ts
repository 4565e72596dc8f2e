import type { Word } from '../analysis/analyzer.ts'
import { grown } from '../kernel/growing-array.ts'
import type { ScoreBoard } from '../kernel/score-board.ts'
import { bestOfBoard } from '../kernel/top-k.ts'

/** Which tools say the same as others, so that copies of one tool do not fill an answer. */
export interface Copies {
  /** Remembers what a tool says: the words of its name, description and parameters. */
  readonly place: (handle: number, words: readonly (readonly Word[])[]) => void
  /**
   * Lowers hits to `keep` of their score of which there are enough above them already: one of the same server, or three
   * of any. Looks at the best hits alone. What it gives back says of a handle whether it was lowered, until the next call.
   */
  readonly thin: (board: ScoreBoard, options: ThinningOptions) => (handle: number) => boolean
}

/** What {@link Copies} thins by. */
export interface ThinningOptions {
  readonly keep: number
  readonly serverOf: (handle: number) => number | undefined
  /** Whether a hit keeps its score in any case, because it is asked for. */
  readonly isSpared: (handle: number) => boolean
}

/** Best hits that are looked at in a round, and rounds: another one is made as long as one has found copies. */
const LOOKED_AT = 64
const ROUNDS = 4
/**
 * Places that one text has. With one, who copies another's tool and adds a word that is asked for would push the tool
 * itself down.
 */
const PLACES = 3

/** Bins of a sketch, a byte each: texts that share nine words of ten differ in one or two of them. */
const BINS = 12
/** Bins that must be filled before one of them may differ: shorter texts must have the very same words. */
const FEWEST_BINS = 10
const EMPTY = 0
const NONE = 0xffff_ffff

/**
 * Creates an empty set of {@link Copies}, in 16 bytes a tool. The words of a tool are a set of roots, so that repeating and
 * reordering them makes no other text of it. A sketch of it, without numbers, is made by one-permutation hashing (Li, Owen
 * and Zhang, "One permutation hashing", NIPS 2012) with eight bits of each minimum kept (Li and König, "b-bit minwise
 * hashing", WWW 2010).
 *
 * Tools of different servers are copies when their sketches are alike. Those of one server are often siblings that
 * differ in the one word that matters (`movie`, `show`), so they must have the very same words and numbers, by the
 * sum of all hashes.
 */
export function createCopies(idOf: (handle: number) => string): Copies {
  let sketches = new Uint8Array(BINS * 64)
  let sums = new Uint32Array(64)
  const minima = new Uint32Array(BINS)
  const hashes = createHashSet()

  const isAlike = (one: number, other: number): boolean => {
    let different = 0
    let filled = 0
    for (let bin = 0; bin < BINS; bin += 1) {
      const value = sketches[BINS * one + bin] as number
      if (value !== EMPTY) filled += 1
      if (value === sketches[BINS * other + bin]) continue
      different += 1
      if (different > 1) return false
    }
    return filled > 0 && (different === 0 || filled >= FEWEST_BINS)
  }

  return {
    place: (handle, words) => {
      sketches = grown(sketches, BINS * (handle + 1))
      sums = grown(sums, handle + 1)
      minima.fill(NONE)
      hashes.clear()
      let sum = 0
      for (const list of words) {
        for (const { tokens } of list) {
          for (const { term, root } of tokens) {
            if (!root) continue
            const hash = hashOf(term)
            if (!hashes.add(hash)) continue
            sum += hash
            if (isNumber(term)) continue
            const bin = hash % BINS
            if (hash < (minima[bin] as number)) minima[bin] = hash
          }
        }
      }
      sums[handle] = sum
      for (let bin = 0; bin < BINS; bin += 1) {
        const minimum = minima[bin] as number
        sketches[BINS * handle + bin] = minimum === NONE ? EMPTY : 1 + ((minimum >>> 8) % 255)
      }
    },
    thin: (board, { keep, serverOf, isSpared }) => {
      const lowered = new Set<number>()
      if (keep === 1) return () => false
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = lowered.size
        const above: number[] = []
        for (const handle of bestOfBoard(board, LOOKED_AT, idOf).handles) {
          if (lowered.has(handle)) continue
          const server = serverOf(handle)
          const copies = above.filter(
            (other) => isAlike(handle, other) && (serverOf(other) !== server || sums[handle] === sums[other]),
          )
          const isEnough = copies.length >= PLACES || copies.some((other) => serverOf(other) === server)
          if (server === undefined || !isEnough || isSpared(handle)) above.push(handle)
          else lowered.add(handle)
        }
        if (lowered.size === before) break
        for (const handle of [...lowered].slice(before)) board.set(handle, board.get(handle) * keep)
      }
      return (handle) => lowered.has(handle)
    },
  }
}

function isNumber(term: string): boolean {
  return term.charCodeAt(0) < 58
}

/** FNV-1a over code units, finished as MurmurHash3 does, so that all bits depend on all letters. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Numbers, each once: a hash table that costs nothing to clear, because every tool fills one. */
interface HashSet {
  /** Says whether the number is new; false when there is no room for more. */
  readonly add: (hash: number) => boolean
  readonly clear: () => void
}

/** Numbers that are kept; the bounded fields of a tool hold fewer. */
const MOST_HASHES = 2_048
const SLOTS = 2 * MOST_HASHES

function createHashSet(): HashSet {
  const hashes = new Uint32Array(SLOTS)
  /** By slot, the filling it was last used in. */
  const fillings = new Uint32Array(SLOTS)
  let filling = 1
  let count = 0
  return {
    add: (hash) => {
      if (count === MOST_HASHES) return false
      let slot = hash % SLOTS
      while (fillings[slot] === filling) {
        if (hashes[slot] === hash) return false
        slot = (slot + 1) % SLOTS
      }
      fillings[slot] = filling
      hashes[slot] = hash
      count += 1
      return true
    },
    clear: () => {
      count = 0
      filling = (filling + 1) >>> 0
      if (filling > 0) return
      fillings.fill(0)
      filling = 1
    },
  }
}
