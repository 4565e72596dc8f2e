import type { ServerResponse } from 'node:http'
import type { Gateway } from '@toolscout/gateway'
import { quote, truncate } from '@toolscout/model/internal'
import type { Activity } from '../activity.ts'
import type { Catalog } from '../catalog.ts'
import type { Findings } from '../findings.ts'
import { describeLevels, explain, type LookUpDeps, lookFor, type Question } from '../look-up.ts'
import { overviewOf, pinsView } from '../overview.ts'

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

/** The query parameters of a request, read within bounds. */
export interface QueryParams {
  /** A text, cut at `maxLength` characters; absent when not given. */
  readonly text: (name: string, maxLength?: number) => string | undefined
  /** @throws RangeError when it is missing. */
  readonly textOrThrow: (name: string) => string
  /** @throws RangeError when it is not an integer within the bounds. */
  readonly integer: (
    name: string,
    bounds: { readonly usual: number; readonly least: number; readonly most: number },
  ) => number
}

/** Longest text that is read, in characters. */
const MAX_TEXT_LENGTH = 4_096

/** Reads the query string of an address. */
export function readQueryParams(query: string): QueryParams {
  const given = new URLSearchParams(query)
  const text: QueryParams['text'] = (name, maxLength = MAX_TEXT_LENGTH) => {
    const value = given.get(name)
    return value === null ? undefined : truncate(value, maxLength)
  }
  return {
    text,
    textOrThrow: (name) => {
      const value = text(name)
      if (value !== undefined) return value
      throw new RangeError(`${name} is missing.`)
    },
    integer: (name, { usual, least, most }) => {
      const value = given.get(name)
      if (value === null) return usual
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (number >= least && number <= most) return number
      throw new RangeError(`${name} is ${quote(value)}; it must be an integer from ${least} to ${most}.`)
    },
  }
}

/** Answers are not cached, framed, sniffed or referred to. */
const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** What a browser may do with an answer that is no page: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** How an answer is sent. */
export interface ReplyHead {
  readonly status: number
  readonly type: string
  /** Content security policy. Default: nothing is allowed. */
  readonly policy?: string | undefined
  readonly headers?: Readonly<Record<string, string | number>> | undefined
}

/** Begins an answer with the headers every answer has. */
export function beginReply(
  response: ServerResponse,
  { status, type, policy = NOTHING, headers }: ReplyHead,
): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-security-policy': policy,
    'content-type': type,
    ...headers,
  })
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  const head = { status, type: 'application/json', headers: { 'content-length': bytes.length, ...headers } }
  beginReply(response, head)
  response.end(bytes)
}

/** Answers why not, and hangs up. */
export function refuse(
  response: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy()
  sendJson(response, status, { error: reason }, { connection: 'close', ...headers })
}
