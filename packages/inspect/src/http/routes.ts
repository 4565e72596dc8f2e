import type { Gateway } from '@toolscout/gateway'
import type { Activity } from '../activity.ts'
import type { Catalog } from '../catalog.ts'
import type { Findings } from '../findings.ts'
import { describeLevels, explain, type LookUpDeps, lookFor, type Question } from '../look-up.ts'
import { overviewOf } from '../overview.ts'
import { pinsView } from '../waiting-pins.ts'
import type { QueryParams } from './query-params.ts'

/** Most rows of one answer. */
const MAX_ROWS = 200
const ROWS = {
  offset: { usual: 0, least: 0, most: 10_000_000 },
  limit: { usual: 100, least: 1, most: MAX_ROWS },
} as const

/** Answers one question of the page. */
export type Route = (params: QueryParams, signal: AbortSignal) => object | Promise<object>

/** What questions are answered from. */
export interface RouteDeps {
  readonly gateway: Gateway
  readonly principal: string
  readonly catalog: Catalog
  readonly findings: Findings
  readonly activity: Activity
  readonly countTokens: LookUpDeps['countTokens']
}

/** What the page can ask, by path. Nothing here changes anything, calls a tool or says how a server is configured. */
export function createRoutes(deps: RouteDeps): ReadonlyMap<string, Route> {
  const { catalog, findings, activity } = deps
  return new Map<string, Route>([
    [
      '/api/overview',
      () => {
        catalog.count()
        return overviewOf(deps)
      },
    ],
    ['/api/tools', (params) => catalog.page({ group: params.text('group'), ...rowsOf(params) })],
    ['/api/search', (params, signal) => lookFor(deps, questionOf(params), signal)],
    [
      '/api/explanation',
      (params, signal) => explain(deps, { ...questionOf(params), id: params.textOrThrow('id') }, signal),
    ],
    ['/api/tool', (params, signal) => describeLevels(deps, params.textOrThrow('id'), signal)],
    [
      '/api/findings',
      (params) =>
        findings.read({ again: params.text('again') === '1', code: params.text('code'), ...rowsOf(params) }),
    ],
    ['/api/pins', () => pinsView(deps)],
    ['/api/activity', () => activity.read()],
  ])
}

function questionOf(params: QueryParams): Question {
  return { query: params.textOrThrow('q'), group: params.text('group') }
}

function rowsOf(params: QueryParams): { readonly offset: number; readonly limit: number } {
  return { offset: params.integer('offset', ROWS.offset), limit: params.integer('limit', ROWS.limit) }
}
