import type { Exposure, JsonObject } from '@toolscout/model'
import { isJsonObject, requireKnownMembers } from '@toolscout/model/internal'
import { ANTHROPIC_NAMES } from '../legal-names.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { ANTHROPIC_SCHEMA, ANTHROPIC_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import {
  createToolSession,
  rememberFor,
  SESSION_OPTIONS,
  type SessionCallOptions,
  type SessionOptions,
  type SessionTools,
} from '../tool-session.ts'
import { createToolWriter } from '../written-tools.ts'
import { toResultBlocks } from './anthropic-result.ts'
import {
  type AnthropicCacheControl,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  toInputSchema,
} from './anthropic-wire.ts'

/** Options of {@link createAnthropicTools}. */
export interface AnthropicToolsOptions extends SessionOptions {
  /** Whether the API holds the model to the schemas; those it cannot hold stay as they are. Default false. */
  readonly strict?: boolean | undefined
  /** Set on the last tool that is shown from the beginning, so that all of them are cached. Default: nothing is. */
  readonly cacheControl?: AnthropicCacheControl | undefined
  /** Arguments that show how a tool is called, by its name. Default: none. */
  readonly examplesOf?: ((name: string) => readonly JsonObject[]) | undefined
}

/** Tools of an exposure in the shape of Anthropic's Messages API, and the answers to their calls. */
export interface AnthropicTools {
  /**
   * For `tools` of a request: every tool, in the order of the exposure. Those that are found first have `defer_loading`;
   * they are sent with every request. The same array, frozen, while the tools are the same, whatever was called before.
   */
  readonly tools: () => AnthropicTool[]
  /** What the tools say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Answers one call. What the search found is given as `tool_reference`. Never rejects. */
  readonly call: (block: AnthropicToolUse, options?: SessionCallOptions) => Promise<AnthropicToolResult>
  /** Answers every `tool_use` of a message's content, at once and in order; the content of the next message of the user. */
  readonly answer: (
    content: readonly object[],
    options?: SessionCallOptions,
  ) => Promise<AnthropicToolResult[]>
  /** How the tools want to be used, for a system prompt. */
  readonly instructions: () => string | undefined
}

const OPTIONS = [
  ...SESSION_OPTIONS,
  ...Object.keys({ strict: true, cacheControl: true, examplesOf: true } satisfies {
    [Option in Exclude<keyof AnthropicToolsOptions, keyof SessionOptions>]-?: true
  }),
]

/**
 * Begins a conversation with a model of Anthropic.
 *
 * @throws TypeError for an unknown option.
 */
export function createAnthropicTools(
  exposure: Exposure,
  options: AnthropicToolsOptions = {},
): AnthropicTools {
  requireKnownMembers('the options of Anthropic tools', options, OPTIONS)
  const { principal, unlocked, strict = false, cacheControl, examplesOf } = options
  const session = createToolSession(exposure, { principal, unlocked })
  const writer = createToolWriter(
    ANTHROPIC_NAMES,
    ANTHROPIC_SCHEMA,
    strict ? ANTHROPIC_STRICT_SCHEMA : undefined,
  )
  const toTools = rememberFor((of: SessionTools): AnthropicTool[] => {
    const tools = writer.write(of.all, of).map((tool): AnthropicTool => {
      const examples = examplesOf?.(tool.ownName) ?? []
      return {
        name: tool.name,
        ...(tool.description === '' ? {} : { description: tool.description }),
        input_schema: toInputSchema(tool.schema),
        ...(of.isDeferred(tool.ownName) ? { defer_loading: true } : {}),
        ...(tool.strict ? { strict: true } : {}),
        ...(examples.length === 0 ? {} : { input_examples: examples.map((example) => ({ ...example })) }),
      }
    })
    const last = tools.findLast(({ defer_loading }) => defer_loading !== true)
    if (cacheControl !== undefined && last !== undefined) last.cache_control = cacheControl
    Object.freeze(tools)
    return tools
  })
  const call = async (
    { id, name, input }: AnthropicToolUse,
    callOptions?: SessionCallOptions,
  ): Promise<AnthropicToolResult> => {
    const called = writer.read({ name, args: input }, session.tools())
    const result = await session.call(called.name, called.args, callOptions)
    const now = session.tools()
    // What is shown already has no definition to be loaded.
    const found =
      called.name === session.search ? session.found(result).filter((own) => now.byName.has(own)) : []
    // References stay alone: the API puts the definitions in their place.
    const references = found.map((own) => ({
      type: 'tool_reference' as const,
      tool_name: writer.nameOf(own, now),
    }))
    return {
      type: 'tool_result',
      tool_use_id: id,
      content: references.length > 0 ? references : toResultBlocks(result),
      ...(result.isError === true ? { is_error: true as const } : {}),
    }
  }
  return Object.freeze({
    tools: () => toTools(session.tools()),
    losses: () => writer.losses(session.tools()),
    call,
    answer: (content: readonly object[], callOptions?: SessionCallOptions) =>
      Promise.all(content.filter(isToolUse).map((block) => call(block, callOptions))),
    instructions: session.instructions,
  } satisfies AnthropicTools)
}

function isToolUse(block: object): block is AnthropicToolUse {
  if (!isJsonObject(block)) return false
  return block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string'
}
