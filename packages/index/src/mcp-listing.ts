import { type Backend, parseTool } from '@toolscout/model'
import { backendKey, isJsonObject, type ParsedTool, type ToolNotice } from '@toolscout/model/internal'
import { type Plan, planBackendRemoval } from './plan-changes.ts'
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

/** Plans to remove a server from every tool that its complete listing no longer has; tools that could not be read stay. */
export function planUnlisted(
  tools: Iterable<RegisteredTool>,
  backend: Backend,
  { offers, failures }: ReadRegistrations,
): Plan {
  const key = backendKey(backend)
  const listed = new Set(offers.map(({ tool }) => tool.id))
  const unread = new Set(failures.map(({ name }) => name))
  const isOwn = (own: Backend): boolean => backendKey(own) === key
  const unlisted = [...tools].filter(
    ({ summary: { id, name, backends } }) => backends.some(isOwn) && !listed.has(id) && !unread.has(name),
  )
  return planBackendRemoval(unlisted, isOwn)
}

/** Joins two plans about different tools. */
export function joinPlans(first: Plan, second: Plan): Plan {
  return {
    puts: new Map([...first.puts, ...second.puts]),
    deletes: new Set([...first.deletes, ...second.deletes]),
    changes: [...first.changes, ...second.changes],
  }
}
