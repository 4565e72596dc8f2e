import { toExportName } from '@toolscout/model'
import { MAX_EXPORT_NAME_LENGTH } from '@toolscout/model/internal'
import type { LintFinding } from './finding.ts'
import type { LintThresholds } from './lint-options.ts'
import { count, groupBy, keyOfText, type LintedTool, listQuoted, squeeze } from './linted-tool.ts'

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
export function checkNames(tools: readonly LintedTool[], { hits }: LintThresholds): readonly LintFinding[] {
  const isOneTool = (group: readonly LintedTool[]): boolean =>
    new Set(group.map(({ tool }) => tool.name)).size === 1 && distinctIds(group) === group.length
  const colliding = groupsOf(tools, ({ tool }) => exportStem(tool.id)).filter((group) => !isOneTool(group))
  const collided = new Set(colliding.flat())
  const lookalike = groupsOf(tools, ({ tool }) =>
    JSON.stringify([squeeze(tool.namespace), squeeze(tool.name)]),
  ).filter((group) => !isOneTool(group))
  return [
    ...colliding.map(toCollision),
    ...lookalike.filter((group) => group.some((linted) => !collided.has(linted))).map(toLookalike),
    ...tools.flatMap((linted) => (isVague(linted) ? [toVague(linted)] : [])),
    ...groupsOf(tools, ({ tool }) => tool.name)
      .filter((group) => group.length > hits)
      .map((group) => toCrowded(group, hits)),
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

function distinctIds(tools: readonly LintedTool[]): number {
  return new Set(tools.map(({ tool }) => tool.id)).size
}

function isVague({ tool }: LintedTool): boolean {
  const words = keyOfText(tool.name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(/[ \d]+/)
    .filter((word) => word !== '')
  const [first = '', ...others] = words
  return words.every((word) => SAY_NOTHING.has(word)) || (others.length === 0 && SAY_NOTHING_ALONE.has(first))
}

function toCollision(group: readonly LintedTool[]): LintFinding {
  const ids = group.map(({ tool }) => tool.id)
  const base = { code: 'NAME_COLLISION', tools: group.map(({ id }) => id) } as const
  if (distinctIds(group) < group.length) {
    return {
      ...base,
      severity: 'error',
      message: `${group.length} tools have the id ${listQuoted([...new Set(ids)])}: one takes the place of the other.`,
      suggestion: 'Give each a name of its own, or leave out what is there twice.',
    }
  }
  return {
    ...base,
    severity: 'warning',
    message: `A model sees ${listQuoted(ids.map(toExportName))}, told apart by the digits of a hash alone.`,
    suggestion: `Give server and tool names of ASCII letters, digits and single underscores, ${MAX_EXPORT_NAME_LENGTH} characters together.`,
  }
}

function toLookalike(group: readonly LintedTool[]): LintFinding {
  return {
    code: 'LOOKALIKE_NAMES',
    severity: 'warning',
    tools: group.map(({ id }) => id),
    message: `${listQuoted(group.map(({ tool }) => tool.name))} differ only in case and separators.`,
    suggestion: 'Rename all but one, or remove them if they do the same.',
  }
}

function toVague({ id, tool }: LintedTool): LintFinding {
  return {
    code: 'VAGUE_NAME',
    severity: 'warning',
    tools: [id],
    message: `The name ${listQuoted([tool.name])} of ${listQuoted([id])} fits any tool.`,
    suggestion: 'Name what is done to what, such as run_query or execute_payment.',
  }
}

function toCrowded(group: readonly LintedTool[], hits: number): LintFinding {
  return {
    code: 'CROWDED_NAME',
    severity: 'info',
    tools: group.map(({ id }) => id),
    message: `${count(group.length, 'tool')} have the name ${listQuoted([group[0]?.tool.name ?? ''])}; an answer of ${hits} cannot hold them.`,
    suggestion: 'Name what the tool works on, such as search_flights in place of search.',
  }
}
