import type { Accumulator } from './accumulator.ts'
import { coverageFactor } from './bm25f.ts'
import type { Partition, Scoring } from './partition.ts'
import type { TopK } from './top-k.ts'

/** A search that collects its best documents partition by partition. */
export interface Collection {
  readonly best: TopK
  readonly scoring: Scoring
  /** What covering the name is worth; see `TermQuery`. */
  readonly coverage: number
  /** What a document keeps of its score, at most all of it, so that bounds without it hold. */
  readonly factor: { readonly of: (handle: number) => number } | undefined
  /** Whether a document may be a hit; every document may when it is absent. */
  readonly accepts: ((handle: number) => boolean) | undefined
}

/** Offers every document that has a score, the places of the accumulator being those from `base` on; empties it. */
export function collectScored(
  { dead, nameRoots, handles }: Partition,
  base: number,
  accumulator: Accumulator,
  { best, coverage, factor, accepts }: Collection,
): void {
  const { scores, covered, touched, count } = accumulator
  let threshold = best.threshold()
  for (let i = 0; i < count; i += 1) {
    const place = touched[i] as number
    const ordinal = base + place
    let score = scores[place] as number
    scores[place] = 0
    if (coverage > 0) {
      score *= coverageFactor(coverage, covered[place] as number, nameRoots[ordinal] as number)
      covered[place] = 0
    }
    if (score < threshold || dead[ordinal] === 1) continue
    const handle = handles[ordinal] as number
    if (accepts !== undefined && !accepts(handle)) continue
    if (factor !== undefined) score *= factor.of(handle)
    if (score < threshold) continue
    best.offer(score, handle)
    threshold = best.threshold()
  }
  accumulator.count = 0
}
