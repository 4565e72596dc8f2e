import { compareIds, type SearchRequest, type VectorHit, type VectorSearchRequest } from '@toolscout/model'
import type { NumberedTexts, TextTable } from '@toolscout/search/internal'
import { orderOf, Shortlist } from './shortlist.ts'
import type { VectorKernel } from './vector-kernel.ts'

/** So few rows are looked at before there is a first threshold. */
const FIRST_CHUNK = 32
/** In stores of fewer vectors everything is compared with the parts: it costs little, and is mostly found. It does not depend on the limit, so that a smaller limit is the head of a larger one. */
const FEW = 2_000
/** Lower than any score. */
const NOTHING = -2

/** Rows that a scan looks at together at least. */
const UNIT = 4

/** Rows of one block, and what they are looked at for. */
interface LookedAt {
  readonly first: number
  readonly count: number
  /** The one of them that counts. Default: all. */
  readonly only?: number
  readonly queries: number
  /** The lowest cosine to the first query that counts. */
  readonly least: number
}

/** What is asked of vectors of which not all need to be looked at. */
export interface NearRequest extends VectorSearchRequest {
  /** The ids that are looked at. Default: all. */
  readonly among?: NumberedTexts | undefined
}

/** A request of a hybrid, whose first searcher may know which tools are worth a look. */
export interface SearchAmong extends SearchRequest, Pick<NearRequest, 'among'> {}

/** What is looked for. */
interface NearestRequest extends Pick<NearRequest, 'limit' | 'accepts' | 'among'> {
  /** Ids by row; some rows may hold nothing. */
  readonly ids: TextTable
  readonly idOf: (row: number) => string
}

/** Finds the rows of a kernel that are nearest to a query, or to a query and its parts. */
export class NearestRows {
  readonly #kernel: VectorKernel
  readonly #shortlist = new Shortlist()
  /** Used again, since making arrays takes longer than filling them. */
  #scores = new Float64Array(512)

  constructor(kernel: VectorKernel) {
    this.#kernel = kernel
  }

  /** The best rows, for the first of some queries, of which the others are parts. */
  find(queries: readonly Float32Array[], request: NearestRequest): readonly VectorHit[] {
    const { limit, ids } = request
    const least = queries.length === 1 || ids.size < FEW ? Number.NEGATIVE_INFINITY : 0
    this.#kernel.load(queries)
    this.#scan(queries.length, least, request)
    const { rows, marks } = this.#shortlist.settle()
    const scores = this.#roomFor(rows.length)
    this.#kernel.dots(rows, 0, scores)
    if (queries.length > 1) this.#addParts(scores, rows, marks, { queries: queries.length, least })
    const idOf = (place: number): string => request.idOf(rows[place] as number)
    const order = orderOf(scores, (one, other) => compareIds(idOf(one), idOf(other)))
    const hits: VectorHit[] = []
    for (let i = 0; i < order.length && i < limit; i += 1) {
      const place = order[i] as number
      const score = scores[place] as number
      if (score === NOTHING) break
      hits.push({ id: idOf(place), score })
    }
    return hits
  }

  #roomFor(rows: number): Float64Array {
    if (rows > this.#scores.length) this.#scores = new Float64Array(2 * rows)
    return this.#scores.subarray(0, rows)
  }

  /** Reads every row once, and lists those that may be among the best. */
  #scan(queries: number, least: number, request: NearestRequest): void {
    const { limit, among, ids } = request
    const { blockRows } = this.#kernel
    this.#shortlist.clear(limit)
    if (among !== undefined) {
      for (const row of rowsOf(among, ids))
        this.#look({ first: row - (row % UNIT), count: UNIT, only: row, queries, least }, request)
      return
    }
    for (let first = 0, chunk = FIRST_CHUNK; first < ids.count; chunk *= 2) {
      const count = Math.min(chunk, blockRows - (first % blockRows), ids.count - first)
      this.#look({ first, count, queries, least }, request)
      first += count
    }
  }

  /** Lists of some rows of a block those that may be among the best. */
  #look({ first, count, only, queries, least }: LookedAt, { idOf, accepts }: NearestRequest): void {
    const kernel = this.#kernel
    const list = this.#shortlist
    const { blockRows, stride } = kernel
    const { list: numbers, bounds, margins, estimates } = kernel.listed
    const start = first - (first % blockRows)
    const found = kernel.scan(first, count, queries === 1 ? list.threshold : least)
    if (queries > 1) kernel.estimate(start, found)
    for (let i = 0; i < found; i += 1) {
      const row = start + (numbers[i] as number)
      if (only !== undefined && row !== only) continue
      const margin = margins[i] as number
      let upper = bounds[i] as number
      let lower = upper - 2 * margin
      let mark = 0
      if (queries > 1) {
        const most = estimates[i] as number
        // One that may yet be too far from the whole does not count.
        const isSure = lower >= least
        upper = (upper + most + margin) / 2
        lower = isSure ? upper - 2 * margin : Number.NEGATIVE_INFINITY
        if (upper < list.threshold) continue
        for (let number = 1; number < queries; number += 1) {
          if ((estimates[i + number * stride] as number) >= most - 2 * margin) mark |= 1 << number
        }
      }
      if (upper < list.threshold || accepts?.(idOf(row)) === false) continue
      list.add(row, lower, upper, mark)
    }
  }

  /**
   * Makes of cosines to the query the means of them and those to whatever of query and parts is nearest; `marks` has a bit
   * for each part that may be. What has a lower cosine than `least` gets the score of nothing.
   */
  #addParts(
    scores: Float64Array,
    rows: Int32Array,
    marks: Int32Array,
    { queries, least }: { readonly queries: number; readonly least: number },
  ): void {
    const nearest = scores.slice()
    const dots = new Float64Array(rows.length)
    for (let number = 1; number < queries; number += 1) {
      const places: number[] = []
      for (let i = 0; i < rows.length; i += 1) if (((marks[i] as number) >> number) & 1) places.push(i)
      const some = places.map((place) => rows[place] as number)
      this.#kernel.dots(some, number, dots)
      for (let i = 0; i < places.length; i += 1) {
        const place = places[i] as number
        if ((dots[i] as number) > (nearest[place] as number)) nearest[place] = dots[i] as number
      }
    }
    for (let i = 0; i < rows.length; i += 1) {
      const own = scores[i] as number
      scores[i] = own < least ? NOTHING : (own + (nearest[i] as number)) / 2
    }
  }
}

/** The rows of ids, each once, in ascending order. */
function rowsOf({ table, numbers }: NumberedTexts, ids: TextTable): Iterable<number> {
  const rows = numbers.map((number) => ids.findFrom(table, number)).filter((row) => row >= 0)
  return new Set(Int32Array.from(rows).sort())
}
