import { bestHits, clampWhole, headLines, type ListedTool } from '@toolscout/gateway/internal'
import { type JsonObject, SEARCH_FIELDS, type SearchDocument, type ToolResult } from '@toolscout/model'
import type { ServedCall } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createRegexSearcher, InvalidPatternError } from '@toolscout/search'
import { failureAnswer, searchAnswer } from './search-answer.ts'
import { MAX_TOOLBOX_LIMIT, type ToolboxSession } from './toolbox-session.ts'

/** Hits that are counted for the total; the maximum of an index. */
const MAX_HITS = 1_000
/** Longest pattern, in code points. */
const MAX_REGEX_LENGTH = 200

/** `toolbox_search_bm25`: finds tools by what they do. */
export function searchByWords(
  session: ToolboxSession,
  args: JsonObject,
  { principal, signal }: ServedCall,
): Promise<ToolResult> {
  const { gateway, names } = session
  return measured(session, 'bm25', async () => {
    const text = String(args.text)
    const answer =
      text.trim() === '' ? undefined : await gateway.search(text, { principal, signal, limit: MAX_HITS })
    const { hits = [], verdict } = answer ?? {}
    const note =
      gateway.count({ principal }) === 0
        ? 'There are no tools; toolbox_status says why.'
        : headLines({ hits, verdict }).join(' ')
    const limit = limitOf(session, args)
    // As many as an answer is worth, wherever the scores fall: programs for opencode-toolbox expect what matches.
    const best = bestHits({ hits: hits.map(() => ({ score: 1 })), verdict }).length
    return searchAnswer(gateway, {
      hits: hits.flatMap(({ id, score, readiness }) => {
        const name = names.of(principal).nameOf(id) ?? names.fresh(principal).nameOf(id)
        return name === undefined ? [] : [{ id, name, score, readiness }]
      }),
      // A limit that the model names is taken at its word.
      limit: typeof args.limit === 'number' ? limit : Math.min(limit, best),
      principal,
      notes: verdict === undefined ? {} : { note, verdict: verdict.level },
    })
  })
}

/** `toolbox_search_regex`: finds tools whose names match a pattern. */
export function searchByPattern(
  session: ToolboxSession,
  args: JsonObject,
  { principal, signal }: ServedCall,
): Promise<ToolResult> {
  const { gateway } = session
  return measured(session, 'regex', async () => {
    await gateway.ready({ signal })
    const names = session.names.fresh(principal)
    const searcher = createRegexSearcher()
    const upserts = names.names.flatMap((name) =>
      toDocument(session, names.toolOf(name), name, args.in === 'all'),
    )
    searcher.apply({ upserts, removals: [] })
    // Nothing matches an empty pattern for the searcher, which leaves listing to others.
    const query = args.pattern === '' ? '()' : String(args.pattern)
    try {
      const limit = Math.max(1, upserts.length)
      const { hits, degraded = [] } = await searcher.search({ query, limit, signal })
      return searchAnswer(gateway, {
        hits: hits.flatMap(({ id: name, score }) => {
          const tool = names.toolOf(name)
          return tool === undefined ? [] : [{ id: tool.id, name, score, readiness: tool.readiness }]
        }),
        limit: limitOf(session, args),
        principal,
        notes: degraded.length === 0 ? {} : { stopped: degraded.map(({ reason }) => reason) },
      })
    } catch (error) {
      if (!(error instanceof InvalidPatternError)) throw error
      const { message } = error
      if (error.details.reason !== 'too_long') return failureAnswer({ code: 'invalid_pattern', message })
      const tooLong = `Pattern exceeds maximum length of ${MAX_REGEX_LENGTH} characters`
      return failureAnswer({ code: 'pattern_too_long', message: tooLong })
    }
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

const NO_FIELDS = Object.freeze(
  Object.fromEntries(SEARCH_FIELDS.map((field) => [field, ''])),
) as SearchDocument['fields']

function limitOf({ defaultLimit }: ToolboxSession, { limit }: JsonObject): number {
  const given = typeof limit === 'number' ? limit : undefined
  return clampWhole(given, defaultLimit, [0, MAX_TOOLBOX_LIMIT])
}

async function measured<T>(
  session: ToolboxSession,
  kind: 'bm25' | 'regex',
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    session[kind].add(performance.now() - start)
  }
}
