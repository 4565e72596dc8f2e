import type { ToolHost } from '@toolscout/discovery'
import type { HostAnswer, HostHit } from '@toolscout/discovery/internal'
import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { nearestNames, type ServedCall } from '@toolscout/model/internal'
import { shownName } from '@toolscout/runtime/internal'
import { kindOf } from '../find-tool.ts'
import { namesInside } from '../inside.ts'
import type { MetaToolDefinition } from '../meta-tool.ts'
import { refusal } from '../refusals.ts'
import type { MetaSettings } from './meta-options.ts'
import {
  type AnswerSection,
  bestHits,
  fitSections,
  headLines,
  kindLines,
  LISTED_TOOLS,
  noteLines,
  short,
  toolLine,
} from './search-text.ts'

/** Where a search says, for programs, what it found. */
export const SEARCH_META_KEY = 'toolscout/search'
/** Most hits of one query that a model can ask for; the answer's budget ends long before. */
const MAX_LIMIT = 50
/** Hits that are looked at; the most an index gives. */
const MAX_HITS = 1_000
const MAX_QUERIES = 8
const MAX_SERVERS = 20

const DESCRIPTION =
  'Finds tools for what you want to do. There are more than you see: search before you say that something cannot be done.'

/** The name a model calls a tool by, where what is found can be called as it is. */
export type CallName = (id: string, principal: string) => string | undefined

/** Finds tools: a line each, with the parameters, or, where a model is given what was found, the name to call. */
export function searchTool(host: ToolHost, settings: MetaSettings, callName?: CallName): MetaToolDefinition {
  return {
    name: settings.names.search,
    description: DESCRIPTION,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to do, in plain words. Without it: a listing.' },
        queries: {
          type: 'array',
          items: { type: 'string' },
          maxItems: MAX_QUERIES,
          description: 'Several things at once.',
        },
        servers: {
          type: 'array',
          items: { type: 'string' },
          maxItems: MAX_SERVERS,
          description: 'Only tools of these servers.',
        },
        readOnly: { type: 'boolean', description: 'Only tools that change nothing.' },
        limit: { type: 'integer' },
        offset: { type: 'integer', description: 'Skip this many results.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    lists: ['queries', 'servers'],
    run: (args, call) => search(host, settings, callName, { args: args as SearchArguments, call }),
  }
}

interface SearchArguments extends JsonObject {
  readonly query?: string
  readonly queries?: readonly string[]
  readonly servers?: readonly string[]
  readonly readOnly?: boolean
  readonly limit?: number
  readonly offset?: number
}

/** The answer to one query, and those of its hits that are shown. */
interface Found {
  readonly query: string
  readonly answer: HostAnswer
  readonly hits: readonly HostHit[]
}

async function search(
  host: ToolHost,
  settings: MetaSettings,
  callName: CallName | undefined,
  { args, call }: { readonly args: SearchArguments; readonly call: ServedCall },
): Promise<ToolResult> {
  const { principal, signal } = call
  const unknown = unknownServer(host, args.servers ?? [], principal)
  if (unknown !== undefined) return unknown
  const asked = [args.query ?? '', ...(args.queries ?? [])].filter((query) => query.trim() !== '')
  const queries = asked.length === 0 ? [''] : [...new Set(asked)]
  const found = await Promise.all(queries.map((query) => find(host, query, { args, call })))
  const shown = found.flatMap(({ hits }) => hits)
  const { docs } = await host.describe([...new Set(shown.map(({ id }) => id))], {
    principal,
    signal,
    detail: callName === undefined ? 'schema' : 'summary',
  })
  const nameOf = (id: string): string => callName?.(id, principal) ?? id
  const lines = new Map(
    docs.map((doc) => [doc.id, { id: doc.id, name: nameOf(doc.id), full: toolLine(doc, nameOf(doc.id)) }]),
  )
  const sections = found.map(
    ({ query, answer, hits }): AnswerSection => ({
      head: [...(found.length === 1 ? [] : [`For ${JSON.stringify(short(query))}:`]), ...headLines(answer)],
      lines: hits.flatMap(({ id }) => lines.get(id) ?? []).map((line) => ({ ...line })),
    }),
  )
  const { text, ids } = fitSections(
    sections,
    [
      ...moreLines(found, args),
      ...(settings.split ? splitLines(host, settings, shown, principal) : []),
      ...noteLines(
        found.map(({ answer }) => answer),
        shown,
        nameOf,
      ),
    ],
    settings.searchBudgetTokens,
  )
  const levels = found.flatMap(({ answer }) => answer.verdict?.level ?? [])
  const told = Object.freeze({ ...(levels[0] === undefined ? {} : { verdict: levels[0] }), ids })
  return Object.freeze({ ...textResult(text), _meta: Object.freeze({ [SEARCH_META_KEY]: told }) })
}

/** A number a model gave, brought into its range and made whole; the preset where it gave none. */
export function clampWhole(
  given: number | undefined,
  preset: number,
  [least, most]: readonly [number, number],
): number {
  return Math.min(most, Math.max(least, Math.trunc(given ?? preset)))
}

async function find(
  host: ToolHost,
  query: string,
  { args, call: { principal, signal } }: { readonly args: SearchArguments; readonly call: ServedCall },
): Promise<Found> {
  const { servers = [], readOnly = false } = args
  const offset = clampWhole(args.offset, 0, [0, MAX_HITS])
  const limit = clampWhole(args.limit, LISTED_TOOLS, [1, MAX_LIMIT])
  const answer = await host.search(query, {
    principal,
    signal,
    // One more, so that a listing knows whether it goes on; and all, where our own filter follows.
    limit: readOnly ? MAX_HITS : Math.min(MAX_HITS, offset + limit + 1),
    // Models that want no filter often send an empty one.
    ...(servers.length === 0 ? {} : { filter: { namespaces: servers } }),
  })
  const kept = readOnly ? onlyReading(host, answer, principal) : answer
  const isPage = args.limit !== undefined || offset > 0
  return { query, answer: kept, hits: isPage ? kept.hits.slice(offset, offset + limit) : bestHits(kept) }
}

/** Only a listing says that it goes on: behind the best hits of a search almost nothing is wanted. */
function moreLines(found: readonly Found[], { offset = 0 }: SearchArguments): readonly string[] {
  return found.flatMap(({ query, answer, hits }) => {
    const next = clampWhole(offset, 0, [0, MAX_HITS]) + hits.length
    return query === '' && next < answer.hits.length ? [`More with offset ${next}.`] : []
  })
}

/** Hints count only for trusted servers, as they do for calls. */
function onlyReading(host: ToolHost, answer: HostAnswer, principal: string): HostAnswer {
  const hits = answer.hits.filter(({ id }) => {
    const tool = host.resolve(id, { principal })
    return tool !== undefined && kindOf(tool) === 'read'
  })
  return { ...answer, hits }
}

function splitLines(
  host: ToolHost,
  { names }: MetaSettings,
  hits: readonly HostHit[],
  principal: string,
): readonly string[] {
  const kinds = [...new Set(hits.map(({ id }) => id))].flatMap((id) => {
    const tool = host.resolve(id, { principal })
    return tool === undefined ? [] : [{ id, kind: kindOf(tool) }]
  })
  return kindLines(kinds, {
    read: names.callRead,
    write: names.callWrite,
    destructive: names.callDestructive,
  })
}

function unknownServer(
  host: ToolHost,
  servers: readonly string[],
  principal: string,
): ToolResult | undefined {
  if (servers.length === 0) return undefined
  const inside = namesInside(host, principal)
  const unknown = servers.find((server) => !inside.includes(server))
  if (unknown === undefined) return undefined
  const tool = shownName(unknown)
  const suggestions = nearestNames(tool, inside, { max: 3 })
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`
  return refusal('SERVER_NOT_FOUND', `There is no server ${tool}.${meant}`, { tool, suggestions })
}
