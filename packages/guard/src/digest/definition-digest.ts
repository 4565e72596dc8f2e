import { type Tool, toMcpTool } from '@toolscout/model'
import { canonicalJson, sha256 } from '@toolscout/model/internal'

/**
 * SHA-256 over the canonical JSON (RFC 8785) of everything a server says of a tool (name, title, description, input and
 * output schema, annotations, icons, `_meta`, and unknown members), as it was read, and of how the
 * server is reached. Any change of those changes the digest; the order of members and white space between them do not.
 * 64 hexadecimal digits.
 *
 * @param server how the server is reached, without secrets, such as `identifyMcpServer` of `@toolscout/mcp` says it; not
 * what it says of itself.
 */
export function digestDefinition(tool: Tool, server: string): string {
  return sha256(canonicalJson({ definition: toMcpTool(tool), server }))
}
