import type { ListedTool } from '@toolscout/gateway/internal'
import { clampWhole, type MetaToolDefinition } from '@toolscout/gateway/internal'
import type { JsonObject, SearchDocument } from '@toolscout/model'
import type { ServedCall } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createRegexSearcher, InvalidPatternError } from '@toolscout/search'
import { failureAnswer, searchAnswer } from './search-answer.ts'
import { MAX_TOOLBOX_LIMIT } from './toolbox-options.ts'
import type { ToolboxSession } from './toolbox-session.ts'

/** Hits that are counted for the total; the maximum of an index. */
const MAX_HITS = 1_000
/** Longest pattern, in code points. */
const MAX_REGEX_LENGTH = 200
const LIMIT = { type: 'number', description: 'Most results.' }

/** `toolbox_search_bm25`: finds tools by what they do. */
export function bm25Tool(session: ToolboxSession): MetaToolDefinition {
  return {
    name: 'toolbox_search_bm25',
    description:
      'Searches the toolbox by words. Use it before you say that you cannot do something; run what it finds with toolbox_execute.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string', description: 'What to do, in plain words.' }, limit: LIMIT },
      required: ['text'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    run: (args, call) =>
      measured(session, 'bm25', async () => {
        const { gateway } = session
        const text = String(args.text)
        const { principal, signal } = call
        const answer =
          text.trim() === '' ? undefined : await gateway.search(text, { principal, signal, limit: MAX_HITS })
        const hits = (answer?.hits ?? []).flatMap(({ id, score, readiness }) => {
          const name = session.names.of(principal).nameOf(id) ?? session.names.fresh(principal).nameOf(id)
          return name === undefined ? [] : [{ id, name, score, readiness }]
        })
        const { unmatchedTerms = [], verdict } = answer ?? {}
        return searchAnswer(session, {
          hits,
          limit: limitOf(session, args),
          principal,
          notes: {
            ...(verdict === undefined ? {} : { verdict: verdict.level }),
            ...(unmatchedTerms.length === 0 ? {} : { unmatched: unmatchedTerms.slice(0, 5) }),
          },
        })
      }),
  }
}

/** `toolbox_search_regex`: finds tools whose names match a pattern. */
export function regexTool(session: ToolboxSession): MetaToolDefinition {
  return {
    name: 'toolbox_search_regex',
    description:
      'Searches the names of tools, server_tool, by a regular expression (RE2 syntax; (?i) ignores case). Run what it finds with toolbox_execute.',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'Such as ^time_ or (?i)issue.' },
        limit: LIMIT,
        in: { type: 'string', enum: ['names', 'all'], description: 'all: descriptions and arguments too.' },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    run: (args, call) =>
      measured(session, 'regex', async () => {
        try {
          return await searchByPattern(session, args, call)
        } catch (error) {
          if (!(error instanceof InvalidPatternError)) throw error
          const isLong = error.details.reason === 'too_long'
          const message = isLong
            ? `Pattern exceeds maximum length of ${MAX_REGEX_LENGTH} characters`
            : error.message
          return failureAnswer({ code: isLong ? 'pattern_too_long' : 'invalid_pattern', message })
        }
      }),
  }
}

async function searchByPattern(session: ToolboxSession, args: JsonObject, { principal, signal }: ServedCall) {
  const { gateway } = session
  await gateway.ready({ signal })
  const names = session.names.fresh(principal)
  const searcher = createRegexSearcher()
  const upserts = names.names.flatMap((name) =>
    toDocument(session, names.toolOf(name), name, args.in === 'all'),
  )
  searcher.apply({ upserts, removals: [] })
  // Nothing matches an empty pattern for the searcher, which leaves listing to others.
  const query = args.pattern === '' ? '()' : String(args.pattern)
  const { hits, degraded = [] } = await searcher.search({ query, limit: Math.max(1, upserts.length), signal })
  return searchAnswer(session, {
    hits: hits.flatMap(({ id: name, score }) => {
      const tool = names.toolOf(name)
      return tool === undefined ? [] : [{ id: tool.id, name, score, readiness: tool.readiness }]
    }),
    limit: limitOf(session, args),
    principal,
    notes: degraded.length === 0 ? {} : { stopped: degraded.map(({ reason }) => reason) },
  })
}

/** What a pattern is tried on: the name under which the tool is found, and the rest where that is wanted. */
function toDocument(
  { gateway }: ToolboxSession,
  tool: ListedTool | undefined,
  name: string,
  isWhole: boolean,
): readonly SearchDocument[] {
  if (tool === undefined) return []
  const { summary } = tool
  if (!isWhole) return [{ id: name, summary, required: [], fields: { ...NO_FIELDS, name: summary.name } }]
  const registered = gateway.discovery.index.get(tool.id)
  return registered === undefined ? [] : [{ ...toSearchDocument(registered), id: name }]
}

const NO_FIELDS = Object.freeze({
  name: '',
  title: '',
  namespace: '',
  description: '',
  parameters: '',
  parameterTexts: '',
  values: '',
  output: '',
  tags: '',
  notes: '',
})

function limitOf({ settings }: ToolboxSession, { limit }: JsonObject): number {
  const given = typeof limit === 'number' ? limit : undefined
  return clampWhole(given, settings.defaultLimit, [0, MAX_TOOLBOX_LIMIT])
}

async function measured<T>(
  session: ToolboxSession,
  kind: 'bm25' | 'regex',
  work: () => Promise<T>,
): Promise<T> {
  const start = session.settings.now()
  session.counts.searches += 1
  try {
    return await work()
  } finally {
    session[kind].add(session.settings.now() - start)
  }
}
