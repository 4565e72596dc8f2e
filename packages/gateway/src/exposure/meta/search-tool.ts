import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { nearestNames, type ServedCall } from '@toolscout/model/internal'
import type { Gateway, GatewayAnswer, GatewayHit } from '../../gateway.ts'
import { namesInside } from '../inside.ts'
import type { MetaToolDefinition } from '../meta-tool.ts'
import { clampWhole } from '../number-range.ts'
import { refusal, shownName } from '../refusals.ts'
import { kindOf } from '../tool-kind.ts'
import { fitText } from './fit-text.ts'
import { MAX_META_LIMIT, type MetaSettings } from './meta-options.ts'
import { headLine, kindLines, noteLines } from './search-notes.ts'

/** Where a search says, for programs, what it found. */
export const SEARCH_META_KEY = 'toolscout/search'
/** Hits that are looked at, so that a total can be told; the most an index gives. */
const MAX_HITS = 1_000
const MAX_QUERIES = 8
const MAX_SERVERS = 20

const DESCRIPTION =
  'Finds tools for what you want to do. The tools you see are few, behind them are many: search before you say that something cannot be done.'

/** The name a model calls a tool by, where what is found can be called as it is. */
export type CallName = (id: string, principal: string) => string | undefined

/**
 * Finds tools and tells as much of them as fits: how they are called, or, where a model is given what was found, by which
 * name.
 */
export function searchTool(
  gateway: Gateway,
  settings: MetaSettings,
  callName?: CallName,
): MetaToolDefinition {
  const { names, descriptions, searchLimit } = settings
  return {
    name: names.search,
    description: descriptions.search ?? DESCRIPTION,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to do, in plain words; without it tools are listed.' },
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
          description: 'Only tools of these.',
        },
        readOnly: { type: 'boolean', description: 'Only tools that surely change nothing.' },
        limit: { type: 'integer', description: `Default ${searchLimit}.` },
        offset: { type: 'integer', description: 'Goes on behind so many.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    lists: ['queries', 'servers'],
    run: (args, call) => search(gateway, settings, callName, { args: args as SearchArguments, call }),
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

async function search(
  gateway: Gateway,
  settings: MetaSettings,
  callName: CallName | undefined,
  { args, call }: { readonly args: SearchArguments; readonly call: ServedCall },
): Promise<ToolResult> {
  const { principal, signal } = call
  const { servers = [] } = args
  const unknown = unknownServer(gateway, servers, principal)
  if (unknown !== undefined) return unknown
  const queries = [args.query ?? '', ...(args.queries ?? [])].filter((query) => query.trim() !== '')
  const found = await gateway.search(queries.length > 1 ? queries : (queries[0] ?? ''), {
    principal,
    signal,
    limit: MAX_HITS,
    // Models that want no filter often send an empty one.
    ...(servers.length === 0 ? {} : { filter: { namespaces: servers } }),
  })
  const answer = args.readOnly === true ? onlyReading(gateway, found, principal) : found
  return answerText(gateway, settings, answer, { args, principal, callName })
}

async function answerText(
  gateway: Gateway,
  settings: MetaSettings,
  answer: GatewayAnswer,
  {
    args,
    principal,
    callName,
  }: {
    readonly args: SearchArguments
    readonly principal: string
    readonly callName: CallName | undefined
  },
): Promise<ToolResult> {
  const { hits } = answer
  const limit = clampWhole(args.limit, settings.searchLimit, [1, MAX_META_LIMIT])
  const offset = clampWhole(args.offset, 0, [0, MAX_HITS])
  const page = hits.slice(offset, offset + limit)
  const next = offset + page.length
  const count = hits.length >= MAX_HITS ? `${MAX_HITS} or more` : String(hits.length)
  const detail = callName === undefined ? 'schema' : 'summary'
  const { docs } = await gateway.describe(
    page.map(({ id }) => id),
    { principal, detail },
  )
  const nameOf = (id: string): string => callName?.(id, principal) ?? id
  const text = fitText(
    {
      head: headLine(answer, `${count} ${hits.length === 1 ? 'tool' : 'tools'}`, callName === undefined),
      docs: docs.map((doc) => ({ ...doc, id: nameOf(doc.id) })),
      notes: [
        ...(page.length > 0 && next < hits.length
          ? [`${hits.length - next} more; go on with offset ${next}.`]
          : []),
        ...(settings.split ? splitLines(gateway, settings, page, principal) : []),
        ...noteLines(answer, page, nameOf),
      ],
    },
    {
      detail,
      format: 'signature',
      budgetTokens: settings.searchBudgetTokens,
      countTokens: settings.countTokens,
    },
  )
  const told = Object.freeze({
    total: hits.length,
    ...(next < hits.length ? { nextOffset: next } : {}),
    ...(answer.verdict === undefined ? {} : { verdict: answer.verdict.level }),
    ids: page.map(({ id }) => id),
  })
  return Object.freeze({ ...textResult(text), _meta: Object.freeze({ [SEARCH_META_KEY]: told }) })
}

/** Hints are believed of trusted servers alone, here as for calls. */
function onlyReading(gateway: Gateway, answer: GatewayAnswer, principal: string): GatewayAnswer {
  const hits = answer.hits.filter(({ id }) => {
    const tool = gateway.resolve(id, { principal })
    return tool !== undefined && kindOf(tool) === 'read'
  })
  return { ...answer, hits }
}

function splitLines(
  gateway: Gateway,
  { names }: MetaSettings,
  hits: readonly GatewayHit[],
  principal: string,
): readonly string[] {
  const kinds = hits.flatMap(({ id }) => {
    const tool = gateway.resolve(id, { principal })
    return tool === undefined ? [] : [{ id, kind: kindOf(tool) }]
  })
  return kindLines(kinds, {
    read: names.callRead,
    write: names.callWrite,
    destructive: names.callDestructive,
  })
}

function unknownServer(
  gateway: Gateway,
  servers: readonly string[],
  principal: string,
): ToolResult | undefined {
  if (servers.length === 0) return undefined
  const inside = namesInside(gateway, principal)
  const unknown = servers.find((server) => !inside.includes(server))
  if (unknown === undefined) return undefined
  const tool = shownName(unknown)
  const suggestions = nearestNames(tool, inside, { max: 3 })
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`
  return refusal('SERVER_NOT_FOUND', `There is no server ${tool}.${meant}`, { tool, suggestions })
}
