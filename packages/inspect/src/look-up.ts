import type { SearchAnswer } from '@toolscout/discovery'
import type { ToolTwins } from '@toolscout/guard/internal'
import { type Explanation, type ToolFilter, ToolNotFoundError } from '@toolscout/model'
import { oneLine, quote, tellMetWords, truncate } from '@toolscout/model/internal'
import { DETAIL_LEVELS } from '@toolscout/tooldoc'
import type { DescriptionView, ExplanationView, LevelView, SearchView } from './api/views.ts'
import { type Catalog, definitionText, groupOf, type Inspected } from './catalog.ts'
import { type Choice, filterOf } from './choice.ts'
import { reasonsOf } from './overview.ts'
import { unlogged } from './search-log.ts'

/** Most hits of a search, and the ranks within which an explanation places a tool. */
const MAX_HITS = 50
/** Longest text of a level that is shown, in characters. */
const MAX_LEVEL_LENGTH = 100_000
/** Room for any tool: what is measured is how much it takes. */
const BUDGET_TOKENS = 1_000_000

/** What looking things up takes. */
export interface LookUpDeps extends Inspected {
  readonly catalog: Catalog
}

/** What is looked for. */
export interface Question extends Choice {
  readonly query: string
}

/** Ranks tools as an agent's search would. */
export async function lookFor(
  { gateway, catalog, principal }: LookUpDeps,
  { query, ...choice }: Question,
  signal: AbortSignal,
): Promise<SearchView> {
  const begun = performance.now()
  const options = { principal, limit: MAX_HITS, filter: filterOf(choice, gateway), signal }
  const answer = await unlogged(() => gateway.search(query, options))
  const durationMs = performance.now() - begun
  const reasons = reasonsOf(gateway)
  const hits = answer.hits.map(({ id, summary, score }) => {
    const suspicion = gateway.resolve(id, { principal })?.suspicion
    return { ...catalog.toRow({ summary, suspicion }), score }
  })
  const { tokens: summaries } = await gateway.discovery.render(
    hits.map(({ id }) => id),
    { detail: 'summary', format: 'markdown', budgetTokens: BUDGET_TOKENS, signal },
  )
  return {
    hits,
    ...(answer.verdict === undefined ? {} : { verdict: answer.verdict }),
    unmatchedTerms: answer.unmatchedTerms,
    degraded: answer.degraded.map(({ part, reason: said }) => {
      const reason = reasons.get(part.replace(/^server /, '')) ?? said
      return { part: oneLine(part), reason: oneLine(reason) }
    }),
    durationMs,
    tokens: { summaries, definitions: hits.reduce((sum, { tokens }) => sum + tokens, 0) },
  }
}

/** Says why a tool has its rank for a query, and what is before it. */
export async function explain(
  { gateway, principal }: LookUpDeps,
  { query, id, ...choice }: Question & { readonly id: string },
  signal: AbortSignal,
): Promise<ExplanationView> {
  const ask = async (filter: ToolFilter | undefined): Promise<SearchAnswer['hits']> => {
    const options = { principal, limit: MAX_HITS, filter, explain: true, signal }
    return (await unlogged(() => gateway.search(query, options))).hits
  }
  const summary = gateway.discovery.get(id)?.summary
  if (summary === undefined) return {}
  const hits = await ask(filterOf(choice, gateway))
  const at = hits.findIndex((hit) => hit.id === id)
  const explanation = hits[at]?.explanation
  const [first] = at === 0 ? [] : hits
  // Beyond the first, it is looked for among its neighbours, for the words it has.
  const namespaces = [summary.namespace ?? '']
  const own = at === -1 ? (await ask({ namespaces })).find((hit) => hit.id === id)?.explanation : explanation
  return {
    ...(at !== -1 && { rank: at + 1 }),
    ...(explanation && { explanation }),
    ...metBy(own),
    ...(first && { first: { id: first.id, ...metBy(first.explanation) } }),
  }
}

function metBy(explanation: Explanation | undefined): { readonly met?: string } {
  const met = explanation && tellMetWords(explanation)
  return met === undefined ? {} : { met }
}

/** Describes a tool at every level. Rejects with `TOOL_NOT_FOUND`. */
export async function describeLevels(
  { gateway, catalog, principal, countTokens }: LookUpDeps,
  id: string,
  signal: AbortSignal,
): Promise<DescriptionView> {
  // The gateway decides what is visible, and how a missing tool is reported.
  const { failures } = await gateway.describe([id], { principal, detail: 'summary', signal })
  if (failures[0] !== undefined) throw failures[0].error
  const { tool } = gateway.discovery.index.getOrThrow(id)
  const listed = gateway.resolve(id, { principal })
  if (listed === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
  const levels = DETAIL_LEVELS.map(async (detail): Promise<LevelView> => {
    const options = { detail, format: 'markdown', budgetTokens: BUDGET_TOKENS, signal } as const
    const { text, tokens, tools } = await gateway.discovery.render([id], options)
    return cutLevel({ level: detail, text, tokens, isCut: tools[0]?.cut === true })
  })
  const definition = definitionText(tool, listed.exportName)
  const text = JSON.stringify(JSON.parse(definition), null, 2)
  const { kind, name } = groupOf(listed.summary)
  const hint = (kind === 'server' ? reasonsOf(gateway).get(name) : undefined) ?? listed.readiness.hint
  return {
    tool: catalog.toRow(listed),
    exportName: listed.exportName,
    ...(tool.version === undefined ? {} : { version: tool.version }),
    tags: tool.tags,
    ...(hint === undefined ? {} : { hint: oneLine(hint) }),
    findings: listed.suspicion?.findings ?? [],
    twins: twinsOf(listed.id, gateway.twins({ principal })),
    levels: [
      ...(await Promise.all(levels)),
      cutLevel({ level: 'definition', text, tokens: countTokens(definition), isCut: false }),
    ],
  }
}

/** Most tools that are named. */
const MAX_TWINS = 20

function twinsOf(id: string, twins: readonly ToolTwins[]): DescriptionView['twins'] {
  const own = twins.filter(({ tools }) => tools.includes(id))
  const named = (some: readonly ToolTwins[]): readonly string[] =>
    some.slice(0, MAX_TWINS).map(({ tools: [one, other] }) => (one === id ? other : one))
  return {
    sameName: named(own.filter(({ sameName }) => sameName)),
    sameText: named(own.filter(({ sameText }) => sameText)),
  }
}

function cutLevel(level: LevelView): LevelView {
  const text = truncate(level.text, MAX_LEVEL_LENGTH)
  return { ...level, text, isCut: level.isCut || text !== level.text }
}
