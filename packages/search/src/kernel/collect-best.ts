import { coverageFactor, saturation } from './bm25f.ts'
import { MAX_PLACES, type Partition, type PostingList, seek } from './partition.ts'
import { FIRST_RANGE, FREQUENCY, type HeldTerm, type ScoredDocuments } from './scored-documents.ts'
import { giveBackAccumulator, MARK, type RankedDocs, TopK, takeAccumulator } from './top-k.ts'

/** Documents that are scored together: few enough for their scores to stay in a fast cache. */
const WINDOW = 16_384
/** Lengths that come from memory together. */
const LINE = 16
/** With one posting for this many documents it is as fast to get their lengths one by one. */
const SPARSE = 8 * LINE
/** Sums of floating-point numbers differ in their last bits by their order; the bound is that much lower. */
const SLACK = 1 - 1e-9

/** What a document keeps of the score of its words: at most all of it, so that bounds without it hold. */
export interface DocumentFactor {
  /** By docId: the number of its kind, above 0; 0 or nothing where that is not known yet. */
  readonly kinds: Uint16Array
  /** By kind: what a document of it keeps at most; 0 or nothing where that is not known yet. */
  readonly shares: Float64Array
  /** The same of a document whose kind or share is not known; both are from then on. Above 0, at most 1. */
  readonly most: (docId: number) => number
  /** Terms that are marked: what a document keeps may depend on whether it holds one of them. */
  readonly marked: ReadonlySet<string>
  /** Above 0. */
  readonly of: (docId: number, isMarked: boolean) => number
  /** Says so in explanations. */
  readonly why: (docId: number, isMarked: boolean) => string
}

const NO_FACTOR = { kinds: new Uint16Array(0), shares: new Float64Array(0) }

/** What is collected. */
interface Collection {
  /** Most documents, at least 1. */
  readonly limit: number
  /** In the order in which they are added up: what can add the most, a boost at most, comes first. */
  readonly terms: readonly HeldTerm[]
  /** What covering the name is worth; see `TermQuery`. */
  readonly coverage: number
  readonly factor: DocumentFactor | undefined
  /** Whether a document may be a hit; every document may when it is absent. */
  readonly accepts: ((docId: number) => boolean) | undefined
  /** Whether ids put those of one score in order. */
  readonly isOrdered: boolean
}

/**
 * Collects the best documents: adds up what every term contributes to every document that holds it, window by window of
 * documents and term by term within a window. Once all that the terms left can add is less than the worst hit kept, no
 * further document gets a score. All of it stands in one function on purpose: a search mostly waits for memory, its own
 * code is part of that, and what stands beside a long loop is compiled as soon as the loop is.
 */
export function collectBest(
  { partitions, postings: lists, docIds: ids, scoring, rows }: ScoredDocuments,
  { limit, terms, coverage, factor, accepts, isOrdered }: Collection,
): RankedDocs {
  const best = new TopK(limit, isOrdered ? (place) => ids.idOf(docIdAt(partitions, place)) : undefined)
  const { flat, slope } = scoring
  const { kinds, shares } = factor ?? NO_FACTOR
  /** Covering the name multiplies a score by that at most. */
  const most = 1 + coverage
  const lowering = SLACK / most
  for (let p = 0; p < partitions.length; p += 1) {
    const partition = partitions[p] as Partition
    const { size, lengths, deleted, deletedCount, nameRoots, docIds } = partition
    const { frequencies, inName } = partition.table
    const { documents, profiles } = lists[p] as PostingList
    const range = FIRST_RANGE + 2 * p
    let boosts = 0
    let postings = 0
    for (let t = 0; t < terms.length; t += 1) {
      const { row, boost } = terms[t] as HeldTerm
      boosts += boost
      postings += (rows[row + range + 1] as number) - (rows[row + range] as number)
    }
    const isPassedOver = postings * SPARSE > size
    const accumulator = takeAccumulator(Math.min(size, WINDOW))
    const { slots, places, scores, covered } = accumulator
    for (let base = 0; base < size; base += WINDOW) {
      let threshold = best.threshold()
      const bound = threshold * lowering
      let count = 0
      slots.fill(0, 0, Math.min(size - base, WINDOW))
      // Where nothing else is written, so that the pass is not left out as being of no use.
      if (isPassedOver) scores[0] = passOver(lengths, base, Math.min(size, base + WINDOW))
      /** The most that this term and all after it can add. */
      let rest = boosts
      for (let t = 0; t < terms.length; t += 1) {
        const term = terms[t] as HeldTerm
        const { row, boost, covers } = term
        let { isMarked } = term
        const isClosed = rest < bound
        if (isClosed && count === 0) break
        rest -= boost
        let start = rows[row + range] as number
        let end = rows[row + range + 1] as number
        // The boost of a second term with the very same postings, which is added after it.
        let secondBoost = 0
        const next = terms[t + 1]
        if (next?.leader !== undefined && term.leader === undefined) {
          const other = rows[next.row + range] as number
          const isAsLong = (rows[next.row + range + 1] as number) - other === end - start
          if (isAsLong && partition.haveSamePostings(start, end, other)) {
            secondBoost = next.boost
            isMarked ||= next.isMarked
            rest -= secondBoost
            t += 1
          }
        }
        const isNoted = covers || isMarked
        const mark = isMarked ? MARK : 0
        if (base > 0) start = seek(documents, start, end, base)
        if (base + WINDOW < size) end = seek(documents, start, end, base + WINDOW)
        for (let i = start; i < end; i += 1) {
          const ordinal = documents[i] as number
          const place = ordinal - base
          let slot = slots[place] as number
          if (slot === 0) {
            if (isClosed) continue
            count += 1
            slot = count
            slots[place] = slot
            places[slot] = place
            scores[slot] = 0
            covered[slot] = 0
          }
          const profile = profiles[i] as number
          const share = saturation(frequencies[profile] as number, lengths[ordinal] as number, flat, slope)
          scores[slot] = (scores[slot] as number) + boost * share + secondBoost * share
          if (isNoted) {
            const isInName = covers ? (inName[profile] as number) : 0
            covered[slot] = ((covered[slot] as number) + isInName) | mark
          }
        }
      }
      // What is not needed to tell a document from a hit is not read.
      for (let slot = 1; slot <= count; slot += 1) {
        let score = scores[slot] as number
        if (score * most < threshold) continue
        const ordinal = base + (places[slot] as number)
        const noted = covered[slot] as number
        if (coverage > 0) score *= coverageFactor(coverage, noted & ~MARK, nameRoots[ordinal] as number)
        if (score < threshold || (deletedCount > 0 && deleted[ordinal] === 1)) continue
        // Before more is read of it: where few pass, nearly all are asked about.
        if (accepts !== undefined && !accepts(docIds[ordinal] as number)) continue
        if (factor !== undefined) {
          const docId = docIds[ordinal] as number
          const share = shares[kinds[docId] as number] || factor.most(docId)
          if (score * share < threshold) continue
          score *= factor.of(docId, noted >= MARK)
          if (score < threshold) continue
        }
        best.offer(score, p * MAX_PLACES + ordinal)
        threshold = best.threshold()
      }
    }
    giveBackAccumulator(accumulator)
  }
  const { scores, docIds: places } = best.drain()
  return { scores, docIds: places.map((place) => docIdAt(partitions, place)) }
}

/** Looks at an array from one end to the other, which brings it nearer faster than places of it one by one. */
function passOver(array: Float32Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i += LINE) sum += array[i] as number
  return sum
}

/** The docId of a document by its place: the number of the partition times `MAX_PLACES`, and the ordinal. */
function docIdAt(partitions: readonly Partition[], place: number): number {
  return partitions[Math.floor(place / MAX_PLACES)]?.docIds[place % MAX_PLACES] as number
}

/** Every term is looked for in every document up to this many of them. */
export const MANY_DOCUMENTS = 200_000
/** In more of them, the terms that can add the most find documents, until this many postings were read. */
const MOST_POSTINGS = 100_000
/** Documents that they find, for each that is wanted. */
const FOUND = 2

/**
 * Finds most of the best of many documents: the terms that can add the most find some, until a budget of postings is spent
 * (Lin and Trotman, "Anytime Ranking for Impact-Ordered Indexes", ICTIR 2015), and the best of those get their whole
 * scores. So what a search costs hardly grows with the catalog, nor with common words.
 */
export function findDocuments(
  documents: ScoredDocuments,
  { limit, terms, coverage, accepts }: Pick<Collection, 'limit' | 'terms' | 'coverage' | 'accepts'>,
  scoreOf: (docId: number) => number,
): RankedDocs {
  const finding = takeFinding(terms, documents.rows)
  const found = { limit: FOUND * limit, terms: finding, coverage, factor: undefined, accepts }
  const { docIds } = collectBest(documents, { ...found, isOrdered: false })
  const best = new TopK(found.limit, (docId) => documents.docIds.idOf(docId))
  // In the order in which they stand in memory.
  for (const docId of Uint32Array.from(docIds).sort()) best.offer(scoreOf(docId), docId)
  return best.drain()
}

/** The first terms, until they have enough postings. */
function takeFinding(terms: readonly HeldTerm[], rows: Float64Array): readonly HeldTerm[] {
  let postings = 0
  let count = 0
  for (; count < terms.length && postings < MOST_POSTINGS; count += 1) {
    const { row, leader } = terms[count] as HeldTerm
    if (leader === undefined) postings += rows[row + FREQUENCY] as number
  }
  return terms.slice(0, count)
}
