import { createDiscovery, type Discovery } from '@toolscout/discovery'
import type { Judgments } from '@toolscout/evaluation'
import { createMetaExposure } from '@toolscout/gateway'
import { parseTool, type ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { median } from '../search/percentiles.ts'

/** What a model reads of the answers to the questions of a set. */
export interface AnswerFigures {
  readonly set: string
  /** `answerable`, `unanswerable`, or a headline of the answers. */
  readonly group: string
  readonly questions: number
  /** Median tokens of an answer, of o200k_base. */
  readonly tokens: number
  /** Mean UTF-16 code units of an answer. */
  readonly characters: number
  /** Mean tools that an answer shows. */
  readonly tools: number
  /** Share of the questions with a right tool among the first five hits, and among the tools shown; of answerable ones. */
  readonly inFive: number | undefined
  readonly shown: number | undefined
}

/** What a model reads of the answer to one question. */
export interface Answered {
  readonly groups: readonly string[]
  readonly tokens: number
  readonly characters: number
  readonly tools: number
  readonly inFive: boolean
  readonly shown: boolean
  readonly isAnswerable: boolean
}

/** Asks the search tool of the meta exposure every question of a set, each in a conversation of its own. */
export async function askQuestions(set: Judgments): Promise<readonly Answered[]> {
  const { scout, idOf } = register(set)
  const exposure = createMetaExposure(scout)
  const answered: Answered[] = []
  for (const { text: query, relevance } of set.queries) {
    const right = new Set([...relevance.keys()].map((id) => idOf.get(id)))
    const { hits } = await scout.search(query, { limit: 5 })
    const call = { principal: '', signal: new AbortController().signal }
    const result = await exposure.call('search_tools', { query }, call)
    const [text, ids] = [textOf(result), idsOf(result)]
    const isAnswerable = relevance.size > 0
    answered.push({
      groups: [isAnswerable ? 'answerable' : 'unanswerable', levelOf(result)],
      tokens: countTokens(text),
      characters: text.length,
      tools: ids.length,
      inFive: hits.some(({ id }) => right.has(id)),
      shown: ids.some((id) => right.has(id)),
      isAnswerable,
    })
  }
  await scout.close()
  return answered
}

/** What a model reads of these answers, by whether anything answers the question, and by the headline. */
export function summarizeAnswers(set: string, answered: readonly Answered[]): readonly AnswerFigures[] {
  const groups = ['answerable', 'unanswerable', 'strong', 'weak', 'none']
  return groups.flatMap((group) => {
    const members = answered.filter((one) => one.groups.includes(group))
    return members.length === 0 ? [] : [figuresOf(set, group, members)]
  })
}

/** Registers the tools of a set; of several with one namespace and name the later ones get versions. */
function register({ tools }: Judgments): {
  readonly scout: Discovery
  readonly idOf: ReadonlyMap<string, string>
} {
  const scout = createDiscovery()
  const idOf = new Map<string, string>()
  const taken = new Set<string>()
  const registrations = tools.map((definition, i) => {
    const { tool: first } = parseTool(definition)
    const tool = taken.has(first.id) ? parseTool({ ...definition, version: `0.0.0+${i}` }).tool : first
    taken.add(tool.id)
    idOf.set(definition.id, tool.id)
    return { tool, backend: { kind: 'local', handler: definition.id } as const }
  })
  scout.index.registerMany(registrations)
  return { scout, idOf }
}

function figuresOf(set: string, group: string, members: readonly Answered[]): AnswerFigures {
  const answerable = members.filter(({ isAnswerable }) => isAnswerable)
  const share = (read: (one: Answered) => number, all: readonly Answered[]): number | undefined =>
    all.length === 0 ? undefined : all.reduce((sum, one) => sum + read(one), 0) / all.length
  return {
    set,
    group,
    questions: members.length,
    tokens: median(members.map(({ tokens }) => tokens)) ?? 0,
    characters: share(({ characters }) => characters, members) ?? 0,
    tools: share(({ tools }) => tools, members) ?? 0,
    inFive: share(({ inFive }) => Number(inFive), answerable),
    shown: share(({ shown }) => Number(shown), answerable),
  }
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])).join('\n')
}

function idsOf({ _meta }: ToolResult): readonly string[] {
  const found = _meta?.['toolscout/search']
  return isJsonObject(found) && Array.isArray(found.ids) ? found.ids.map(String) : []
}

function levelOf({ _meta }: ToolResult): string {
  const found = _meta?.['toolscout/search']
  return isJsonObject(found) ? String(found.verdict) : ''
}
