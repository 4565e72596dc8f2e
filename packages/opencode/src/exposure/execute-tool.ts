import type { Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import { findTool, type MetaToolDefinition, runTool, shownName } from '@toolscout/gateway/internal'
import { type ContentBlock, type JsonObject, ToolNotFoundError, type ToolResult } from '@toolscout/model'
import {
  isJsonObject,
  messageOf,
  nearestNames,
  oneLine,
  type ServedCall,
  truncate,
} from '@toolscout/model/internal'
import { failureAnswer } from './search-answer.ts'
import { serverDetails } from './server-details.ts'
import type { ToolboxNames } from './toolbox-names.ts'
import type { ToolboxSession } from './toolbox-session.ts'

/** Names that are suggested in the place of an unknown one. */
const MAX_SUGGESTIONS = 3
/** Longest failure message, in code points. */
const MAX_ERROR_LENGTH = 1_000

/** `toolbox_execute`: runs what was found. */
export function executeTool(session: ToolboxSession): MetaToolDefinition {
  return {
    name: 'toolbox_execute',
    description: 'Runs a tool that a toolbox search found.',
    inputSchema: {
      type: 'object',
      properties: {
        toolId: { type: 'string', description: 'The name of the tool as the search gives it.' },
        arguments: {
          anyOf: [{ type: 'object' }, { type: 'string' }],
          description: 'What the tool takes: an object, or its JSON text.',
        },
      },
      required: ['toolId'],
      additionalProperties: false,
    },
    annotations: { destructiveHint: true },
    aliases: { name: 'toolId' },
    run: (args, call) => execute(session, String(args.toolId), args.arguments, call),
  }
}

async function execute(
  session: ToolboxSession,
  toolId: string,
  given: unknown,
  call: ServedCall,
): Promise<ToolResult> {
  const { gateway, settings, counts, executions } = session
  const found = await find(session, toolId, call)
  if ('failure' in found) return found.failure
  const { tool, name } = found
  const read = readArguments(given)
  if ('problem' in read) return failureAnswer(`Failed to parse arguments as JSON: ${read.problem}`)
  await settings.authorize(name, call)
  const start = settings.now()
  counts.executions += 1
  try {
    const result = await runTool(gateway, tool.id, read.args, call)
    if (result.isError !== true) counts.succeeded += 1
    return answerOf(session, tool, result)
  } finally {
    executions.add(settings.now() - start)
  }
}

/** The tool of a name the search gives, or of any other that means exactly one; else what may have been meant. */
async function find(
  { gateway, names: remembered }: ToolboxSession,
  toolId: string,
  call: ServedCall,
): Promise<{ readonly tool: ListedTool; readonly name: string } | { readonly failure: ToolResult }> {
  const { principal } = call
  let names = remembered.of(principal)
  if (names.toolOf(toolId) === undefined) {
    await gateway.ready(call)
    names = remembered.fresh(principal)
  }
  const collision = names.collisions.find(({ name }) => name === toolId)
  if (collision !== undefined) {
    const several = `Several tools are called ${shownName(toolId)}: use one of ${collision.tools.join(', ')}.`
    return { failure: failureAnswer(several, { code: 'TOOL_NOT_FOUND', suggestions: collision.tools }) }
  }
  const named = names.toolOf(toolId)?.id
  const tool =
    named === undefined ? findTool(gateway, toolId, principal) : gateway.resolve(named, { principal })
  if (tool === undefined)
    return { failure: await unknownTool(gateway, toolId, { names: remembered.fresh(principal), call }) }
  return { tool, name: names.nameOf(tool.id) ?? tool.id }
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
    const mimeType = 'mimeType' in block ? String(block.mimeType) : undefined
    return { type: block.type, ...(mimeType === undefined ? {} : { mimeType }), attached: attached.length }
  })
  const shown = { ...result, content }
  const isError = result.isError === true
  const text = isError
    ? JSON.stringify({
        success: false,
        error: `Tool execution failed: ${failureText(result)}`,
        ...serverOf(session, tool),
        result: shown,
      })
    : JSON.stringify({ success: true, result: shown })
  return Object.freeze({
    content: Object.freeze([Object.freeze({ type: 'text', text } as const), ...attached]),
    ...(isError ? { isError } : {}),
  })
}

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
  gateway: Gateway,
  toolId: string,
  { names, call: { principal, signal } }: { readonly names: ToolboxNames; readonly call: ServedCall },
): Promise<ToolResult> {
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
