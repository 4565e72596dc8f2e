import type { ToolHost } from '@toolscout/discovery'
import { errorResult, estimateTokens, type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import { messageOf, oneLine, type ServedCall, truncate } from '@toolscout/model/internal'
import { DETAIL_LEVELS, type DetailLevel, type ToolDoc } from '@toolscout/tooldoc'
import { findReadyTool } from '../find-tool.ts'
import type { MetaToolDefinition } from '../meta-tool.ts'
import { readServerWords } from '../server-words.ts'
import { fitText } from './fit-text.ts'
import type { MetaSettings } from './meta-options.ts'

/** Most tokens of an answer; more than of a search, because these tools are asked for by name. */
const BUDGET_TOKENS = 4_000
/** Tools of one answer; more do not fit the budget. */
const MAX_NAMES = 20

/** Longest text of a server about itself, in code points. */
const MAX_INSTRUCTIONS_LENGTH = 600

/** Describes how tools are called. */
export function describeTool(host: ToolHost, settings: MetaSettings): MetaToolDefinition {
  return {
    name: settings.names.describe,
    description: 'Shows how to call tools.',
    inputSchema: {
      type: 'object',
      properties: {
        names: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          maxItems: MAX_NAMES,
          description: 'From the search.',
        },
        detail: {
          type: 'string',
          enum: [...DETAIL_LEVELS],
          description: 'Default: schema.',
        },
      },
      required: ['names'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    lists: ['names'],
    run: (args, call) => describe(host, args as DescribeArguments, call),
  }
}

interface DescribeArguments extends JsonObject {
  readonly names: readonly string[]
  readonly detail?: DetailLevel
}

async function describe(
  host: ToolHost,
  { names, detail = 'schema' }: DescribeArguments,
  { principal, signal }: ServedCall,
): Promise<ToolResult> {
  const found = names.map((name) => findReadyTool(host, name, { principal, signal }))
  const references = (await Promise.all(found)).map((tool, i) => tool?.id ?? names[i] ?? '')
  const { docs, failures } = await host.describe([...new Set(references)], { principal, signal, detail })
  const problems = failures.map(({ error }) => truncate(oneLine(messageOf(error)), 400))
  if (docs.length === 0) return errorResult(problems.join('\n'))
  const text = fitText(
    {
      head: problems.join('\n'),
      docs,
      notes: detail === 'full' ? serverNotes(host, docs, principal) : [],
    },
    {
      detail,
      format: 'markdown',
      budgetTokens: BUDGET_TOKENS,
      countTokens: estimateTokens,
    },
  )
  return textResult(text)
}

/** How the servers of these tools want to be used, in their own words where those look like no orders. */
function serverNotes(host: ToolHost, docs: readonly ToolDoc[], principal: string): readonly string[] {
  const backends = docs.flatMap(({ id }) => host.resolve(id, { principal })?.summary.backends ?? [])
  const names = new Set(backends.flatMap((backend) => (backend.kind === 'mcp' ? [backend.server] : [])))
  return host.servers().flatMap(({ name, server }) => {
    const words = names.has(name) ? readServerWords(name, server?.instructions) : undefined
    if (words === undefined) return []
    return words.report.level === 'clean'
      ? [`The server ${oneLine(name)} says: ${truncate(words.text, MAX_INSTRUCTIONS_LENGTH)}`]
      : [`What the server ${oneLine(name)} says about itself is left out: it looks like orders to a model.`]
  })
}
