import { parseTool, type ToolNotice } from '@toolscout/model'
import { isJsonObject, type ParsedTool } from '@toolscout/model/internal'

/** Members a tool has here and MCP does not define: what a server says in them is not meant for us. */
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
 * Reads a definition that an MCP server lists. Its namespace is the server's name whatever it says, so that no
 * server speaks for another; members that only definitions of this process have are left out with a notice. The tags
 * are those its configuration gives it.
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
  const message = `MCP defines no member ${member}; what the server says there was left out.`
  return Object.freeze({ code: 'MEMBER_IGNORED', path: member, message })
}
