import { type ContentBlock, type JsonObject, ToolNotFoundError, type ToolResult } from '@toolscout/model'
import {
  isJsonObject,
  oneLine,
  quote,
  type ToolAnnotations,
  toShownText,
  truncate,
} from '@toolscout/model/internal'
import type { TrialView } from './api/views.ts'
import type { Inspected } from './catalog.ts'
import { unlogged } from './search-log.ts'

/** Longest result that is shown, in code points. */
const MAX_RESULT_LENGTH = 50_000
const MAX_BLOCKS = 100
const MAX_WORD_LENGTH = 200

/** A call that a person asks for. */
export interface Trial {
  readonly id: string
  readonly args: JsonObject
  /** Whether the person was asked about what it may destroy. */
  readonly isConfirmed: boolean
}

/** Runs a tool as an agent's call does: policy, pins, limits and events are the same. Rejects with `TOOL_NOT_FOUND`. */
export async function tryTool(
  { gateway, principal, clock }: Inspected,
  { id, args, isConfirmed }: Trial,
  signal: AbortSignal,
): Promise<TrialView> {
  const listed = gateway.resolve(id, { principal })
  if (listed === undefined) throw new ToolNotFoundError(`There is no tool ${quote(id)}.`, id)
  if (!isConfirmed && mayDestroy(listed.summary.annotations))
    return { state: 'unconfirmed', text: '', isCut: false, durationMs: 0 }
  const begun = clock.now()
  const result = await unlogged(() => gateway.call(listed.id, args, { principal, signal }))
  return { ...shownResult(result), durationMs: clock.now() - begun }
}

/** Without hints a tool may do anything, as MCP says. */
function mayDestroy({ readOnlyHint, destructiveHint }: ToolAnnotations = {}): boolean {
  return readOnlyHint !== true && destructiveHint !== false
}

/** A result as a person reads it: no hidden characters, no markup, so much and no more. */
function shownResult({ content, structuredContent, isError }: ToolResult): Omit<TrialView, 'durationMs'> {
  const whole = content.slice(0, MAX_BLOCKS).map(shownBlock).join('\n')
  const text = toShownText(whole, MAX_RESULT_LENGTH)
  const isSaid = structuredContent === undefined || content.some(({ type }) => type === 'text')
  const json = isSaid ? '' : JSON.stringify(structuredContent, null, 2)
  const data = toShownText(json, MAX_RESULT_LENGTH)
  const isCut = whole.length > 2 * MAX_RESULT_LENGTH || content.length > MAX_BLOCKS
  return {
    state: isError === true ? 'failed' : 'done',
    text,
    ...(data === '' ? {} : { data }),
    isCut: isCut || [...whole].length > MAX_RESULT_LENGTH || data.length < json.length,
  }
}

function shownBlock(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  const word = (text: unknown): string => truncate(oneLine(String(text)), MAX_WORD_LENGTH)
  if (block.type === 'image' || block.type === 'audio')
    return `[${block.type}, ${word(block.mimeType)}, ${Math.floor((block.data.length * 3) / 4)} bytes]`
  if (block.type === 'resource_link') return `[resource ${word(block.uri)}]`
  const given: unknown = Reflect.get(block, 'resource')
  const resource = isJsonObject(given) ? given : {}
  return typeof resource.text === 'string' ? resource.text : `[resource ${word(resource.uri)}]`
}
