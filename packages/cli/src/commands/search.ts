import type { SearchAnswer } from '@toolscout/discovery'
import { missingLines } from '@toolscout/discovery/internal'
import type { Explanation } from '@toolscout/model'
import { type RankingName, useCatalog } from '../catalog/open-catalog.ts'
import type { SuspectTools } from '../catalog/scan-listings.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import { shown, toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { marksOf, requireServers, summaryOf } from './shared.ts'

/** Options of `search`. */
export interface SearchOptions extends ListedOptions {
  readonly limit: number
  readonly server?: readonly string[]
  readonly explain?: boolean
  readonly mode: RankingName | 'auto'
}

/** Most tools that are ranked by meaning too by default: their vectors are made at every start. */
const HYBRID_LIMIT = 1_000

/** Ranks the tools for a query. */
export async function search(
  options: SearchOptions,
  context: CommandContext,
  words: readonly string[],
): Promise<undefined> {
  const { host, output } = context
  const { server: servers, explain, limit } = options
  return useCatalog(options, context, async (catalog) => {
    await requireServers(servers, catalog.servers())
    const { tools } = catalog.kept
    const fitting = tools > HYBRID_LIMIT ? 'words' : 'hybrid'
    const mode = options.mode === 'auto' ? fitting : options.mode
    const discovery = await catalog.open(mode)
    const query = words.join(' ')
    const suspects = await catalog.suspects()
    const filter = servers && { servers }
    const answer = await discovery.search(query, { limit, filter, explain, signal: host.signal })
    const { verdict, unmatchedTerms, degraded } = answer
    const hits = answer.hits.map(({ score, summary, explanation }, i) => ({
      rank: i + 1,
      ...summaryOf(summary, suspects),
      score,
      explanation,
    }))
    output.give({ query, mode, hits, verdict, unmatchedTerms, degraded, tools }, () =>
      formatHits(answer, suspects, output),
    )
    for (const { reason } of degraded) output.warn(reason)
    tellVerdict(answer, output)
  })
}

function formatHits({ hits }: SearchAnswer, suspects: SuspectTools, output: Output): string {
  const { palette, columns } = output
  const lines = toColumns(
    hits.map(({ id, score, summary }, i) => [
      palette.dim(String(i + 1).padStart(2)),
      palette.cyan(shown(id)),
      palette.dim(score.toFixed(3)),
      summary.summary,
    ]),
    columns,
  )
  return hits
    .flatMap(({ id, explanation }, i) => [
      lines[i],
      ...marksOf(suspects.get(id), output),
      ...(explanation ? formatExplanation(explanation, 4) : []),
    ])
    .join('\n')
}

function formatExplanation({ label, value, children = [] }: Explanation, indent: number): readonly string[] {
  const own = `${' '.repeat(indent)}${Number(value.toPrecision(4))}  ${shown(label)}`
  return [own, ...children.flatMap((child) => formatExplanation(child, indent + 2))]
}

function tellVerdict({ hits, verdict }: SearchAnswer, output: Output): void {
  for (const line of missingLines(verdict)) output.note(line)
  if (hits.length === 0) output.note('No tool fits.')
  else if (verdict?.level === 'none') output.note('Probably no tool does that; these are the nearest.')
}
