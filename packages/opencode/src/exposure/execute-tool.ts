import { findTool, type ListedTool, resultReader, runTool, shownName } from '@toolscout/gateway/internal'
import {
  type ContentBlock,
  type JsonObject,
  ToolNotFoundError,
  type ToolResult,
  textResult,
} from '@toolscout/model'
import {
  isJsonObject,
  messageOf,
  nearestNames,
  oneLine,
  type ServedCall,
  truncate,
} from '@toolscout/model/internal'
import { failureAnswer } from './search-answer.ts'
import { serverDetails } from './status-tools.ts'
import type { ToolboxSession } from './toolbox-session.ts'

/** Names that are suggested in the place of an unknown one. */
const MAX_SUGGESTIONS = 3
/** What is run to read on in a result that was too long. */
const RESULT_READER = 'read_result'
/** Where a result says by which handle it is read on. */
const REST_META_KEY = 'toolscout/rest'
/** Longest failure message, in code points. */
const MAX_ERROR_LENGTH = 1_000

/** `toolbox_execute`: runs what was found, or any other tool that a name means exactly. */
export async function execute(
  session: ToolboxSession,
  args: JsonObject,
  call: ServedCall,
): Promise<ToolResult> {
  const { gateway, options, executions } = session
  const { principal } = call
  const toolId = String(args.toolId)
  let names = session.names.of(principal)
  if (names.toolOf(toolId) === undefined) {
    await gateway.ready({ signal: call.signal })
    names = session.names.fresh(principal)
  }
  const collision = names.collisions.find(({ name }) => name === toolId)
  if (collision !== undefined) {
    const several = `Several tools are called ${shownName(toolId)}: use one of ${collision.tools.join(', ')}.`
    return failureAnswer(several, { code: 'TOOL_NOT_FOUND', suggestions: collision.tools })
  }
  const named = names.toolOf(toolId)?.id
  if (named === undefined && toolId === RESULT_READER) return readOn(session, args.arguments, call)
  const tool =
    named === undefined ? findTool(gateway, toolId, principal) : gateway.resolve(named, { principal })
  if (tool === undefined) return unknownTool(session, toolId, call)
  const name = names.nameOf(tool.id) ?? tool.id
  const read = readArguments(args.arguments)
  if ('problem' in read) return failureAnswer(`Failed to parse arguments as JSON: ${read.problem}`)
  await options.authorize?.(name, call)
  const start = performance.now()
  try {
    const result = await runTool(gateway, tool.id, read.args, call)
    if (result.isError !== true) session.succeeded += 1
    return answerOf(session, tool, result)
  } finally {
    executions.add(performance.now() - start)
  }
}

/** Reads on in a result that was too long, under a name that a tool of a server may have in its place. */
async function readOn({ gateway }: ToolboxSession, given: unknown, call: ServedCall): Promise<ToolResult> {
  const read = readArguments(given)
  if ('problem' in read) return failureAnswer(`Failed to parse arguments as JSON: ${read.problem}`)
  try {
    const result = await resultReader(gateway, RESULT_READER).run(read.args as JsonObject, call)
    return textResult(JSON.stringify({ success: true, result }))
  } catch (error) {
    return failureAnswer(truncate(oneLine(messageOf(error)), MAX_ERROR_LENGTH))
  }
}

function readArguments(given: unknown): { readonly args: unknown } | { readonly problem: string } {
  if (typeof given !== 'string') return { args: given ?? {} }
  try {
    return { args: given.trim() === '' ? {} : JSON.parse(given) }
  } catch (error) {
    return { problem: truncate(oneLine(messageOf(error)), MAX_ERROR_LENGTH) }
  }
}

/** Text and data stand in the JSON; pictures, sounds and files stand behind it as what they are. */
function answerOf(session: ToolboxSession, tool: ListedTool, result: ToolResult): ToolResult {
  const attached: ContentBlock[] = []
  const content = result.content.map((block): JsonObject => {
    if (!isAttachment(block)) return { ...block } as JsonObject
    attached.push(block)
    const mimeType = 'mimeType' in block ? { mimeType: String(block.mimeType) } : {}
    return { type: block.type, ...mimeType, attached: attached.length }
  })
  const isError = result.isError === true
  const failure = isError && {
    error: `Tool execution failed: ${failureText(result)}`,
    ...serverOf(session, tool),
  }
  const rest: unknown = result._meta?.[REST_META_KEY]
  const handle: unknown = isJsonObject(rest) ? rest.handle : undefined
  const text = JSON.stringify({
    success: !isError,
    ...failure,
    result: { ...result, content },
    ...(typeof handle === 'string' && {
      rest: `To read on: toolbox_execute, toolId ${RESULT_READER}, arguments {"handle":"${handle}","from":0}.`,
    }),
  })
  return Object.freeze({
    content: Object.freeze([Object.freeze({ type: 'text', text } as const), ...attached]),
    ...(isError && { isError }),
  })
}

/** Whether a block is bytes that no JSON should hold. */
function isAttachment(block: ContentBlock): boolean {
  if (block.type === 'image' || block.type === 'audio') return true
  const resource: unknown = block.type === 'resource' ? Reflect.get(block, 'resource') : undefined
  return isJsonObject(resource) && typeof resource.blob === 'string'
}

function failureText({ content }: ToolResult): string {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  return truncate(text, MAX_ERROR_LENGTH)
}

function serverOf({ gateway }: ToolboxSession, { summary: { backends } }: ListedTool): JsonObject {
  const backend = backends.find(({ kind }) => kind === 'mcp')
  const name = backend?.kind === 'mcp' ? backend.server : undefined
  const status = gateway.servers().find((server) => server.name === name)
  return status === undefined ? {} : { server: serverDetails(status) }
}

async function unknownTool(
  { gateway, names: remembered }: ToolboxSession,
  toolId: string,
  { principal, signal }: ServedCall,
): Promise<ToolResult> {
  const names = remembered.fresh(principal)
  const shown = shownName(toolId)
  const { failures } = await gateway.describe([toolId], { principal, signal, detail: 'summary' })
  const meant = failures.flatMap(({ error }) =>
    error instanceof ToolNotFoundError ? error.details.suggestions.map((id) => names.nameOf(id)) : [],
  )
  const near = [...nearestNames(shown, names.names, { max: MAX_SUGGESTIONS }), ...meant]
  const suggestions = [...new Set(near.filter((name) => name !== undefined))].slice(0, MAX_SUGGESTIONS)
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`
  const isBare = !/[_:/.]/.test(toolId)
  const error = isBare
    ? `Invalid toolId format: ${shown}. Expected format: {serverName}_{toolName} (e.g., 'time_get_current_time').${hint}`
    : `Tool not found: ${shown}.${hint}`
  return failureAnswer(error, { code: 'TOOL_NOT_FOUND', suggestions })
}
