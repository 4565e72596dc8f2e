import type { LintFinding } from './finding.ts'
import type { LintThresholds } from './lint-options.ts'
import { groupBy, keyOfText, type LintedTool, listQuoted, percent, squeeze } from './linted-tool.ts'
import { groupSimilarSets } from './similar-sets.ts'

/** Finds tools that no query can tell apart, but for the name of their server. */
export function checkDuplicates(
  tools: readonly LintedTool[],
  { similarity }: LintThresholds,
): readonly LintFinding[] {
  const kinds = [...groupBy(tools, ({ textKey }) => textKey).values()]
  const copies = kinds.filter((group) => serversOf(group).length > 1)
  const similar = groupSimilar(
    kinds.flatMap(([first]) => first ?? []),
    similarity,
  )
  const shared = `${percent(similarity)} or more of their words`
  return [
    ...byServers(copies).map(
      (groups): LintFinding => ({
        code: 'DUPLICATE_TOOLS',
        severity: 'warning',
        tools: idsOf(groups.flat()),
        message: `${listServers(groups)} have the same tools with the same texts: ${listNames(groups)}.`,
        suggestion: 'Connect one of the servers, or say in the descriptions what sets each apart.',
      }),
    ),
    ...byServers(similar).map(
      (groups): LintFinding => ({
        code: 'SIMILAR_TOOLS',
        severity: 'warning',
        tools: idsOf(groups.flat()),
        message: `${listServers(groups)} have tools of the same names that share ${shared}: ${listNames(groups)}.`,
        suggestion: 'Say in each description what this one does that the others do not, or keep one.',
      }),
    ),
    ...checkRepeatedDescriptions(tools),
  ]
}

type Group = readonly LintedTool[]

/** Copies come by whole servers, so those of the same servers are one finding. */
function byServers(groups: readonly Group[]): readonly (readonly Group[])[] {
  return [...groupBy(groups, (group) => JSON.stringify(serversOf(group))).values()]
}

function serversOf(tools: Group): readonly string[] {
  return [...new Set(tools.map(({ tool }) => tool.namespace ?? ''))].sort()
}

function listServers(groups: readonly Group[]): string {
  return listQuoted(serversOf(groups.flat()).map((server) => server || 'no server'))
}

function listNames(groups: readonly Group[]): string {
  return listQuoted(groups.flatMap(([first]) => first?.tool.name ?? []))
}

/** Only tools of the same name on several servers; otherwise the names tell them apart. */
function groupSimilar(tools: readonly LintedTool[], bound: number): readonly Group[] {
  const sameNames = groupBy(tools, ({ tool }) => squeeze(tool.name))
  return [...sameNames.values()]
    .flatMap((group) => {
      const sets = group.map(({ words }) => words)
      return groupSimilarSets(sets, bound).map((places) => places.map((place) => group[place] as LintedTool))
    })
    .filter((group) => serversOf(group).length > 1)
}

/** The same description under several names of one server is mostly one that was copied and never changed. */
function checkRepeatedDescriptions(tools: readonly LintedTool[]): readonly LintFinding[] {
  const groups = groupBy(tools, ({ tool, descriptionWords }) =>
    descriptionWords.size === 0
      ? undefined
      : JSON.stringify([tool.namespace, keyOfText(tool.description ?? '')]),
  )
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ tool }) => tool.name)).size > 1)
    .map((group) => ({
      code: 'REPEATED_DESCRIPTION',
      severity: 'warning',
      tools: idsOf(group),
      message: `${listQuoted(idsOf(group))} have the same description: ${listQuoted([group[0]?.tool.description ?? ''])}.`,
      suggestion: 'Describe each tool by what only it does.',
    }))
}

function idsOf(tools: readonly LintedTool[]): readonly string[] {
  return tools.map(({ id }) => id).sort()
}
