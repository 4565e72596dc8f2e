import { compareIds, parseTool } from '@toolscout/model'
import {
  checkOptions,
  ENTRY_KINDS,
  isJsonObject,
  type ParsedTool,
  parseBackend,
  type ToolFacts,
  type ToolNotice,
} from '@toolscout/model/internal'
import type { Lookup } from './changes.ts'
import { LISTING_OPTIONS } from './option-kinds.ts'
import {
  createRegistrationReader,
  type ReadRegistrations,
  type RegistrationJob,
  refuseOthersTools,
  refuseRepetition,
  type UnlistedTools,
} from './registration.ts'
import type { RegisterMcpOptions } from './tool-index.ts'

/** Members of our tools that MCP does not define; those of a server are ignored. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'namespace',
  'version',
  'tags',
  'category',
  'inputModes',
  'outputModes',
  'capabilities',
  'examples',
  'otherMembers',
])

/**
 * Reads a definition that an MCP server lists. Its namespace is always the name of the server, or of the one it stands in for; members that MCP does
 * not define are ignored with a notice, but for a `kind` that there is. The tags come from the configuration.
 *
 * @throws InvalidToolError `INVALID_TOOL` as `parseTool` does.
 */
function parseMcpDefinition(
  definition: unknown,
  namespace: string,
  tags: readonly string[] = [],
): ParsedTool {
  if (!isJsonObject(definition)) return parseTool(definition, { namespace })
  const isIgnored = (member: string): boolean =>
    OWN_MEMBERS.has(member) || (member === 'kind' && !ENTRY_KINDS.some((kind) => kind === definition.kind))
  const members = Object.entries(definition).filter(([member]) => !isIgnored(member))
  const { notices, ...parsed } = parseTool({ ...Object.fromEntries(members), tags }, { namespace })
  const ignored = Object.keys(definition).filter((member) => isIgnored(member) && definition[member] != null)
  return { ...parsed, notices: [...notices, ...ignored.map(toNotice)] }
}

function toNotice(member: string): ToolNotice {
  const message = `MCP defines no member ${member}; it was ignored.`
  return Object.freeze({ code: 'MEMBER_IGNORED', path: member, message })
}

/** Registers what a server lists; what a complete listing no longer has leaves. */
export function mcpJob(
  server: string,
  definitions: readonly unknown[],
  listing: RegisterMcpOptions,
  lookup: Lookup,
): RegistrationJob {
  checkOptions('the options of registerMcp', listing, LISTING_OPTIONS)
  const { complete = false, tags, replicaOf } = listing
  const backend = parseBackend({ kind: 'mcp', server })
  if (replicaOf !== undefined) parseBackend({ kind: 'mcp', server: replicaOf })
  const isReplica = replicaOf !== undefined && replicaOf !== server
  const apart = isReplica ? new Set<string>() : undefined
  const reader = createRegistrationReader(
    [refuseRepetition(), refuseOthersTools(lookup, backend, apart)],
    (definition) => parseMcpDefinition(definition, replicaOf ?? server, tags),
    isReplica,
  )
  const given = definitions.map((tool) => ({ tool, backend }))
  const hasRemovals = complete || isReplica
  const removals = hasRemovals ? () => createUnlisted(server, reader, { complete, apart }) : undefined
  return { given, reader, check: () => {}, removals }
}

/**
 * Finds what a listing of a server takes away: what a complete one no longer has, while tools that could not be read
 * stay; and what it offers otherwise than the server it stands in for.
 */
function createUnlisted(
  server: string,
  { offers, failures }: ReadRegistrations,
  { complete, apart }: { readonly complete: boolean; readonly apart: ReadonlySet<string> | undefined },
): UnlistedTools {
  const isOwn = (backend: ToolFacts['backends'][number]): boolean =>
    backend.kind === 'mcp' && backend.server === server
  const listed = new Set(offers.map(({ tool }) => tool.id))
  const unread = new Set(failures.map(({ name }) => name))
  const unlisted: string[] = []
  return {
    look: (id, { backends }) => {
      if ((apart?.has(id) || (complete && !listed.has(id))) && backends.some(isOwn)) unlisted.push(id)
    },
    plan: (plan) => {
      const tools = unlisted.sort(compareIds).flatMap((id) => plan.get(id) ?? [])
      return plan.removeBackends(
        tools.filter(({ summary: { id, name } }) => apart?.has(id) || !unread.has(name)),
        isOwn,
      )
    },
  }
}
