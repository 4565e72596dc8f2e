import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { ANTHROPIC_NAMES } from '../legal-names.ts'
import { mediaNote, resultPieces } from '../result-text.ts'
import { ANTHROPIC_SCHEMA, ANTHROPIC_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import { rememberFor, type SessionOptions, type SessionTools, ToolSession } from '../tool-session.ts'
import { type ProviderTools, providerTools, ToolWriter } from '../written-tools.ts'

/** Options of {@link createAnthropicTools}. */
export interface AnthropicToolsOptions extends SessionOptions {
  /** Whether the API holds the model to the schemas; those it cannot hold stay as they are. Default false. */
  readonly strict?: boolean | undefined
  /** Set on the last tool that is shown from the beginning, so that all of them are cached. Default: nothing is. */
  readonly cacheControl?: AnthropicCacheControl | undefined
}

/**
 * Tools of an exposure in the shape of Anthropic's Messages API, and the answers to their calls: to every `tool_use` of a
 * message's content, the content of the next message of the user. What the search found is given as `tool_reference`.
 */
export interface AnthropicTools
  extends ProviderTools<AnthropicToolUse, readonly object[], AnthropicToolResult> {
  /**
   * For `tools` of a request: every tool, in the order of the exposure. Those that are found first have `defer_loading`;
   * they are sent with every request. The same array, frozen, while the tools are the same, whatever was called before.
   */
  readonly tools: () => AnthropicTool[]
}

/**
 * Begins a conversation with a model of Anthropic.
 *
 * @throws TypeError for an unknown option.
 */
export function createAnthropicTools(
  exposure: Exposure,
  options: AnthropicToolsOptions = {},
): AnthropicTools {
  const session = new ToolSession(exposure, options, ['strict', 'cacheControl'])
  const { strict = false, cacheControl } = options
  const writer = new ToolWriter(session, {
    names: ANTHROPIC_NAMES,
    schema: ANTHROPIC_SCHEMA,
    strict: strict ? ANTHROPIC_STRICT_SCHEMA : undefined,
  })
  const toTools = rememberFor((of: SessionTools): AnthropicTool[] => {
    const tools = writer.write(of).map(
      (tool): AnthropicTool => ({
        name: tool.name,
        ...(tool.description === '' ? {} : { description: tool.description }),
        input_schema: { ...tool.schema, type: 'object' },
        ...(of.isDeferred(tool.ownName) ? { defer_loading: true } : {}),
        ...(tool.strict ? { strict: true } : {}),
      }),
    )
    const last = tools.findLast(({ defer_loading }) => defer_loading !== true)
    if (cacheControl !== undefined && last !== undefined) last.cache_control = cacheControl
    Object.freeze(tools)
    return tools
  })
  const call: AnthropicTools['call'] = async ({ id, name, input }, callOptions) => {
    const { ownName, result } = await writer.call(name, input, callOptions)
    const now = session.tools()
    // What is shown already has no definition to be loaded.
    const found = ownName === session.search ? session.found(result).filter((own) => now.byName.has(own)) : []
    const { legalOf } = writer.names(now)
    const references = found.map((own) => ({ type: 'tool_reference' as const, tool_name: legalOf(own) }))
    return {
      type: 'tool_result',
      tool_use_id: id,
      // References stay alone: the API puts the definitions in their place.
      content: references.length > 0 ? references : toResultBlocks(result),
      ...(result.isError === true ? { is_error: true as const } : {}),
    }
  }
  return Object.freeze({
    ...providerTools(writer, call, (content: readonly object[]) => content.filter(isToolUse)),
    tools: () => toTools(session.tools()),
  } satisfies AnthropicTools)
}

function isToolUse(block: object): block is AnthropicToolUse {
  if (!isJsonObject(block)) return false
  return block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string'
}

const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

/** A result as blocks; unsupported image types and audio become a text that names them. */
function toResultBlocks(result: ToolResult): AnthropicResultBlock[] {
  return resultPieces(result).flatMap((piece): AnthropicResultBlock[] => {
    // A text of nothing is refused by the API.
    if (piece.kind === 'text') return piece.text === '' ? [] : [{ type: 'text', text: piece.text }]
    const mediaType = PICTURES.find((type) => type === piece.mimeType)
    if (piece.kind === 'audio' || mediaType === undefined) return [{ type: 'text', text: mediaNote(piece) }]
    return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: piece.data } }]
  })
}

// The part of Anthropic's Messages API that tools need; the types of @anthropic-ai/sdk take and give these.

/** Where a prompt is cached up to. */
interface AnthropicCacheControl {
  readonly type: 'ephemeral'
  /** How long it is kept. Default `5m`. */
  readonly ttl?: '5m' | '1h'
}

/** A tool as it is sent (`tools[]`). */
interface AnthropicTool {
  name: string
  description?: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
  /** Not shown to the model before a `tool_reference` names it. */
  defer_loading?: true
  strict?: true
  cache_control?: AnthropicCacheControl
}

/** A call as it comes back in the content of a message. */
interface AnthropicToolUse {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** A piece of a result. */
type AnthropicResultBlock =
  | { type: 'text'; text: string }
  | {
      type: 'image'
      source: {
        type: 'base64'
        media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
        data: string
      }
    }
  | { type: 'tool_reference'; tool_name: string }

/** The answer to a call, for the content of the next message of the user. */
interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: AnthropicResultBlock[]
  is_error?: true
}
