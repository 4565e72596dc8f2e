import {
  compareHits,
  type Explanation,
  type Hit,
  type ToolFilter,
  type ToolPredicate,
} from '@toolscout/model'
import { isEmptyFilter } from '@toolscout/model/internal'
import type { SqliteConnection } from '../connection.ts'
import { parseSummary, readToolRow, TOOL_COLUMNS } from '../record-rows.ts'
import { expectSame } from '../row-checks.ts'
import type { ScoredSegment } from './score-tools.ts'

/** Which of the scored tools are hits. */
export interface Finding {
  readonly limit: number
  readonly filter: ToolFilter | undefined
  readonly passes: ToolPredicate
  readonly explain: boolean
}

/** How many more are looked at when a filter lets too few of them through. */
const GROWTH = 4

interface Found extends Hit {
  readonly explain: () => Explanation
}

/** The best tools that pass, in the one order of hits. Of equal scores all are looked at, since ids decide them. */
export function findBest(
  connection: SqliteConnection,
  segments: readonly ScoredSegment[],
  { limit, filter, passes, explain }: Finding,
): readonly Hit[] {
  const isFiltered = !isEmptyFilter(filter)
  const found: Found[] = []
  /** Everything of at least this score was looked at. */
  let reached = Number.POSITIVE_INFINITY
  for (let most = limit; reached > 0 && found.length < limit; most *= GROWTH) {
    const least = leastOf(segments, most)
    for (const { segment, scores, explain: explainAt } of segments) {
      for (const ordinal of ordinalsBetween(scores, least, reached)) {
        const number = segment.numbers[ordinal] as number
        const row = connection.get(`select ${TOOL_COLUMNS} from tools t where t.number = ?`, number)
        expectSame('The search', row !== undefined)
        const { id, summary } = readToolRow(row ?? {})
        if (isFiltered && !passes(parseSummary(summary))) continue
        found.push({ id, score: scores[ordinal] as number, explain: () => explainAt(ordinal) })
      }
    }
    reached = least
  }
  const best = found.sort(compareHits).slice(0, limit)
  return best.map(({ id, score, explain: explainHit }) =>
    explain ? { id, score, explanation: explainHit() } : { id, score },
  )
}

/** Where scores are above 0, at least `least` and below `reached`. */
function ordinalsBetween(scores: Float64Array, least: number, reached: number): readonly number[] {
  const ordinals: number[] = []
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number
    if (score >= least && score < reached && score > 0) ordinals.push(i)
  }
  return ordinals
}

/** The score that the `most` best have at least; 0 where there are no more than those. A heap whose root is the least. */
function leastOf(segments: readonly ScoredSegment[], most: number): number {
  const size = segments.reduce((sum, { scores }) => sum + scores.length, 0)
  if (most >= size) return 0
  const heap = new Float64Array(most)
  for (const { scores } of segments) {
    for (let i = 0; i < scores.length; i += 1) {
      if ((scores[i] as number) > (heap[0] as number)) replaceLeast(heap, scores[i] as number)
    }
  }
  return heap[0] as number
}

function replaceLeast(heap: Float64Array, score: number): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1
    if (child >= heap.length || (heap[child] as number) >= score) break
    heap[at] = heap[child] as number
    at = child
  }
  heap[at] = score
}
