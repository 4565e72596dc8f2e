import type { ToolHost } from '@toolscout/discovery'
import { type HostHit, headLines, short, toolLines } from '@toolscout/discovery/internal'
import { type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { nearestNames, type ServedCall } from '@toolscout/model/internal'
import { shownName } from '@toolscout/runtime/internal'
import { kindOf } from '../find-tool.ts'
import { mayHaveTools, namesInside } from '../inside.ts'
import type { MetaToolDefinition } from '../meta-tool.ts'
import { refusal } from '../refusals.ts'
import type { MetaSettings } from './meta-options.ts'
import { type Found, findHits, moreLines, SEARCH_KINDS, type SearchArguments } from './search-hits.ts'
import { SearchMemory } from './search-memory.ts'
import { type AnswerSection, fitSections, kindLines, noteLines, troubleLines } from './search-text.ts'
import { twinText } from './twins.ts'
import {
  meantLines,
  meantServers,
  notConnectedLines,
  otherLine,
  type UnconnectedServer,
  unconnectedServers,
} from './unconnected-servers.ts'

/** Where a search says, for programs, what it found. */
export const SEARCH_META_KEY = 'toolscout/search'
const MAX_QUERIES = 8
const MAX_SERVERS = 20

const DESCRIPTION =
  'Finds tools for a job. Search before you say it cannot be done. If two searches find nothing, tell the user.'

/** The name a model calls a tool by, where what is found can be called as it is. */
export type CallName = (id: string, principal: string) => string | undefined

/** Finds tools: a line each, with the parameters, or, where a model is given what was found, the name to call. */
export function searchTool(host: ToolHost, settings: MetaSettings, callName?: CallName): MetaToolDefinition {
  const memory = new SearchMemory()
  const deps: SearchToolDeps = { host, settings, callName, memory }
  return {
    name: settings.names.search,
    description: DESCRIPTION,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'The job, in plain English. Without it: a list.' },
        queries: {
          type: 'array',
          items: { type: 'string' },
          maxItems: MAX_QUERIES,
          description: 'One query for each job.',
        },
        servers: {
          type: 'array',
          items: { type: 'string' },
          maxItems: MAX_SERVERS,
        },
        readOnly: { type: 'boolean', description: 'Only tools that change nothing.' },
        limit: { type: 'integer' },
        // Shown where there is more than tools; not where what is found is called as a tool.
        ...(callName === undefined && { kind: { type: 'string', enum: SEARCH_KINDS } }),
        // The answer that can go on says which one to give.
        offset: { type: 'integer' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    lists: ['queries', 'servers'],
    run: (args, call) => search(deps, args as SearchArguments, call),
  }
}

interface SearchToolDeps {
  readonly host: ToolHost
  readonly settings: MetaSettings
  readonly callName: CallName | undefined
  readonly memory: SearchMemory
}

async function search(deps: SearchToolDeps, args: SearchArguments, call: ServedCall): Promise<ToolResult> {
  const { host, settings, callName } = deps
  const { principal } = call
  const unknown = unknownServer(host, args.servers ?? [], principal)
  if (unknown !== undefined) return unknown
  const asked = [args.query ?? '', ...(args.queries ?? [])].filter((query) => query.trim() !== '')
  const queries = asked.length === 0 ? [''] : [...new Set(asked)]
  const found = await Promise.all(queries.map((query) => findHits(deps, query, { args, call })))
  const nameOf = (id: string): string => callName?.(id, principal) ?? id
  const docs = await describeShown(deps, found, call)
  const degraded = found.flatMap(({ answer }) => answer.degraded)
  const servers = unconnectedServers(host, principal, degraded)
  const shownHits = found.flatMap(({ shown }) => shown.map(({ hit }) => hit))
  const reported = new Set(shownHits.flatMap(({ readiness }) => readiness?.hint ?? []))
  const unsaid = servers.filter(({ why }) => !reported.has(why))
  const sections = found.map(
    (one): AnswerSection => ({
      head: (names) => [
        ...(found.length === 1 ? [] : [`For ${JSON.stringify(short(one.query))}:`]),
        ...headOf(deps, one, { args, principal, servers, unsaid, names }),
      ],
      isNamed: isNamed(one),
      lines: one.shown.flatMap((twinned, place) => {
        const { id } = twinned.hit
        const name = nameOf(id)
        if (isNamed(one)) return [{ ids: [id], full: name, name }]
        const doc = docs.get(id)
        if (doc === undefined) return []
        const isBest = place === 0 && one.answer.verdict?.level === 'strong'
        const full = `${toolLines(doc, name, isBest ? 'best' : 'choice')}${twinText(host, twinned, { shown: one.shown, nameOf, principal })}`
        return [{ ids: [id, ...twinned.same.map((twin) => twin.id)], full, name }]
      }),
    }),
  )
  const isSure = found.every(({ answer }) => answer.verdict?.level === 'strong')
  const others = othersOf(unsaid, { queries, servers: args.servers ?? [], isSure })
  const answers = found.map(({ answer }) => answer)
  const elsewhere = (args.servers ?? []).length > 0 ? [] : await notConnectedLines(settings, found, call)
  const trouble = deps.memory.news(call, [...troubleLines(answers), ...otherLine(others, degraded)])
  const { text, ids } = fitSections(
    sections,
    [
      ...new Set(found.flatMap((one) => moreLines(one, args))),
      ...(settings.split ? splitLines(host, settings, shownHits, principal) : []),
      ...noteLines(answers, shownHits, nameOf),
      ...elsewhere,
      ...trouble,
    ],
    settings.searchBudgetTokens,
  )
  deps.memory.tell(
    call,
    trouble.filter((line) => text.includes(line)),
  )
  const [level] = found.flatMap(({ answer }) => answer.verdict?.level ?? [])
  const told = Object.freeze({ ...(level && { verdict: level }), ids, answers: found.map(toData) })
  return Object.freeze({ ...textResult(text), _meta: Object.freeze({ [SEARCH_META_KEY]: told }) })
}

/** Servers that are not connected, were not named and are worth a line: where an answer is sure, those that are starting. */
function othersOf(
  unsaid: readonly UnconnectedServer[],
  asked: {
    readonly queries: readonly string[]
    readonly servers: readonly string[]
    readonly isSure: boolean
  },
): readonly UnconnectedServer[] {
  const { queries, servers, isSure } = asked
  const meant = meantServers(unsaid, [...queries, ...servers].join(' '))
  return unsaid.filter(
    (server) =>
      (servers.length === 0 || servers.includes(server.name)) &&
      !meant.includes(server) &&
      (!isSure || server.isStarting),
  )
}

/** Whether an answer only names its tools, in its headline. */
function isNamed({ answer: { verdict }, offset, shown, isAnyChanging }: Found): boolean {
  return verdict?.level === 'none' && offset === 0 && (shown.length > 0 || !isAnyChanging)
}

/** What is said before the tools of a query: servers it may mean that are not connected, what is missing, how well they fit. */
function headOf(
  { host }: SearchToolDeps,
  { query, answer, shown, offset, searches, isAnyChanging }: Found,
  { args, principal, servers, unsaid, names }: HeadDeps,
): readonly string[] {
  if (offset > 0) return [shown.length === 0 ? 'No more tools.' : 'Next:']
  const configured = (name: string): boolean => meantServers(servers, name).length > 0
  const meant = meantLines(meantServers(unsaid, [query, ...(args.servers ?? [])].join(' ')))
  if (shown.length === 0 && !mayHaveTools(host, principal))
    return [...meant, servers.length === 0 ? 'There are no tools.' : 'There are no tools yet.']
  if (shown.length === 0 && isAnyChanging) return [...meant, NONE_READ_ONLY]
  // What cannot be called is not recommended, however well it fits.
  const isCallable = shown[0]?.hit.readiness?.state !== 'unavailable'
  const level = answer.verdict?.level === 'strong' && !isCallable ? 'weak' : answer.verdict?.level
  const verdict = answer.verdict === undefined ? undefined : { ...answer.verdict, level: level ?? 'weak' }
  return [...meant, ...headLines({ verdict, hits: shown }, { searches, configured, names })]
}

/** Only trusted servers are believed that a tool changes nothing; a model cannot know which they are. */
const NONE_READ_ONLY = 'No tool that fits is known to be read-only. Search without readOnly.'

interface HeadDeps {
  readonly args: SearchArguments
  readonly principal: string
  readonly servers: readonly UnconnectedServer[]
  readonly unsaid: readonly UnconnectedServer[]
  readonly names: readonly string[]
}

/** An answer for programs: all of its hits, also those that a model need not read. */
function toData({ query, answer: { hits, verdict } }: Found): JsonObject {
  const judged =
    verdict === undefined
      ? {}
      : { level: verdict.level, confidence: verdict.confidence, missing: verdict.missing ?? [] }
  return { query, ...judged, hits: hits.map(toHitData) }
}

function toHitData({ id, score, summary: { kind } }: HostHit): JsonObject {
  return { id, score, ...(kind === undefined ? {} : { kind }) }
}

/** Docs of the tools that get lines, by id; without parameters where a model is given the definitions of what was found. */
async function describeShown(
  { host, callName }: SearchToolDeps,
  found: readonly Found[],
  { principal, signal }: ServedCall,
): Promise<ReadonlyMap<string, Parameters<typeof toolLines>[0]>> {
  const lined = found.filter((one) => !isNamed(one)).flatMap(({ shown }) => shown.map(({ hit }) => hit.id))
  const detail = callName === undefined ? 'schema' : 'summary'
  const described = { principal, signal, detail, isForCall: false } as const
  const { docs } = await host.describe([...new Set(lined)], described)
  return new Map(docs.map((doc) => [doc.id, doc]))
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
  // Local tools only where a name is no server: to list them, a policy is asked about all.
  const known = new Set(host.servers({ principal }).map(({ name }) => name))
  if (servers.every((server) => known.has(server))) return undefined
  const inside = namesInside(host, principal)
  const unknown = servers.find((server) => !inside.includes(server))
  if (unknown === undefined) return undefined
  const tool = shownName(unknown)
  const suggestions = nearestNames(tool, inside, { max: 3 })
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`
  return refusal('SERVER_NOT_FOUND', `There is no server ${tool}.${meant}`, { tool, suggestions })
}
