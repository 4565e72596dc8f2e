/**
 * The documents of one frequent term as bits, with the number of bits before each word: whether a document holds the
 * term, and where its posting stands, is told without a search (rank on bit vectors: Jacobson 1989, "Space-efficient
 * Static Trees and Graphs").
 */
export interface TermBitmap {
  /** A bit for every ordinal, 32 a word. */
  readonly words: Int32Array
  /** Bits set in all words before. */
  readonly ranks: Uint16Array
}

const WORD_BITS = 5
const BIT_MASK = 31

/** The bits of postings from `from` up to `to`, for a segment of `size` documents. */
export function createTermBitmap(documents: Uint16Array, from: number, to: number, size: number): TermBitmap {
  const words = new Int32Array((size >>> WORD_BITS) + 1)
  const ranks = new Uint16Array(words.length)
  for (let i = from; i < to; i += 1) {
    const ordinal = documents[i] as number
    const word = ordinal >>> WORD_BITS
    words[word] = (words[word] as number) | (1 << (ordinal & BIT_MASK))
  }
  let rank = 0
  for (let word = 0; word < words.length; word += 1) {
    ranks[word] = rank
    rank += countBits(words[word] as number)
  }
  return { words, ranks }
}

/** How many of the documents before `ordinal` hold the term, or -1 when `ordinal` itself does not. */
export function rankIn({ words, ranks }: TermBitmap, ordinal: number): number {
  const word = ordinal >>> WORD_BITS
  const bits = words[word] as number
  const bit = 1 << (ordinal & BIT_MASK)
  return (bits & bit) === 0 ? -1 : (ranks[word] as number) + countBits(bits & (bit - 1))
}

/** Bits set in a word, summed in pairs, fours and bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
