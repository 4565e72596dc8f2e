import { ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool } from '@langchain/core/tools'
import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { ActiveRecord } from '../active-record.ts'
import { OPENAI_NAMES } from '../legal-names.ts'
import { resultText } from '../result-text.ts'
import { FRAMEWORK_SCHEMA } from '../schema/schema-subset.ts'
import { rememberFor, type SessionOptions, type SessionTools, ToolSession } from '../tool-session.ts'
import { ToolWriter } from '../written-tools.ts'

/** What LangChain says of a call. */
interface CallConfig {
  readonly signal?: AbortSignal | undefined
  readonly toolCall?: unknown
}

/** Tools of an exposure for LangChain.js and LangGraph.js. */
export interface LangChainTools extends Omit<ActiveRecord<DynamicStructuredTool>, 'tools'> {
  /**
   * For `bindTools`, `createAgent` and tool nodes: every tool, those that are found first as well. A call gives a
   * `ToolMessage` whose `artifact` is the whole result. The same array, frozen, while the tools are the same.
   */
  readonly tools: () => DynamicStructuredTool[]
  /**
   * For `createMiddleware({ name, wrapModelCall })`: the model sees what is active, and the agent's other tools. What a
   * search found is active from the next call of the model on.
   */
  readonly wrapModelCall: <Request extends { readonly tools?: readonly unknown[] }, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ) => Answer
}

/**
 * Begins a conversation of LangChain.
 *
 * @throws TypeError for an unknown option.
 */
export function createLangChainTools(exposure: Exposure, options: SessionOptions = {}): LangChainTools {
  const session = new ToolSession(exposure, options)
  const writer = new ToolWriter(session, { names: OPENAI_NAMES, schema: FRAMEWORK_SCHEMA })
  const activeTools = (): string[] => {
    const { legalOf } = writer.names(session.tools())
    return session.active().map(({ name }) => legalOf(name))
  }
  const toTools = rememberFor((of: SessionTools): DynamicStructuredTool[] => {
    const tools = writer.write(of).map(({ ownName, name, description, schema }) =>
      unchecked(
        new DynamicStructuredTool({
          name,
          description,
          schema: { ...schema },
          func: async (args: unknown, _manager: unknown, config: CallConfig = {}) =>
            toMessage(await session.call(ownName, args, { signal: config.signal }), name, config),
        }),
      ),
    )
    Object.freeze(tools)
    return tools
  })
  const namesOf = rememberFor((of: SessionTools): ReadonlySet<string> => {
    const { legalOf } = writer.names(of)
    return new Set(of.all.map(({ name }) => legalOf(name)))
  })
  return Object.freeze({
    tools: () => toTools(session.tools()),
    activeTools,
    wrapModelCall: (request, handler) => {
      const ours = namesOf(session.tools())
      const order = new Map(activeTools().map((name, i) => [name, i]))
      const rankOf = (tool: unknown): number | undefined => {
        const name: unknown = isJsonObject(tool) ? tool.name : undefined
        return typeof name === 'string' && ours.has(name) ? (order.get(name) ?? -1) : undefined
      }
      const tools = (request.tools ?? []).map((tool) => ({ tool, rank: rankOf(tool) }))
      // The agent's own tools come first and what was found last, so that what a provider caches stays a prefix.
      const active = [
        ...tools.filter(({ rank }) => rank === undefined),
        ...tools.filter(({ rank = -1 }) => rank >= 0).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)),
      ]
      return handler({ ...request, tools: active.map(({ tool }) => tool) })
    },
    unlocked: session.unlocked,
    instructions: session.instructions,
  } satisfies LangChainTools)
}

/**
 * A tool whose arguments LangChain hands on as they are: it would run the patterns of foreign schemas on an engine that can
 * hang, and throw at what can be mended.
 */
function unchecked(tool: DynamicStructuredTool): DynamicStructuredTool {
  const { call } = tool
  tool.call = (...args) => call.apply(Object.create(tool, { schema: { value: {} } }), args)
  return tool
}

/** The answer to a call of a model; a text where no call is answered. */
function toMessage(result: ToolResult, name: string, { toolCall }: CallConfig): ToolMessage | string {
  const content = resultText(result)
  const id = isJsonObject(toolCall) ? toolCall.id : undefined
  if (typeof id !== 'string') return content
  const status = result.isError === true ? 'error' : 'success'
  return new ToolMessage({ content, artifact: result, tool_call_id: id, name, status })
}
