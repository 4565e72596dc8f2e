import type { SearchAnswer } from '@toolscout/discovery'
import { missingLines } from '@toolscout/discovery/internal'
import { compileFilter, type EntryKind, type Explanation } from '@toolscout/model'
import { messageOf, tellMetWords } from '@toolscout/model/internal'
import { type ListedTwins, twinLines } from '../catalog/compare-listings.ts'
import { type RankingName, useCatalog } from '../catalog/open-catalog.ts'
import type { SuspectTools } from '../catalog/scan-listings.ts'
import type { CommandContext, ListedOptions } from '../program/options.ts'
import type { NotConnected } from '../registry/search-registries.ts'
import { numberOf, shown, toColumns } from '../terminal/columns.ts'
import type { Output } from '../terminal/output.ts'
import { marksOf, requireServers, summaryOf } from './shared.ts'

/** Options of `search`. */
export interface SearchOptions extends ListedOptions {
  /** Default: ten, of which a person is shown as many as are worth it. */
  readonly limit?: number
  readonly server?: readonly string[]
  readonly kind?: EntryKind
  readonly explain?: boolean
  readonly mode: RankingName | 'auto'
}

const DEFAULT_LIMIT = 10
/** Most tools that are ranked by meaning too by default: their vectors are made at every start. */
const HYBRID_LIMIT = 1_000

/** Ranks the tools for a query. */
export async function search(
  options: SearchOptions,
  context: CommandContext,
  words: readonly string[],
): Promise<undefined> {
  const { host, output } = context
  const { server: servers, kind, explain, limit = DEFAULT_LIMIT } = options
  return useCatalog(options, context, async (catalog) => {
    await requireServers(servers, catalog.servers())
    const { tools } = catalog.kept
    const fitting = tools > HYBRID_LIMIT ? 'words' : 'hybrid'
    const mode = options.mode === 'auto' ? fitting : options.mode
    const discovery = await catalog.open(mode)
    const query = words.join(' ')
    const suspects = await catalog.suspects()
    const filter = (servers ?? kind) && { servers, kinds: kind && [kind] }
    const answer = await discovery.search(query, { limit, filter, explain, signal: host.signal })
    const passes = compileFilter(filter)
    const isListed = (id: string): boolean => {
      const tool = discovery.index.get(id)
      return tool !== undefined && passes(tool.summary)
    }
    const isHit = (id: string): boolean => answer.hits.some((hit) => hit.id === id)
    const twins = (await catalog.twins()).filter(({ tools }) => tools.some(isHit) && tools.every(isListed))
    const { verdict, unmatchedTerms, degraded } = answer
    const hits = answer.hits.map(({ score, summary, explanation }, i) => ({
      rank: i + 1,
      ...summaryOf(summary, suspects),
      twins: twins.filter((twin) => twin.tools.includes(summary.id)),
      score,
      explanation,
    }))
    const isWhole = options.catalog === undefined && servers === undefined
    const others =
      isWhole && verdict?.level !== 'strong' ? await notConnected(query, catalog.servers(), context) : []
    output.give({ query, mode, hits, verdict, unmatchedTerms, degraded, tools, notConnected: others }, () =>
      [
        formatAnswer(answer, { query, suspects, twins, output, most: options.limit }),
        ...otherLines(others, output),
      ].join('\n'),
    )
    for (const { reason } of degraded) output.warn(reason)
  })
}

/** Servers of registries that would fit; one that cannot be read takes nothing from the answer. */
async function notConnected(
  query: string,
  configured: readonly { readonly name: string }[],
  { host, output }: CommandContext,
): Promise<readonly NotConnected[]> {
  // Loaded here: most people have no registry.
  const { RegistrySearch } = await import('../registry/search-registries.ts')
  const registries = new RegistrySearch(host)
  try {
    return await registries.find(query, configured)
  } catch (error) {
    host.signal.throwIfAborted()
    output.warn(`Registries were not searched: ${messageOf(error)}`)
    return []
  } finally {
    await registries.close()
  }
}

function otherLines(servers: readonly NotConnected[], { palette, columns }: Output): readonly string[] {
  if (servers.length === 0) return []
  const rows = servers.map(({ name, description, needs }) => [
    ` ${palette.cyan(shown(`toolscout add ${name}`))}`,
    [description, ...(needs.length === 0 ? [] : [`(needs ${needs.join(', ')})`])].join(' '),
  ])
  return ['Not connected; these come from a registry and were not checked:', ...toColumns(rows, columns)]
}

/** Hits that a person is shown by default, by how sure it is that one fits. */
const MOST_SHOWN: Readonly<Record<string, number>> = { strong: 3, weak: 5, none: 3 }
const HEADLINES: Readonly<Record<string, string>> = {
  strong: 'The first very likely fits.',
  weak: 'The nearest, best first:',
  none: 'Probably no tool does that. The nearest:',
}

interface FormatOptions {
  readonly query: string
  readonly suspects: SuspectTools
  readonly twins: readonly ListedTwins[]
  readonly output: Output
  readonly most: number | undefined
}

function formatAnswer(
  { hits, verdict }: SearchAnswer,
  { query, suspects, twins, output, most }: FormatOptions,
): string {
  const { palette, columns } = output
  const { level = '' } = verdict ?? {}
  const isExplained = hits.some(({ explanation }) => explanation !== undefined)
  const shownHits = hits.slice(0, most ?? (isExplained ? hits.length : MOST_SHOWN[level]))
  const light = highlighter(query, palette)
  const lines = toColumns(
    shownHits.map(({ id, score, summary }, i) => [
      palette.dim(String(i + 1).padStart(2)),
      palette.cyan(shown(id)),
      ...(isExplained ? [palette.dim(score.toFixed(3))] : []),
      summary.summary,
    ]),
    columns,
  )
  const rest = hits.length - shownHits.length
  return [
    ...missingLines(verdict),
    hits.length === 0 ? 'No tool fits.' : HEADLINES[level],
    ...shownHits.flatMap(({ id, explanation }, i) => [
      light(lines[i] as string),
      ...marksOf(suspects.get(id), output),
      ...twinLines(id, twins).map((line) => palette.dim(`    = ${shown(line, 400)}`)),
      ...(explanation ? [...met(explanation), ...formatExplanation(explanation, 4)] : []),
    ]),
    ...(rest > 0 ? [palette.dim(`${numberOf(rest, 'more', 'more')} with --limit ${hits.length}.`)] : []),
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}

/** Marks the words of a request in a line; where there are no colours, it stays as it is. */
function highlighter(query: string, { bold }: Output['palette']): (line: string) => string {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])]
  if (words.length === 0 || bold('') === '') return (line) => line
  // Letters of both sides are no part of the word; what paints a line has none beside its own.
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (line) => line.replace(found, (word) => bold(word))
}

/** Which words it has, before the numbers. */
function met(explanation: Explanation): readonly string[] {
  return [`    ${shown(tellMetWords(explanation) ?? 'No word of the query is met; its meaning is near.')}`]
}

function formatExplanation({ label, value, children = [] }: Explanation, indent: number): readonly string[] {
  const own = `${' '.repeat(indent)}${Number(value.toPrecision(4))}  ${shown(label)}`
  return [own, ...children.flatMap((child) => formatExplanation(child, indent + 2))]
}
