import { type Backend, parseTool } from '@toolscout/model'
import { backendKey, isJsonObject, type ParsedTool, type ToolNotice } from '@toolscout/model/internal'
import type { Plan } from './changes.ts'
import type { ReadRegistrations } from './registration.ts'
import type { RegisteredTool } from './tool-tree.ts'

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
 * Reads a definition that an MCP server lists. Its namespace is always the name of the server; members that MCP does
 * not define are ignored with a notice. The tags come from the configuration.
 *
 * @throws InvalidToolError `INVALID_TOOL` as `parseTool` does.
 */
export function parseMcpDefinition(
  definition: unknown,
  server: string,
  tags: readonly string[] = [],
): ParsedTool {
  if (!isJsonObject(definition)) return parseTool(definition, { namespace: server })
  const members = Object.entries(definition).filter(([member]) => !OWN_MEMBERS.has(member))
  const { notices, ...parsed } = parseTool({ ...Object.fromEntries(members), tags }, { namespace: server })
  const ignored = Object.keys(definition).filter(
    (member) => OWN_MEMBERS.has(member) && definition[member] != null,
  )
  return { ...parsed, notices: [...notices, ...ignored.map(toNotice)] }
}

function toNotice(member: string): ToolNotice {
  const message = `MCP defines no member ${member}; it was ignored.`
  return Object.freeze({ code: 'MEMBER_IGNORED', path: member, message })
}

/** Removes a server from every tool that its complete listing no longer has; tools that could not be read stay. */
export function planUnlisted(
  plan: Plan,
  tools: Iterable<RegisteredTool>,
  { backend, read }: { readonly backend: Backend; readonly read: ReadRegistrations },
): readonly string[] {
  const key = backendKey(backend)
  const listed = new Set(read.offers.map(({ tool }) => tool.id))
  const unread = new Set(read.failures.map(({ name }) => name))
  const unlisted = [...tools].filter(({ summary: { id, name } }) => !listed.has(id) && !unread.has(name))
  return plan.removeBackends(unlisted, (own) => backendKey(own) === key)
}
