import { errorResult, type JsonObject, type JsonValue, type Tool, type ToolResult } from '@toolscout/model'
import { isJsonObject, parseToolResult, quote } from '@toolscout/model/internal'
import type { McpConnection } from '../connection/connection.ts'
import type { McpRequestOptions } from '../connection/request-options.ts'
import { addressOfFile, isAsListed } from './entry-definitions.ts'
import { expandTemplate } from './uri-template.ts'

/** What is known of an entry that is no tool, and what its server calls it. */
export interface CalledEntry extends Pick<Tool, 'kind' | 'otherMembers'> {
  readonly name: string
}

/**
 * Gets a prompt, or reads a resource, a skill or a file of a skill, as a result: messages and contents become its content.
 * A file that the skill was not listed with, or not as it is now, is an error of the result. Rejects as
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
  const { uri, uriTemplate, files } = otherMembers ?? {}
  if (kind === 'skill' && isJsonObject(files))
    return readSkillFile(connection, { uri: String(uri), files, file: args.file }, options)
  const address = typeof uriTemplate === 'string' ? expandTemplate(uriTemplate, args) : String(uri ?? name)
  const answer = await connection.request('resources/read', { uri: address }, options)
  return toResult(contentBlocks(answer))
}

interface AskedFile {
  readonly uri: string
  /** Digests of the skill's files by path. */
  readonly files: JsonObject
  /** Default: the instructions. */
  readonly file: JsonValue | undefined
}

async function readSkillFile(
  connection: Pick<McpConnection, 'request'>,
  { uri, files, file }: AskedFile,
  options: McpRequestOptions,
): Promise<ToolResult> {
  const address = file === undefined ? uri : addressOfFile(uri, String(file))
  if (file !== undefined && !Object.hasOwn(files, String(file)))
    return errorResult(`The skill has no file ${quote(file)}; it has ${Object.keys(files).join(', ')}.`)
  const answer = await connection.request('resources/read', { uri: address }, options)
  const [content] = Array.isArray(answer.contents) ? answer.contents.filter(isJsonObject) : []
  if (content !== undefined && !(await isAsListed({ uri, files }, { ...content, uri: address })))
    return errorResult(
      `${quote(address)} has changed since the skill was listed, and is not shown until it is listed again.`,
    )
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
