import type { ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { sendJson } from '@toolscout/gateway/internal'
import { quote, truncate } from '@toolscout/model/internal'
import type { Activity } from '../activity.ts'
import type { SearchLogView } from '../api/search-log-view.ts'
import type { Catalog, Inspected, Slice } from '../catalog.ts'
import { type Choice, choiceNamed, chooser } from '../choice.ts'
import type { Findings } from '../findings.ts'
import { describeLevels, explain, lookFor, type Question } from '../look-up.ts'
import { overviewOf, pinsView } from '../overview.ts'
import type { SearchLog } from '../search-log.ts'
import { taskCosts } from '../task-costs.ts'

/** Most rows of one answer. */
const MAX_ROWS = 200

/** Answers one question of the page. */
export type Route = (params: QueryParams, signal: AbortSignal) => object | Promise<object>

/** What questions are answered from. */
export interface RouteDeps extends Inspected {
  readonly catalog: Catalog
  readonly findings: Findings
  readonly activity: Activity
  readonly searchLog: SearchLog
  readonly questionsFile: string | undefined
}

/** What the page can ask, by path. Nothing here changes anything or says how a server is configured. */
export function createRoutes(deps: RouteDeps): Readonly<Record<string, Route>> {
  const { catalog, findings, activity, searchLog, questionsFile } = deps
  return {
    '/api/overview': () => {
      // A counter that throws fails the answer as well, where it is reported.
      catalog.count().catch(() => {})
      return overviewOf(deps)
    },
    '/api/tools': (params) => {
      const isByTokens = params.text('sort') === 'tokens'
      return catalog.page(chooser(choiceOf(params), deps.gateway), { ...sliceOf(params), isByTokens })
    },
    '/api/search': (params, signal) => lookFor(deps, questionOf(params), signal),
    '/api/explanation': (params, signal) =>
      explain(deps, { ...questionOf(params), id: params.textOrThrow('id') }, signal),
    '/api/tool': (params, signal) => describeLevels(deps, params.textOrThrow('id'), signal),
    '/api/task': async (_, signal) => (await taskCosts(deps, signal)) ?? {},
    '/api/findings': (params) => {
      const asked = { again: params.text('again') === '1', code: params.text('code') }
      return findings.read(asked, sliceOf(params))
    },
    '/api/pins': () => pinsView(deps),
    '/api/activity': () => activity.read(),
    '/api/searches': (): SearchLogView => ({
      ...searchLog.read(),
      ...(questionsFile === undefined ? {} : { questionsFile: basename(questionsFile) }),
    }),
  }
}

function questionOf(params: QueryParams): Question {
  return { query: params.textOrThrow('q'), ...choiceOf(params) }
}

function choiceOf(params: QueryParams): Choice {
  return { group: params.text('group'), only: choiceNamed(params.text('only')) }
}

function sliceOf(params: QueryParams): Slice {
  return {
    offset: params.integer('offset', { usual: 0, least: 0, most: 10_000_000 }),
    limit: params.integer('limit', { usual: 100, least: 1, most: MAX_ROWS }),
  }
}

/** Longest text that is read, in characters. */
const MAX_TEXT_LENGTH = 4_096

/** The query parameters of a request, read within bounds. */
export class QueryParams {
  readonly #given: URLSearchParams

  constructor(query: string) {
    this.#given = new URLSearchParams(query)
  }

  /** A text, cut where it is too long; absent when not given. */
  text(name: string): string | undefined {
    const value = this.#given.get(name)
    return value === null ? undefined : truncate(value, MAX_TEXT_LENGTH)
  }

  /** @throws RangeError when it is missing. */
  textOrThrow(name: string): string {
    const value = this.text(name)
    if (value !== undefined) return value
    throw new RangeError(`${name} is missing.`)
  }

  /** @throws RangeError when it is not an integer within the bounds. */
  integer(
    name: string,
    { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
  ): number {
    const value = this.#given.get(name)
    if (value === null) return usual
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    throw new RangeError(`${name} is ${quote(value)}; it must be an integer from ${least} to ${most}.`)
  }
}

/** Answers are not cached, framed, sniffed or referred to; a browser may do nothing with one that is no page. */
export const HEADERS: Headers = new Headers({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** Answers why not, and hangs up. */
export function refuse(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy()
  sendJson(response, status, { error: reason }, { connection: 'close', ...headers })
}
