import type { Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { Tool } from '@toolscout/model'
import { createDefinitionFacts, type DefinitionFacts } from './definition-facts.ts'
import { type CapabilityRules, type RatedCapability, rateCapabilities } from './exposure/capabilities.ts'
import type { IndexedTool } from './loom.ts'
import { needsApproval } from './requires-approval.ts'
import { kindOfTool, toLoomId } from './tool-ids.ts'

/** What is known of tools beside what the gateway keeps; worked out when somebody asks, and kept until they change. */
export interface ToolFacts {
  readonly capabilitiesOf: (id: string) => readonly RatedCapability[]
  /** What follows from the definition an id has now; `undefined` when there is none. */
  readonly definitionOf: (id: string) => DefinitionFacts | undefined
  readonly requiresApproval: (listed: ListedTool) => boolean
  /** A tool with what is known of it, which may be given where it was asked for already. */
  readonly toIndexed: (
    listed: ListedTool,
    options: { readonly includeSchemas: boolean; readonly known?: DefinitionFacts | undefined },
  ) => IndexedTool
  /** Forgets everything, and stops following changes. */
  readonly close: () => void
}

/** What facts are worked out by. */
export interface ToolFactsParts {
  readonly gateway: Gateway
  readonly rules: CapabilityRules
  readonly customNamespaces: ReadonlySet<string>
  /** What the operator decides; `undefined` leaves it to the rules. */
  readonly decide: ((tool: ListedTool) => boolean | undefined) | undefined
}

const NONE: readonly never[] = Object.freeze([])

/** Creates the facts of a gateway's tools. */
export function createToolFacts({ gateway, rules, customNamespaces, decide }: ToolFactsParts): ToolFacts {
  /** Of all tools, since a filter asks for all. Good for exactly the definition that was rated. */
  const capabilities = new Map<string, { readonly tool: Tool; readonly rated: readonly RatedCapability[] }>()
  const stopFollowing = gateway.discovery.onChange(({ changes }) => {
    for (const change of changes) if ('id' in change) capabilities.delete(change.id)
  })
  const toolOf = (id: string): Tool | undefined => gateway.discovery.index.get(id)?.tool
  const rate = (tool: Tool): readonly RatedCapability[] => {
    const known = capabilities.get(tool.id)
    if (known?.tool === tool) return known.rated
    const rated = Object.freeze(rateCapabilities(tool, rules))
    capabilities.set(tool.id, { tool, rated })
    return rated
  }
  const definitions = createDefinitionFacts({ rate })

  const definitionOf = (id: string): DefinitionFacts | undefined => {
    const tool = toolOf(id)
    return tool === undefined ? undefined : definitions.of(tool)
  }
  const needsIt = (listed: ListedTool, known: DefinitionFacts | undefined): boolean =>
    // What is gone while somebody asks is not to be run in passing.
    decide?.(listed) ?? (known === undefined || needsApproval(listed, known.approval))
  return {
    capabilitiesOf: (id) => {
      const tool = toolOf(id)
      return tool === undefined ? NONE : rate(tool)
    },
    definitionOf,
    requiresApproval: (listed) => needsIt(listed, definitionOf(listed.id)),
    toIndexed: (listed, { includeSchemas, known = definitionOf(listed.id) }) => {
      const { summary, id } = listed
      const { version, backends } = summary
      const tool = known?.tool
      const source = kindOfTool(summary, customNamespaces)
      // Member by member: every search does this for each of its hits.
      const indexed: { -readonly [Member in keyof IndexedTool]: IndexedTool[Member] } = {
        id: toLoomId(id, source),
        toolId: id,
        name: summary.name,
        description: tool?.description ?? '',
        source,
        tags: summary.tags,
        capabilities: known?.capabilities ?? NONE,
        keywords: known?.keywords ?? NONE,
        examples: tool?.examples ?? NONE,
        requiresApproval: needsIt(listed, known),
        readiness: listed.readiness,
      }
      const server = source === 'mcp' ? backends.find(({ kind }) => kind === 'mcp') : undefined
      if (server?.kind === 'mcp') indexed.server = server.server
      if (version !== undefined) indexed.version = version
      const limit = source === 'custom' ? known?.rateLimit : undefined
      if (limit !== undefined) indexed.rateLimit = limit
      if (includeSchemas && tool !== undefined) {
        indexed.inputSchema = tool.inputSchema
        if (tool.outputSchema !== undefined) indexed.outputSchema = tool.outputSchema
      }
      return Object.freeze(indexed)
    },
    close: () => {
      stopFollowing()
      capabilities.clear()
      definitions.clear()
    },
  }
}
