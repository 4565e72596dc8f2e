import type { JsonObject, JsonValue, Tool, ToolResult } from '@toolscout/model'
import { isJsonObject, parseToolResult } from '@toolscout/model/internal'
import type { McpConnection, McpRequestOptions } from '../connection/connection.ts'
import { expandTemplate } from './uri-template.ts'

/** What is known of an entry that is no tool, and what its server calls it. */
export interface CalledEntry extends Pick<Tool, 'kind' | 'otherMembers'> {
  readonly name: string
}

/**
 * Gets a prompt, or reads a resource or a skill, as a result: messages and contents become its content. Rejects as
 * `McpConnection.request` does.
 */
export async function callEntry(
  connection: Pick<McpConnection, 'request'>,
  { kind, name, otherMembers }: CalledEntry,
  args: JsonObject,
  options: McpRequestOptions = {},
): Promise<ToolResult> {
  if (kind === 'prompt') {
    const answer = await connection.request('prompts/get', { name, arguments: args }, options)
    return toResult(messageBlocks(answer))
  }
  const { uri, uriTemplate } = otherMembers ?? {}
  const address = typeof uriTemplate === 'string' ? expandTemplate(uriTemplate, args) : String(uri ?? name)
  const answer = await connection.request('resources/read', { uri: address }, options)
  return toResult(contentBlocks(answer))
}

function toResult(content: readonly JsonValue[]): ToolResult {
  return parseToolResult({ content }) ?? { content: [] }
}

/** The messages of a prompt (MCP `GetPromptResult`); a line says whose words follow, where they are not all the user's. */
function messageBlocks({ messages }: JsonObject): readonly JsonValue[] {
  const given = (Array.isArray(messages) ? messages : []).filter(isJsonObject)
  const isDialogue = given.some(({ role }) => role !== 'user')
  return given.flatMap(({ role, content }) => {
    const blocks = (Array.isArray(content) ? content : [content]).filter(isJsonObject)
    return isDialogue ? [{ type: 'text', text: `${String(role)}:` }, ...blocks] : blocks
  })
}

/** Contents of a resource (MCP `ReadResourceResult`): texts and pictures as such, other bytes with their address. */
function contentBlocks({ contents }: JsonObject): readonly JsonValue[] {
  const given = (Array.isArray(contents) ? contents : []).filter(isJsonObject)
  return given.flatMap((resource): readonly JsonValue[] => {
    const { uri, text, blob, mimeType = '' } = resource
    const head = given.length > 1 ? [{ type: 'text', text: `${String(uri)}:` }] : []
    if (typeof text === 'string') return [...head, { type: 'text', text }]
    if (typeof blob !== 'string') return head
    const [type] = String(mimeType).split('/')
    const isMedia = type === 'image' || type === 'audio'
    return [isMedia ? { type, data: blob, mimeType } : { type: 'resource', resource }]
  })
}
