import { compareIds, toExportName } from '@toolscout/model'
import { groupBy } from '@toolscout/model/internal'
import { ANSWER_SIZE } from '../searching/evaluate-search.ts'
import { type LintCode, type LintFinding, toFinding } from './finding.ts'
import { count, keyOfText, type LintedTool, listQuoted, percent, squeeze } from './linted-tool.ts'

/** Words that fit any tool. Those that ask for something (`search`, `list`, `read`) are not among them. */
const SAY_NOTHING: ReadonlySet<string> = new Set(
  (
    'action actions call custom default demo do exec execute fn foo func function go handle handler helper invoke ' +
    'main method misc my new operation operations perform run sample start the thing things tool tools use util utils'
  ).split(' '),
)
/** Words that say something beside another one: `execute_command` is clear, `command` is not. */
const SAY_NOTHING_ALONE: ReadonlySet<string> = new Set(
  'api app cmd command process request task test'.split(' '),
)
/** What `toIdPart` and `toExportName` put behind a name that does not fit as it is. */
const DIGESTS = /(?:_+[0-9a-f]{8})+$/

/** Finds names that stand for several tools or for none in particular. */
export function checkNames(tools: readonly LintedTool[]): readonly LintFinding[] {
  const isOneTool = (group: readonly LintedTool[]): boolean =>
    new Set(group.map(({ tool }) => tool.name)).size === 1 && distinctIds(group).length === group.length
  const colliding = groupsOf(tools, ({ tool }) => exportStem(tool.id)).filter((group) => !isOneTool(group))
  const collided = new Set(colliding.flat())
  const lookalike = groupsOf(tools, ({ tool }) =>
    JSON.stringify([squeeze(tool.namespace), squeeze(tool.name)]),
  ).filter((group) => !isOneTool(group) && group.some((linted) => !collided.has(linted)))
  const crowded = groupsOf(tools, ({ tool }) => tool.name).filter((group) => group.length > ANSWER_SIZE)
  return [
    ...colliding.map(toCollision),
    ...lookalike.map((group) => {
      const message = `${listQuoted(group.map(({ tool }) => tool.name))} differ only in case and separators.`
      return toFinding('LOOKALIKE_NAMES', { tools: group, message })
    }),
    ...tools.filter(isVague).map((linted) => {
      const message = `The name ${listQuoted([linted.tool.name])} of ${listQuoted([linted.id])} fits any tool.`
      return toFinding('VAGUE_NAME', { tools: [linted], message })
    }),
    ...crowded.map((group) => {
      const name = listQuoted([group[0]?.tool.name ?? ''])
      const message = `${count(group.length, 'tool')} have the name ${name}; an answer of ${ANSWER_SIZE} cannot hold them.`
      return toFinding('CROWDED_NAME', { tools: group, message })
    }),
  ]
}

function groupsOf(
  tools: readonly LintedTool[],
  keyOf: (linted: LintedTool) => string,
): readonly (readonly LintedTool[])[] {
  return [...groupBy(tools, keyOf).values()].filter((group) => group.length > 1)
}

/** The readable part of the name a model sees: where two have the same, digits of a hash tell them apart. */
function exportStem(id: string): string {
  return toExportName(id).replace(DIGESTS, '')
}

function distinctIds(tools: readonly LintedTool[]): readonly string[] {
  return [...new Set(tools.map(({ tool }) => tool.id))]
}

function isVague({ tool }: LintedTool): boolean {
  const words = keyOfText(tool.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(/[ \d]+/)
    .filter((word) => word !== '')
  const [first = '', ...others] = words
  return words.every((word) => SAY_NOTHING.has(word)) || (others.length === 0 && SAY_NOTHING_ALONE.has(first))
}

function toCollision(tools: readonly LintedTool[]): LintFinding {
  const ids = distinctIds(tools)
  if (ids.length < tools.length) {
    const message = `${tools.length} tools have the id ${listQuoted(ids)}: one takes the place of the other.`
    return toFinding('NAME_COLLISION', { tools, message, severity: 'error' })
  }
  const message = `A model sees ${listQuoted(ids.map(toExportName))}, told apart by the digits of a hash alone.`
  return toFinding('NAME_COLLISION', { tools, message })
}

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
