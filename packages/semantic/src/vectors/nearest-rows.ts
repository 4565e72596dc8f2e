import { compareIds, type VectorHit, type VectorSearchRequest } from '@toolscout/model'
import type { TextTable } from '@toolscout/search/internal'
import type { RowBlocks } from './row-blocks.ts'
import type { FactsFilter } from './row-facts.ts'
import { orderOf, Shortlist } from './shortlist.ts'
import type { Sieve } from './sieve.ts'
import type { VectorKernel } from './vector-kernel.ts'

/** So few rows are looked at before there is a first threshold. */
const FIRST_CHUNK = 32
/** In stores of fewer vectors everything is compared with the parts: it costs little, and is mostly found. It does not depend on the limit, so that a smaller limit is the head of a larger one. */
const FEW = 2_000
/** All rows are looked at up to this many of them. */
const MANY = 200_000
/** Rows that are looked at where there are more, the nearest by their signs: of a million, one of the hundred nearest is missed. */
const SIFTED = 2_048
/** The most that are taken from them; beyond, too many would be missing. */
const MOST_OF_SIFTED = SIFTED / 4
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
  /** Whether some of the nearest may be missing where there are very many. Default false. */
  readonly mayMiss?: boolean | undefined
  /** In place of `accepts`: what a filter looks at, which is remembered beside a vector. */
  readonly facts?: FactsFilter | undefined
}

/** Absent in what never holds very many rows, such as a page. */
let createSieve: ((rows: RowBlocks) => Sieve | undefined) | undefined

/** Says how rows are chosen by their signs. */
export function provideSieve(given: NonNullable<typeof createSieve>): void {
  createSieve = given
}

/** What chooses rows by their signs, where there are very many and it can run. */
export function sieveOf(rows: RowBlocks, count: number): Sieve | undefined {
  if (count <= MANY) return undefined
  rows.sieve ??= createSieve?.(rows)
  return rows.sieve
}

/** What is looked for. */
interface NearestRequest extends Pick<NearRequest, 'limit' | 'mayMiss'> {
  readonly accepts: ((row: number) => boolean) | undefined
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
    const { limit, ids, mayMiss } = request
    const least = queries.length === 1 || ids.size < FEW ? Number.NEGATIVE_INFINITY : 0
    this.#kernel.load(queries)
    const sieve = mayMiss && limit <= MOST_OF_SIFTED ? sieveOf(this.#kernel.rows, ids.size) : undefined
    if (sieve !== undefined) {
      this.#shortlist.clear(limit)
      for (const row of sieve.nearest(queries, ids.count, SIFTED))
        this.#look(
          { first: row - (row % UNIT), count: UNIT, only: row, queries: queries.length, least },
          request,
        )
      const hits = this.#take(queries.length, least, request)
      // Others are too far away, or a filter refuses most.
      if (hits.length === limit) return hits
    }
    this.#scan(queries.length, least, request)
    return this.#take(queries.length, least, request)
  }

  /** The best of the rows that were listed. */
  #take(queries: number, least: number, request: NearestRequest): readonly VectorHit[] {
    const { limit } = request
    const { rows, marks } = this.#shortlist.settle()
    const scores = this.#roomFor(rows.length)
    this.#kernel.dots(rows, 0, scores)
    if (queries > 1) this.#addParts(scores, rows, marks, { queries, least })
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
    const { limit, ids } = request
    const { blockRows } = this.#kernel
    this.#shortlist.clear(limit)
    for (let first = 0, chunk = FIRST_CHUNK; first < ids.count; chunk *= 2) {
      const count = Math.min(chunk, blockRows - (first % blockRows), ids.count - first)
      this.#look({ first, count, queries, least }, request)
      first += count
    }
  }

  /** Lists of some rows of a block those that may be among the best. */
  #look({ first, count, only, queries, least }: LookedAt, { accepts }: NearestRequest): void {
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
      if (upper < list.threshold || accepts?.(row) === false) continue
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
