import { toRanking } from '../runs/run.ts'
import { inTurns, type WatchOptions } from '../searching/in-turns.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import type { LintFinding } from './finding.ts'
import type { LintThresholds } from './lint-options.ts'
import type { LintedTool } from './linted-tool.ts'
import { groupBy, listQuoted } from './linted-tool.ts'
import { createQueryWriter } from './own-queries.ts'

/** What tools are looked for with. */
interface Asking extends WatchOptions {
  readonly search: SearchFunction
  readonly thresholds: LintThresholds
}

/** A query made of a tool's own words. */
interface OwnQuery {
  readonly linted: LintedTool
  readonly text: string
}

/** Finds tools that their own words do not find. Names of more tools than an answer can hold are not asked for. */
export async function checkSearch(
  tools: readonly LintedTool[],
  asking: Asking,
): Promise<readonly LintFinding[]> {
  const { hits, queryWords } = asking.thresholds
  const writeQuery = createQueryWriter(queryWords)
  const byName = [...groupBy(tools, ({ tool }) => tool.name).values()]
    .filter((group) => group.length <= hits)
    .flatMap((group) => group.map((linted): OwnQuery => ({ linted, text: linted.tool.name })))
  const byDescription = tools
    .filter(({ descriptionWords }) => descriptionWords.size > 0)
    .map((linted): OwnQuery => ({ linted, text: writeQuery(linted) }))
  const answers = await askAll([...byName, ...byDescription], asking)
  const isLost = createJudge(tools, answers)
  const lost = { name: byName.filter(isLost), description: byDescription.filter(isLost) }
  const unnamed = new Set(lost.name.map(({ linted }) => linted))
  const undescribed = new Set(lost.description.map(({ linted }) => linted))
  const toFinding = (what: 'name' | 'description', { linted, text }: OwnQuery): LintFinding => ({
    code: what === 'name' ? 'NOT_FOUND_BY_NAME' : 'NOT_FOUND_BY_DESCRIPTION',
    severity: unnamed.has(linted) && undescribed.has(linted) ? 'error' : 'warning',
    tools: [linted.id],
    message: `${listQuoted([linted.id])} is not among the first ${hits} hits for its ${what} ${listQuoted([text])}; ${describeAnswer(answers.get(text) ?? [])}.`,
    suggestion:
      what === 'name'
        ? 'Name what the tool works on, in a word that the tools found instead do not have.'
        : 'Begin the description with what sets the tool apart from those that are found instead.',
  })
  return [
    ...lost.name.map((query) => toFinding('name', query)),
    ...lost.description.map((query) => toFinding('description', query)),
  ]
}

function describeAnswer(found: readonly string[]): string {
  return found.length === 0 ? 'nothing is found' : `found are ${listQuoted(found)}`
}

/** Ids of the first hits by query; a query of several tools is asked once. */
async function askAll(
  queries: readonly OwnQuery[],
  { search, thresholds: { hits }, onProgress, signal }: Asking,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>()
  const ask = async (text: string): Promise<void> => {
    const answer = await search(text, { limit: hits, signal })
    answers.set(
      text,
      toRanking(answer.hits)
        .slice(0, hits)
        .map(({ id }) => id),
    )
  }
  await inTurns([...new Set(queries.map(({ text }) => text))], ask, { onProgress, signal })
  return answers
}

/** A tool is found when it is there, or one that has a finding for being like it. */
function createJudge(
  tools: readonly LintedTool[],
  answers: ReadonlyMap<string, readonly string[]>,
): (query: OwnQuery) => boolean {
  const byId = new Map(tools.map((linted) => [linted.id, linted]))
  return ({ linted, text }) =>
    !(answers.get(text) ?? []).some((id) => {
      const found = byId.get(id)
      return found !== undefined && (found === linted || isAlike(found, linted))
    })
}

function isAlike(one: LintedTool, other: LintedTool): boolean {
  const isNeighbour = one.tool.name === other.tool.name || one.tool.namespace === other.tool.namespace
  return one.textKey === other.textKey || (isNeighbour && one.tool.description === other.tool.description)
}
