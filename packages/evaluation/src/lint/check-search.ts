import { groupBy, takeCodePoints } from '@toolscout/model/internal'
import { toRanking } from '../runs/run.ts'
import { ANSWER_SIZE } from '../searching/evaluate-search.ts'
import type { SearchFunction } from '../searching/search-function.ts'
import { inTurns, type WatchOptions } from '../searching/search-function.ts'
import { type LintFinding, toFinding } from './finding.ts'
import { createWordReader, type LintedTool, listQuoted } from './linted-tool.ts'

/** Words that say something of a description that is searched for. */
const QUERY_WORDS = 12
/** Longest query made of a description, in code points; scripts without spaces have no other end. */
const MAX_QUERY_LENGTH = 300
/** A first sentence of fewer words, such as `Deprecated.`, is a heading; the next one is asked with it. */
const HEADING_WORDS = 3

/** What tools are looked for with. */
interface Asking extends WatchOptions {
  readonly search: SearchFunction
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
  const byName = [...groupBy(tools, ({ tool }) => tool.name).values()]
    .filter((group) => group.length <= ANSWER_SIZE)
    .flatMap((group) => group.map((linted): OwnQuery => ({ linted, text: linted.tool.name })))
  const described = tools.filter(({ descriptionWords }) => descriptionWords.size > 0)
  const byDescription = writeQueries(described)
  const answers = await askAll([...byName, ...byDescription], asking)
  const byId = new Map(tools.map((linted) => [linted.id, linted]))
  /** A tool is found when it is there, or one that has a finding for being like it. */
  const isLost = ({ linted, text }: OwnQuery): boolean =>
    !(answers.get(text) ?? []).some((id) => {
      const found = byId.get(id)
      return found !== undefined && (found === linted || isAlike(found, linted))
    })
  const lost = { name: byName.filter(isLost), description: byDescription.filter(isLost) }
  const unnamed = new Set(lost.name.map(({ linted }) => linted))
  const undescribed = new Set(lost.description.map(({ linted }) => linted))
  const describe = (what: keyof typeof lost, { linted, text }: OwnQuery): LintFinding => {
    const found = answers.get(text) ?? []
    const instead = found.length === 0 ? 'nothing is found' : `found are ${listQuoted(found)}`
    return toFinding(what === 'name' ? 'NOT_FOUND_BY_NAME' : 'NOT_FOUND_BY_DESCRIPTION', {
      severity: unnamed.has(linted) && undescribed.has(linted) ? 'error' : 'warning',
      tools: [linted],
      message: `${listQuoted([linted.id])} is not among the first ${ANSWER_SIZE} hits for its ${what} ${listQuoted([text])}; ${instead}.`,
    })
  }
  return [
    ...lost.name.map((query) => describe('name', query)),
    ...lost.description.map((query) => describe('description', query)),
  ]
}

/** Ids of the first hits by query; a query of several tools is asked once. */
async function askAll(
  queries: readonly OwnQuery[],
  { search, onProgress, signal }: Asking,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>()
  const ask = async (text: string): Promise<void> => {
    const { hits } = await search(text, { limit: ANSWER_SIZE, signal })
    const first = toRanking(hits).slice(0, ANSWER_SIZE)
    answers.set(
      text,
      first.map(({ id }) => id),
    )
  }
  await inTurns([...new Set(queries.map(({ text }) => text))], ask, { onProgress, signal })
  return answers
}

function isAlike(one: LintedTool, other: LintedTool): boolean {
  const isNeighbour = one.tool.name === other.tool.name || one.tool.namespace === other.tool.namespace
  return one.textKey === other.textKey || (isNeighbour && one.tool.description === other.tool.description)
}

/** The queries tools must be found by: the first sentences of their descriptions, cut to their first significant words. */
function writeQueries(tools: readonly LintedTool[]): readonly OwnQuery[] {
  const wordsOf = createWordReader()
  return tools.map((linted) => {
    const written: string[] = []
    let words = 0
    for (const { text } of linted.sentences) {
      if (words >= HEADING_WORDS) break
      for (const word of text.split(/\s+/)) {
        if (words >= QUERY_WORDS) break
        written.push(word)
        words += wordsOf(word).size
      }
    }
    const text = takeCodePoints(written.join(' '), MAX_QUERY_LENGTH).replace(/[.,;:!?]+$/, '')
    return { linted, text }
  })
}
