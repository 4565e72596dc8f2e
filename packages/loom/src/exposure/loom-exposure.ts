import type { Gateway } from '@toolscout/gateway'
import {
  bestHits,
  callTools,
  clampWhole,
  createFixedExposure,
  firstSentence,
  headLines,
  type MetaToolDefinition,
  refusal,
  resultReader,
  toMetaSettings,
} from '@toolscout/gateway/internal'
import { type Exposure, estimateTokens, type JsonObject, type ToolResult, textResult } from '@toolscout/model'
import {
  checkOptions,
  isJsonObject,
  messageOf,
  SEARCH_MODES,
  type ServedCall,
  truncate,
} from '@toolscout/model/internal'
import { describeSchema } from '@toolscout/schema'
import type { Loom, LoomExposureOptions, LoomSearchResponse, LoomSearchResult } from '../loom.ts'
import { searchLoom } from '../search-loom.ts'
import { ToolFacts } from '../tool-facts.ts'

const RESULTS = { preset: 5, range: [1, 10] } as const
/** Longest description of a parameter, in code points. */
const MAX_PARAMETER_LENGTH = 120
/** Most parameters shown for one tool. */
const MAX_PARAMETERS = 20

/**
 * `tool_search` as Loom has it, with its three modes, confidence and reasons; beside it a tool that runs what was found
 * and one that reads on in long results, because what is found is not listed. Descriptions say which tools need
 * approval; a loom enforces it, see `Loom.createExposure`.
 *
 * @throws TypeError for an unknown option or a name that is none.
 */
export function createLoomExposure(gateway: Gateway, options: LoomExposureOptions = {}): Exposure {
  const facts = new ToolFacts(gateway)
  return exposeLoom(gateway, (request) => searchLoom({ gateway, facts }, request), options)
}

/** The exposure of any gateway and any search of it. */
export function exposeLoom(
  gateway: Gateway,
  search: Loom['search'],
  options: LoomExposureOptions = {},
): Exposure {
  checkOptions('the options of a Loom exposure', options, { callTool: 'anything', countTokens: 'function' })
  const { callTool = 'call_tool', countTokens = estimateTokens } = options
  const names = { search: 'tool_search', ...(callTool === false ? {} : { call: callTool }) }
  const settings = toMetaSettings({ names })
  const running =
    callTool === false
      ? []
      : [...callTools(gateway, settings, 'tool_search'), resultReader(gateway, 'read_result')]
  return createFixedExposure(gateway, {
    tools: [{ ...TOOL_SEARCH, run: (args, call) => runSearch(search, args, call) }, ...running],
    search: 'tool_search',
    countTokens,
    instructions: `Many tools are behind a few. Find them with tool_search${callTool === false ? '' : `, run them with ${callTool}`}.`,
  })
}

const TOOL_SEARCH: Omit<MetaToolDefinition, 'run'> = {
  name: 'tool_search',
  description: 'Finds tools for what you want to do. Search before you say that something cannot be done.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Natural language description of what you want to do' },
      mode: { type: 'string', enum: [...SEARCH_MODES], description: 'Default balanced' },
      capabilities: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only tools with one of these, such as notification or database',
      },
      max_results: { type: 'integer', description: 'Default 5, at most 10' },
      task_context: { type: 'string', description: 'What it is for' },
    },
    additionalProperties: false,
  },
  required: ['query'],
  annotations: { readOnlyHint: true },
  lists: ['capabilities'],
}

async function runSearch(
  search: Loom['search'],
  args: JsonObject,
  { principal, signal }: ServedCall,
): Promise<ToolResult> {
  const { query, max_results: wanted, task_context: taskContext, capabilities } = args
  if (typeof query !== 'string' || query.trim() === '') {
    return failure('INVALID_QUERY', 'The parameter query is required and must not be empty.', false)
  }
  try {
    const found = await search({
      query,
      mode: SEARCH_MODES.find((known) => known === args.mode),
      capabilities: Array.isArray(capabilities) ? capabilities.map(String) : undefined,
      limit: clampWhole(typeof wanted === 'number' ? wanted : undefined, RESULTS.preset, RESULTS.range),
      taskContext: typeof taskContext === 'string' ? taskContext : undefined,
      includeSchemas: true,
      principal,
      signal,
    })
    return toAnswer(query, found, { hasMode: args.mode !== undefined, hasLimit: wanted !== undefined })
  } catch (error) {
    if (signal.aborted) throw error
    return failure('SEARCH_FAILED', `Tool search failed: ${messageOf(error)}`, true)
  }
}

function toAnswer(
  query: string,
  { results, metadata }: LoomSearchResponse,
  { hasMode, hasLimit }: { readonly hasMode: boolean; readonly hasLimit: boolean },
): ToolResult {
  const { verdict } = metadata
  const hits = results.map((result) => ({ result, score: result.confidence }))
  const shown = hasLimit
    ? hits
    : bestHits({ hits, verdict }, verdict === undefined ? { limit: RESULTS.preset } : {})
  // A caller that named no mode gets no note about modes.
  const degraded = metadata.degraded.filter(({ part }) => part !== 'mode' || hasMode)
  const notes = degraded.slice(0, 5).map(({ part, reason }) => `${part}: ${truncate(reason, 200)}`)
  const note = metadata.totalIndexed === 0 ? 'There are no tools.' : headLines({ hits, verdict }).join(' ')
  const data: JsonObject = {
    query,
    // What Loom's confidences do not say: that nothing fits, and what is missing.
    ...((verdict?.level === 'none' || verdict?.missing) && { note }),
    results_count: shown.length,
    results: shown.map(({ result }) => toResult(result)),
    search_mode: metadata.modeUsed.toUpperCase(),
    search_time_ms: Math.round(metadata.totalMs),
    total_tools_indexed: metadata.totalIndexed,
    ...(notes.length === 0 ? {} : { degraded: notes }),
  }
  return textResult(JSON.stringify(data))
}

function toResult({ tool, confidence, matchReason }: LoomSearchResult): JsonObject {
  const { server, capabilities, inputSchema = {}, readiness } = tool
  return {
    name: tool.toolId,
    description: firstSentence(tool.description),
    confidence: `${Math.round(100 * confidence)}%`,
    source: tool.source.toUpperCase(),
    match_reason: matchReason,
    ...(server === undefined ? {} : { mcp_server: server }),
    ...(capabilities.length === 0 ? {} : { capabilities: capabilities.map(({ name }) => name) }),
    ...parametersOf(inputSchema),
    ...(tool.requiresApproval ? { requires_approval: true } : {}),
    ...(readiness.state === 'ready' ? {} : { not_ready: readiness.hint ?? readiness.state }),
  }
}

function parametersOf(schema: JsonObject): JsonObject {
  const { properties } = describeSchema(schema)
  if (properties.length === 0) return {}
  const told = properties.slice(0, MAX_PARAMETERS).map(({ name, type, required, description = '' }) => {
    const facts = `(${type}${required ? ', required' : ''})`
    return [name, `${truncate(description, MAX_PARAMETER_LENGTH)} ${facts}`.trim()]
  })
  return { parameters: Object.fromEntries(told) }
}

function failure(code: string, message: string, retryable: boolean): ToolResult {
  const result = refusal(code, message, { tool: 'tool_search' })
  const data = isJsonObject(result.structuredContent) ? result.structuredContent : {}
  return Object.freeze({ ...result, structuredContent: { ...data, retryable } })
}
