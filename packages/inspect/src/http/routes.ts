import type { Gateway } from '@toolscout/gateway'
import type { Activity } from '../activity.ts'
import type { Catalog } from '../catalog.ts'
import type { Findings } from '../findings.ts'
import { describeLevels, explain, type LookUpParts, lookFor, type Question } from '../look-up.ts'
import { tellOverview } from '../overview.ts'
import { tellPins } from '../waiting-pins.ts'
import type { Asked } from './asked.ts'

/** Most rows of one answer. */
const MAX_ROWS = 200
const ROWS = {
  offset: { usual: 0, least: 0, most: 10_000_000 },
  limit: { usual: 100, least: 1, most: MAX_ROWS },
} as const

/** Answers one question of the page. */
export type Route = (asked: Asked, signal: AbortSignal) => object | Promise<object>

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
        return tellOverview(parts)
      },
    ],
    ['/api/tools', (asked) => catalog.page({ group: asked.text('group'), ...rowsOf(asked) })],
    ['/api/search', (asked, signal) => lookFor(parts, questionOf(asked), signal)],
    [
      '/api/explanation',
      (asked, signal) => explain(parts, { ...questionOf(asked), id: asked.textOrThrow('id') }, signal),
    ],
    ['/api/tool', (asked, signal) => describeLevels(parts, asked.textOrThrow('id'), signal)],
    [
      '/api/findings',
      (asked) =>
        findings.tell({ again: asked.text('again') === '1', code: asked.text('code'), ...rowsOf(asked) }),
    ],
    ['/api/pins', () => tellPins(parts)],
    ['/api/activity', () => activity.tell()],
  ])
}

function questionOf(asked: Asked): Question {
  return { query: asked.textOrThrow('q'), group: asked.text('group') }
}

function rowsOf(asked: Asked): { readonly offset: number; readonly limit: number } {
  return { offset: asked.integer('offset', ROWS.offset), limit: asked.integer('limit', ROWS.limit) }
}
