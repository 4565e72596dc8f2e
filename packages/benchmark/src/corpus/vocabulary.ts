import type { Random } from './random.ts'
import { SPELLABLE_WORDS, spellWord } from './spelling.ts'

/**
 * How often the frequent words are drawn: relative weight by rank, straight lines between the points on a
 * logarithmic scale of both. Fitted so that the share of tools that hold the word of each rank is that of public
 * MCP catalogs.
 */
const FREQUENT_WEIGHTS: readonly (readonly [rank: number, weight: number])[] = [
  [1, 266],
  [10, 82],
  [50, 33.3],
  [100, 18.3],
  [200, 9.9],
  [500, 3.16],
]
/** Words every server uses. */
const FREQUENT_WORDS = 500
/**
 * Words only some servers use. With the size of a server's own vocabulary (see `server.ts`) it decides how the
 * vocabulary grows: 2,700 words at 1,000 tools, 320,000 at 1,000,000.
 */
const RARE_WORDS = 305_000

/** The words tools are made of, drawn by how often real tools use them. */
export interface Vocabulary {
  /** A word any server may use. */
  readonly drawFrequent: (random: Random) => string
  /** A word of some trade, which most servers do not use. Plain Zipf: the word of rank r is drawn 1/r as often. */
  readonly drawRare: (random: Random) => string
  /** A word that no other number has and nothing else is called by: the name of a product or company. */
  readonly brand: (number: number) => string
}

/** Creates the vocabulary: the same for every seed. Takes some milliseconds and 3 MB. */
export function createVocabulary(): Vocabulary {
  const frequent = createSampler(FREQUENT_WORDS, frequentWeight)
  const rare = createSampler(RARE_WORDS, (rank) => 1 / rank)
  const spelled: (string | undefined)[] = new Array(FREQUENT_WORDS + RARE_WORDS)
  const wordOf = (rank: number): string => {
    const known = spelled[rank]
    if (known !== undefined) return known
    const word = spellWord(rank)
    spelled[rank] = word
    return word
  }
  return {
    drawFrequent: (random) => wordOf(frequent(random)),
    drawRare: (random) => wordOf(FREQUENT_WORDS + rare(random)),
    brand: (number) => {
      const rank = FREQUENT_WORDS + RARE_WORDS + number
      if (rank >= SPELLABLE_WORDS) throw new RangeError(`There are no names for ${number} servers.`)
      return spellWord(rank)
    },
  }
}

function frequentWeight(rank: number): number {
  const next = FREQUENT_WEIGHTS.findIndex(([end]) => rank <= end)
  const [toRank, toWeight] = FREQUENT_WEIGHTS[next] as readonly [number, number]
  const [fromRank, fromWeight] = FREQUENT_WEIGHTS[next - 1] ?? [toRank / 2, toWeight]
  const part = Math.log(rank / fromRank) / Math.log(toRank / fromRank)
  return fromWeight * (toWeight / fromWeight) ** part
}

/** Draws ranks, from 0, by the weights of ranks, from 1: a number in the running total is looked up by halving. */
function createSampler(size: number, weightOf: (rank: number) => number): (random: Random) => number {
  const totals = new Float64Array(size)
  let total = 0
  for (let i = 0; i < size; i += 1) {
    // Whole numbers: logarithms of other engines may differ in the last bit, and a corpus must not.
    total += Math.round(weightOf(i + 1) * 1e9)
    totals[i] = total
  }
  return (random) => {
    const mark = random.next() * total
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((totals[middle] as number) > mark) high = middle
      else low = middle + 1
    }
    return low
  }
}
