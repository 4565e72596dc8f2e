/** A vector that was found. */
export interface VectorHit {
  readonly id: string
  /** Cosine of the angle between the two vectors, -1 to 1; rounding may pass these by less than 1e-6. */
  readonly score: number
}

/** What is looked for among vectors. */
export interface VectorSearchRequest {
  /** Most hits that come back; an integer, 0 or more. */
  readonly limit: number
  /** Only ids that pass are found; asked before the limit cuts, and not for every id. Default: all pass. */
  readonly accepts?: ((id: string) => boolean) | undefined
}

/**
 * Finds the vectors nearest to one, under ids. Vectors are of length 1, as embedders give them. What an
 * implementation owes:
 *
 * - `set` and `remove` take effect before they return; a known id takes the new vector, an unknown one is removed
 *   without effect.
 * - Vectors that are handed over are read, not kept: the caller may change them afterwards.
 * - Hits are in the order of `compareHits`, each id at most once, scores being cosines.
 * - At most `limit` hits come back, and as many as there are vectors that pass; a limit of 0 gives none.
 * - Only ids that pass `accepts` are found, and they are found before the limit cuts.
 * - One that is `exact` finds the nearest; any other finds most of them, and a vector that it holds is found by
 *   itself.
 * - `scoresOf` gives the cosine of each id in the order of the ids, `undefined` for one without a vector.
 * - A vector of another size, or not of length 1, is a RangeError and changes nothing.
 *
 * The suite `vectorIndexObligations` in the testkit has one test for each.
 */
export interface VectorIndex {
  readonly dimensions: number
  /** How many vectors it holds. */
  readonly size: number
  /** Whether it always finds the nearest. */
  readonly exact: boolean
  readonly set: (id: string, vector: Float32Array) => void
  /** Whether the id had a vector. */
  readonly remove: (id: string) => boolean
  readonly search: (query: Float32Array, request: VectorSearchRequest) => readonly VectorHit[]
  readonly scoresOf: (query: Float32Array, ids: readonly string[]) => readonly (number | undefined)[]
}
