import type { Gateway } from '@toolscout/gateway'
import type { Activity } from '../activity.ts'
import type { Catalog } from '../catalog.ts'
import type { Findings } from '../findings.ts'
import { describeLevels, explain, type LookUpParts, lookFor, type Question } from '../look-up.ts'
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
export interface RouteParts {
  readonly gateway: Gateway
  readonly principal: string
  readonly catalog: Catalog
  readonly findings: Findings
  readonly activity: Activity
  readonly countTokens: LookUpParts['countTokens']
}

/** What the page can ask, by path. Nothing here changes anything, calls a tool or says how a server is configured. */
export function createRoutes(parts: RouteParts): ReadonlyMap<string, Route> {
  const { catalog, findings, activity } = parts
  return new Map<string, Route>([
    [
      '/api/overview',
      () => {
        catalog.count()
        return overviewOf(parts)
      },
    ],
    ['/api/tools', (params) => catalog.page({ group: params.text('group'), ...rowsOf(params) })],
    ['/api/search', (params, signal) => lookFor(parts, questionOf(params), signal)],
    [
      '/api/explanation',
      (params, signal) => explain(parts, { ...questionOf(params), id: params.textOrThrow('id') }, signal),
    ],
    ['/api/tool', (params, signal) => describeLevels(parts, params.textOrThrow('id'), signal)],
    [
      '/api/findings',
      (params) =>
        findings.read({ again: params.text('again') === '1', code: params.text('code'), ...rowsOf(params) }),
    ],
    ['/api/pins', () => pinsView(parts)],
    ['/api/activity', () => activity.read()],
  ])
}

function questionOf(params: QueryParams): Question {
  return { query: params.textOrThrow('q'), group: params.text('group') }
}

function rowsOf(params: QueryParams): { readonly offset: number; readonly limit: number } {
  return { offset: params.integer('offset', ROWS.offset), limit: params.integer('limit', ROWS.limit) }
}
