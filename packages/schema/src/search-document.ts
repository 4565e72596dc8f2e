import type { JsonObject, SearchDocument, Tool, ToolSummary } from '@toolscout/model'
import {
  MAX_DESCRIPTION_LENGTH,
  oneLine,
  SCHEMA_KEYWORDS,
  takeCodePoints,
  toolMeta,
} from '@toolscout/model/internal'

/** A tool and what it is found by. */
export interface SearchableTool {
  readonly tool: Tool
  readonly summary: ToolSummary
  /** What tool docs add to the text that is searched; empty when there are none. */
  readonly notes: string
}

/** What a searcher is given of a tool: its texts by field, parameters and results included. */
export function toSearchDocument({ tool, summary, notes }: SearchableTool): SearchDocument {
  const input = schemaTexts(tool.inputSchema)
  const { title, annotations, examples } = tool
  const output = tool.outputSchema === undefined ? undefined : schemaTexts(tool.outputSchema)
  return {
    id: tool.id,
    summary,
    required: requiredArguments(tool.inputSchema),
    fields: {
      name: tool.name,
      title: lines([title, annotations?.title === title ? undefined : annotations?.title]),
      namespace: tool.namespace ?? '',
      description: lines([tool.description, ownSummary(tool)]),
      parameters: lines(input.names),
      parameterTexts: lines(input.texts),
      values: lines(input.values),
      output: output === undefined ? '' : lines([...output.names, ...output.texts, ...output.values]),
      tags: lines([
        ...tool.tags,
        tool.category,
        ...(tool.capabilities ?? []),
        ...(tool.inputModes ?? []),
        ...(tool.outputModes ?? []),
        ...(summary.security ?? []),
      ]),
      notes:
        examples === undefined && tool.kind !== 'skill'
          ? notes
          : lines([notes, bodyOf(tool), ...(examples ?? []).flatMap((one) => [one.title, one.description])]),
    },
  }
}

/** A summary of its own, unless it only repeats the description; words that stand twice would count twice. */
function ownSummary(tool: Tool): string | undefined {
  if (tool._meta === undefined) return undefined
  const summary = toolMeta(tool, 'summary')
  if (typeof summary !== 'string') return undefined
  const text = takeCodePoints(summary, MAX_DESCRIPTION_LENGTH)
  return oneLine(tool.description ?? '').includes(oneLine(text)) ? undefined : text
}

/** What a skill says in full; hidden from search, skills are found far more seldom (SkillRouter, arXiv 2603.22455). */
function bodyOf({ kind, otherMembers }: Tool): string | undefined {
  const body = otherMembers?.body
  return kind === 'skill' && isText(body) ? body : undefined
}

const NONE: readonly string[] = Object.freeze([])
const isText = (value: unknown): value is string => typeof value === 'string'

/** Names of the arguments that every call must have. */
function requiredArguments({ required }: JsonObject): readonly string[] {
  if (!Array.isArray(required)) return NONE
  return required.every(isText) ? required : required.filter(isText)
}

function lines(texts: readonly (string | undefined)[]): string {
  let all = ''
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i]
    if (text !== undefined && text !== '') all = all === '' ? text : `${all}\n${text}`
  }
  return all
}

/** The words of a schema, for search. */
export interface SchemaTexts {
  /** Names of members, at every level. */
  readonly names: readonly string[]
  /** Titles and descriptions. */
  readonly texts: readonly string[]
  /** Text values of `enum` and `const`. */
  readonly values: readonly string[]
}

/**
 * Most schemas of one document that are looked at, and most UTF-16 code units of all texts together. The largest
 * of 5,808 public tools has 90 and 9,700; past these bounds a schema adds more noise than words.
 */
const MAX_SCHEMAS = 1_000
const MAX_LENGTH = 65_536
/** Deeper than any document a tool may have. */
const MAX_DEPTH = 64

interface Collector extends SchemaTexts {
  readonly names: string[]
  readonly texts: string[]
  readonly values: string[]
  schemas: number
  length: number
}

/**
 * Gathers what a search should find a schema by, in the order of the document: members, items, branches and
 * definitions, each at its place and once. References are not followed, because what they lead to is in the
 * document anyway. Texts are as they are, neither cleaned nor split; that is the analyzer's work. Odd values give
 * less, never an error.
 *
 * Runs for every tool of a catalog, so it walks the value itself and builds nothing but the three lists.
 */
export function schemaTexts(schema: unknown): SchemaTexts {
  const collector: Collector = { names: [], texts: [], values: [], schemas: 0, length: 0 }
  collectSchema(schema, 0, collector)
  const { names, texts, values } = collector
  return { names, texts, values }
}

function collectSchema(schema: unknown, depth: number, collector: Collector): void {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return
  if (collector.schemas >= MAX_SCHEMAS || collector.length > MAX_LENGTH) return
  collector.schemas += 1
  const source = schema as { readonly [keyword: string]: unknown }
  const keywords = Object.keys(source)
  for (let i = 0; i < keywords.length; i += 1) {
    const keyword = keywords[i] as string
    const value = source[keyword]
    switch (SCHEMA_KEYWORDS.get(keyword)) {
      case 'text':
        if (keyword !== '$comment') keep(value, collector.texts, collector)
        break
      case 'data':
        if (keyword === 'const') keep(value, collector.values, collector)
        if (keyword === 'enum' && Array.isArray(value)) {
          for (const item of value) keep(item, collector.values, collector)
        }
        break
      case 'schemaMap':
        collectMap(value, depth, collector, keyword === 'properties')
        break
      case 'schema':
      case 'schemas':
      case 'schemaOrSchemas': {
        // What must not be says nothing about what the tool takes.
        const schemas: readonly unknown[] = Array.isArray(value) ? value : [value]
        if (keyword !== 'not') for (const item of schemas) collectSchema(item, depth + 1, collector)
        break
      }
    }
  }
}

function collectMap(value: unknown, depth: number, collector: Collector, namesCount: boolean): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const members = value as { readonly [name: string]: unknown }
  const names = Object.keys(members)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] as string
    if (namesCount) keep(name, collector.names, collector)
    collectSchema(members[name], depth + 1, collector)
  }
}

function keep(text: unknown, list: string[], collector: Collector): void {
  if (typeof text !== 'string' || text === '' || collector.length > MAX_LENGTH) return
  collector.length += text.length
  list.push(text)
}
