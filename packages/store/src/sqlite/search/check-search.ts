import type { Inspection } from '../inspection.ts'
import { numberOf } from '../row-checks.ts'
import { type IndexCheck, NO_CHECK, type Ranking } from './ranking.ts'
import { analysisNumber } from './store-search.ts'

/** Starts to compare what tools are found by with what they are. Another analysis' index is forgotten by the next search. */
export function startSearchCheck(inspection: Inspection, ranking: Ranking): IndexCheck {
  const { connection, state } = inspection
  if (state.searchedBy !== analysisNumber(ranking)) return NO_CHECK
  const rows = connection.all('select number from pending')
  return ranking.check(inspection, new Set(rows.map((row) => numberOf(row, 'number'))))
}
