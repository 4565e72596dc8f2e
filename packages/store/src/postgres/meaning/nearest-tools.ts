import { compareHits, compileFilter, type Hit, type SearchRequest, type ToolSummary } from '@toolscout/model'
import type { Ask, Database } from '../database.ts'
import { facetsWanted } from '../facets.ts'
import { cosineWith, packVector } from './packed-vector.ts'
import { GO_ON, nearestStatement, type VectorTable } from './vector-table.ts'

/** Vectors that are compared in full: more find hardly more of the ten nearest, see docs/scale.md. */
const CANDIDATES = 200
/** How many more are looked at when a filter lets too few through. */
const GROWTH = 4
const MOST_CANDIDATES = 12_800

/** A tool that is near. */
export interface NearTool {
  readonly hit: Hit
  readonly tool: ToolSummary
}

/** The tools whose vectors are nearest to one, best first; tools on the other side are not near. */
export async function nearestTools(
  database: Pick<Database, 'askSoon' | 'transact'>,
  table: VectorTable,
  {
    query,
    limit,
    filter,
    hasGroups,
    signal,
  }: Pick<SearchRequest, 'limit' | 'filter' | 'signal'> & {
    readonly query: Float32Array
    readonly hasGroups: boolean
  },
): Promise<readonly NearTool[]> {
  if (limit < 1) return []
  const passes = compileFilter(filter)
  const facets = facetsWanted(filter, hasGroups)
  const { signs, near } = packVector(query)
  for (let candidates = Math.max(CANDIDATES, 2 * limit); ; candidates *= GROWTH) {
    signal?.throwIfAborted()
    const statement = nearestStatement(table, { signs, near, facets, candidates })
    const ask: Ask =
      table.pgvector === undefined
        ? database.askSoon
        : (one) =>
            database.transact('repeatable read', async (inner) => {
              await inner({ text: GO_ON, values: [] })
              return inner(one)
            })
    const rows = await ask(statement)
    const found = rows.flatMap((row): NearTool[] => {
      const tool = JSON.parse(row.summary as string) as ToolSummary
      if (!passes(tool)) return []
      const score = cosineWith(query, row.codes as Uint8Array)
      return score > 0 ? [{ tool, hit: { id: tool.id, score } }] : []
    })
    const isAll = rows.length < candidates || candidates >= MOST_CANDIDATES
    if (found.length >= limit || isAll || facetsDecide(filter, hasGroups)) {
      return found.sort((a, b) => compareHits(a.hit, b.hit)).slice(0, limit)
    }
  }
}

/** Whether what the database cuts by is all that a filter asks, so that more candidates are only further away. */
function facetsDecide(filter: SearchRequest['filter'], hasGroups: boolean): boolean {
  return filter?.visibility === undefined || (hasGroups && filter.visibility.groups !== undefined)
}
