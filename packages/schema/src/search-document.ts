import type { JsonObject, SearchDocument, Tool, ToolSummary } from '@toolscout/model'
import { MAX_DESCRIPTION_LENGTH, oneLine, takeCodePoints, toolMeta } from '@toolscout/model/internal'
import { schemaTexts } from './schema-texts.ts'

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
  const output = tool.outputSchema === undefined ? undefined : schemaTexts(tool.outputSchema)
  return {
    id: tool.id,
    summary,
    required: requiredArguments(tool.inputSchema),
    fields: {
      name: tool.name,
      title: lines([
        tool.title,
        tool.annotations?.title === tool.title ? undefined : tool.annotations?.title,
      ]),
      namespace: tool.namespace ?? '',
      description: lines([tool.description, ownSummary(tool)]),
      parameters: input.names.join('\n'),
      parameterTexts: input.texts.join('\n'),
      values: input.values.join('\n'),
      output: output === undefined ? '' : lines([...output.names, ...output.texts, ...output.values]),
      tags: lines([
        ...tool.tags,
        tool.category,
        ...(tool.capabilities ?? []),
        ...(tool.inputModes ?? []),
        ...(tool.outputModes ?? []),
        ...(summary.security ?? []),
      ]),
      notes: lines([
        notes,
        ...(tool.examples ?? []).flatMap(({ title, description }) => [title, description]),
      ]),
    },
  }
}

/** A summary of its own, unless it only repeats the description; words that stand twice would count twice. */
function ownSummary(tool: Tool): string | undefined {
  const summary = toolMeta(tool, 'summary')
  if (typeof summary !== 'string') return undefined
  const text = takeCodePoints(summary, MAX_DESCRIPTION_LENGTH)
  return oneLine(tool.description ?? '').includes(oneLine(text)) ? undefined : text
}

/** Names of the arguments that every call must have. */
function requiredArguments({ required }: JsonObject): readonly string[] {
  if (!Array.isArray(required)) return []
  return required.every((name) => typeof name === 'string')
    ? required
    : required.filter((name) => typeof name === 'string')
}

function lines(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n')
}
