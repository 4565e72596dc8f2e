import { compareIds } from '@toolscout/model'
import { groupBy } from '@toolscout/model/internal'
import { type LintCode, type LintFinding, toFinding } from './finding.ts'
import { keyOfText, type LintedTool, listQuoted, percent, squeeze } from './linted-tool.ts'

/** Share of their words at which two tools count as alike. */
const SIMILARITY = 0.75

type Group = readonly LintedTool[]

/** Finds tools that no query can tell apart, but for the name of their server. */
export function checkDuplicates(tools: readonly LintedTool[]): readonly LintFinding[] {
  const kinds = [...groupBy(tools, ({ textKey }) => textKey).values()]
  const sameNames = groupBy(
    kinds.flatMap(([first]) => first ?? []),
    ({ tool }) => squeeze(tool.name),
  )
  const shared = `${percent(SIMILARITY)} or more of their words`
  return [
    ...byServers('DUPLICATE_TOOLS', kinds, 'the same tools with the same texts'),
    // Only tools of the same name; otherwise the names tell them apart.
    ...byServers(
      'SIMILAR_TOOLS',
      [...sameNames.values()].flatMap(groupAlike),
      `tools of the same names that share ${shared}`,
    ),
    ...checkRepeatedDescriptions(tools),
  ]
}

/** Groups on several servers. Copies come by whole servers, so those of the same servers are one finding. */
function byServers(code: LintCode, alike: readonly Group[], what: string): readonly LintFinding[] {
  const several = alike.filter((group) => serversOf(group).length > 1)
  return [...groupBy(several, (group) => JSON.stringify(serversOf(group))).values()].map((groups) => {
    const servers = listQuoted(serversOf(groups.flat()).map((server) => server || 'no server'))
    const names = listQuoted(groups.flatMap(([first]) => first?.tool.name ?? []))
    return toFinding(code, { tools: groups.flat(), message: `${servers} have ${what}: ${names}.` })
  })
}

function serversOf(tools: Group): readonly string[] {
  return [...new Set(tools.map(({ tool }) => tool.namespace ?? ''))].sort()
}

/** Groups in which each tool is alike to another: the connected components of the pairs that are similar enough. */
function groupAlike(tools: Group): readonly Group[] {
  let groups: Group[] = []
  for (const linted of tools) {
    const isNear = (group: Group): boolean =>
      group.some(({ words }) => jaccard(words, linted.words) >= SIMILARITY)
    const near = groups.filter(isNear)
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), linted]]
  }
  return groups.map((group) => group.toSorted((a, b) => compareIds(a.id, b.id)))
}

/** Jaccard 1912: |A ∩ B| / |A ∪ B|; 0 for two empty sets, of which nothing can be said. */
function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((member) => other.has(member)).length
  const union = one.size + other.size - shared
  return union === 0 ? 0 : shared / union
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
    .map((group) => {
      const [ids, text] = [
        listQuoted(group.map(({ id }) => id)),
        listQuoted([group[0]?.tool.description ?? '']),
      ]
      return toFinding('REPEATED_DESCRIPTION', {
        tools: group,
        message: `${ids} have the same description: ${text}.`,
      })
    })
}
