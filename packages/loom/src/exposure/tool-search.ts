import type { Gateway, GatewayAnswer } from '@toolscout/gateway'
import {
  clampWhole,
  type GatewayHit,
  type ListedTool,
  type MetaToolDefinition,
  refusal,
} from '@toolscout/gateway/internal'
import type { RegisteredTool } from '@toolscout/index'
import { type JsonObject, type SearchMode, type Tool, type ToolResult, textResult } from '@toolscout/model'
import { isJsonObject, SEARCH_MODES, type ServedCall, truncate } from '@toolscout/model/internal'
import { describeSchema } from '@toolscout/schema'
import { toCapability } from './capabilities.ts'
import { hitConfidence } from './hit-confidence.ts'
import { createMatchReasons, readSaidTerms } from './match-reason.ts'

/** Hits that are looked at where some are left out afterwards; the most an index gives. */
const MAX_HITS = 1_000
const RESULTS = { preset: 5, range: [1, 10] } as const
/** Longest description of a tool and of a parameter, in code points. */
const MAX_DESCRIPTION_LENGTH = 400
const MAX_PARAMETER_LENGTH = 120
/** Most parameters shown for one tool. */
const MAX_PARAMETERS = 20

/** Where a tool comes from, as Loom has it. */
export type LoomSource = 'builtin' | 'mcp' | 'custom'

/** Dependencies of a search. */
export interface ToolSearchParts {
  /** The clock, in milliseconds. */
  readonly now: () => number
  readonly capabilitiesOf: (tool: Tool) => readonly string[]
  readonly sourceOf: (tool: ListedTool) => LoomSource
  readonly requiresApproval: (tool: ListedTool) => boolean
}

/** As calls choose: a function of this process goes before a server. */
export function sourceOfBackends({ summary: { backends } }: ListedTool): LoomSource {
  if (backends.some(({ kind }) => kind === 'local')) return 'builtin'
  return backends.some(({ kind }) => kind === 'mcp') ? 'mcp' : 'custom'
}

/** `tool_search`, as Loom has it. */
export function toolSearch(gateway: Gateway, parts: ToolSearchParts): MetaToolDefinition {
  return {
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
    run: (args, call) => search(gateway, args, { ...parts, call }),
  }
}

async function search(
  gateway: Gateway,
  args: JsonObject,
  { call, ...parts }: ToolSearchParts & { readonly call: ServedCall },
): Promise<ToolResult> {
  const { query, max_results: wanted, task_context: taskContext, capabilities } = args
  if (typeof query !== 'string' || query.trim() === '') {
    return failure('INVALID_QUERY', 'The parameter query is required and must not be empty.', false)
  }
  const start = parts.now()
  const { principal, signal } = call
  const mode = SEARCH_MODES.find((known) => known === args.mode) ?? 'balanced'
  const wants = Array.isArray(capabilities)
    ? new Set(capabilities.map((wish) => toCapability(String(wish))))
    : undefined
  const limit = clampWhole(typeof wanted === 'number' ? wanted : undefined, RESULTS.preset, RESULTS.range)
  let answer: GatewayAnswer
  try {
    answer = await gateway.search(query, {
      principal,
      signal,
      // Capabilities are looked at afterwards.
      limit: wants === undefined ? limit : MAX_HITS,
      mode,
      ...(typeof taskContext === 'string' ? { taskContext } : {}),
    })
  } catch (error) {
    if (signal.aborted) throw error
    return failure(
      'SEARCH_FAILED',
      `Tool search failed: ${error instanceof Error ? error.message : 'unknown'}`,
      true,
    )
  }
  const found = answer.hits.flatMap((hit) => findTool(gateway, { hit, principal }, parts))
  const reasonOf = createMatchReasons(query, answer.verdict)
  const results = found
    .filter(({ capabilities: has }) => wants === undefined || has.some((one) => wants.has(toCapability(one))))
    .slice(0, limit)
    .map((tool) => toResult(tool, answer, reasonOf))
  // A caller that named no mode gets no note about modes.
  const degraded = answer.degraded.filter(({ part }) => part !== 'mode' || args.mode !== undefined)
  const modeUsed: SearchMode = answer.assistance?.modeUsed ?? 'fast'
  const data: JsonObject = {
    query,
    results_count: results.length,
    results,
    search_mode: modeUsed.toUpperCase(),
    search_time_ms: Math.round(parts.now() - start),
    total_tools_indexed: gateway.count({ principal }),
    ...(degraded.length === 0
      ? {}
      : {
          degraded: degraded.slice(0, 5).map(({ part, reason }) => `${part}: ${truncate(reason, 200)}`),
        }),
  }
  return textResult(JSON.stringify(data, undefined, 2))
}

interface FoundTool {
  readonly hit: GatewayHit
  readonly registered: RegisteredTool
  readonly capabilities: readonly string[]
  readonly source: LoomSource
  readonly requiresApproval: boolean
}

function findTool(
  gateway: Gateway,
  { hit, principal }: { readonly hit: GatewayHit; readonly principal: string },
  { capabilitiesOf, sourceOf, requiresApproval }: ToolSearchParts,
): readonly FoundTool[] {
  const registered = gateway.discovery.index.get(hit.id)
  const listed = gateway.resolve(hit.id, { principal })
  if (registered === undefined || listed === undefined) return []
  return [
    {
      hit,
      registered,
      capabilities: capabilitiesOf(registered.tool),
      source: sourceOf(listed),
      requiresApproval: requiresApproval(listed),
    },
  ]
}

function toResult(
  { hit, registered: { tool, backends }, capabilities, source, requiresApproval }: FoundTool,
  answer: GatewayAnswer,
  reasonOf: ReturnType<typeof createMatchReasons>,
): JsonObject {
  const server = backends.find((backend) => backend.kind === 'mcp')
  return {
    name: hit.id,
    description: truncate(tool.description ?? '', MAX_DESCRIPTION_LENGTH),
    confidence: `${Math.round(100 * hitConfidence(hit, answer))}%`,
    source: source.toUpperCase(),
    match_reason: reasonOf(tool.id, readSaidTerms(tool)),
    ...(source === 'mcp' && server !== undefined ? { mcp_server: server.server } : {}),
    ...(capabilities.length === 0 ? {} : { capabilities: [...capabilities] }),
    ...parametersOf(tool.inputSchema),
    ...(requiresApproval ? { requires_approval: true } : {}),
    ...(hit.readiness.state === 'ready' ? {} : { not_ready: hit.readiness.hint ?? hit.readiness.state }),
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
