import { type Tool, toolMeta } from '@toolscout/model'
import {
  type CapabilityRules,
  type ListedTool,
  type RatedCapability,
  type Registry,
  rateCapabilities,
} from '@toolscout/registry'
import { readRateLimit } from './custom/rate-limit.ts'
import { keywordsOf } from './keywords.ts'
import type { IndexedTool } from './loom.ts'
import { RATE_LIMIT_META_KEY } from './meta-keys.ts'
import { needsApproval } from './requires-approval.ts'
import { kindOfTool, toLoomId } from './tool-ids.ts'

/** What is known of tools beside what the registry keeps; worked out when somebody asks, and kept until they change. */
export interface ToolFacts {
  readonly capabilitiesOf: (id: string) => readonly RatedCapability[]
  readonly requiresApproval: (listed: ListedTool) => boolean
  readonly toIndexed: (listed: ListedTool, options: { readonly includeSchemas: boolean }) => IndexedTool
  /** Forgets everything, and stops following changes. */
  readonly close: () => void
}

/** What facts are worked out by. */
export interface ToolFactsParts {
  readonly registry: Registry
  readonly rules: CapabilityRules
  readonly customNamespaces: ReadonlySet<string>
  /** What the operator decides; `undefined` leaves it to the rules. */
  readonly decide: ((tool: ListedTool) => boolean | undefined) | undefined
}

/** Creates the facts of a registry's tools. */
export function createToolFacts({ registry, rules, customNamespaces, decide }: ToolFactsParts): ToolFacts {
  const capabilities = new Map<string, readonly RatedCapability[]>()
  const stopFollowing = registry.discovery.onChange(({ changes }) => {
    for (const change of changes) if ('id' in change) capabilities.delete(change.id)
  })
  const toolOf = (id: string): Tool | undefined => registry.discovery.index.get(id)?.tool

  const capabilitiesOf = (id: string): readonly RatedCapability[] => {
    const known = capabilities.get(id)
    if (known !== undefined) return known
    const tool = toolOf(id)
    const rated = tool === undefined ? [] : Object.freeze(rateCapabilities(tool, rules))
    if (tool !== undefined) capabilities.set(id, rated)
    return rated
  }
  const requiresApproval = (listed: ListedTool): boolean => {
    const tool = toolOf(listed.id)
    // What is gone while somebody asks is not to be run in passing.
    return decide?.(listed) ?? (tool === undefined || needsApproval(listed, tool))
  }
  return {
    capabilitiesOf,
    requiresApproval,
    toIndexed: (listed, { includeSchemas }) => {
      const { summary, id } = listed
      const tool = toolOf(id)
      const kind = kindOfTool(summary, customNamespaces)
      const server = summary.backends.find((backend) => backend.kind === 'mcp')
      const limit =
        kind === 'custom' && tool !== undefined
          ? readRateLimit(toolMeta(tool, RATE_LIMIT_META_KEY))
          : undefined
      return Object.freeze({
        id: toLoomId(id, kind),
        toolId: id,
        name: summary.name,
        description: tool?.description ?? '',
        source: kind,
        ...(kind === 'mcp' && server?.kind === 'mcp' ? { server: server.server } : {}),
        ...(summary.version === undefined ? {} : { version: summary.version }),
        ...(includeSchemas && tool !== undefined ? { inputSchema: tool.inputSchema } : {}),
        ...(includeSchemas && tool?.outputSchema !== undefined ? { outputSchema: tool.outputSchema } : {}),
        tags: summary.tags,
        capabilities: capabilitiesOf(id),
        keywords: keywordsOf(summary.name, tool?.description),
        examples: tool?.examples ?? Object.freeze([]),
        requiresApproval: requiresApproval(listed),
        ...(limit === undefined ? {} : { rateLimit: limit }),
        readiness: listed.readiness,
      } satisfies IndexedTool)
    },
    close: () => {
      stopFollowing()
      capabilities.clear()
    },
  }
}
