import type { Gateway } from '@toolscout/gateway'
import { firstSentence, hintOf, type ToolReadiness } from '@toolscout/gateway/internal'
import {
  estimateTokens,
  type JsonObject,
  type JsonValue,
  type ToolResult,
  textResult,
} from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'
import { formatSignature } from '@toolscout/schema'

/** Longest signature, which stands for a schema that does not fit, in code points. */
const MAX_SIGNATURE_LENGTH = 120
const USAGE =
  'Run a tool with toolbox_execute: its name as toolId, its arguments as an object or as JSON text. A schema that is null did not fit; search for less.'

/** A hit in the answer. */
export interface ToolboxHit {
  readonly id: string
  readonly name: string
  readonly score: number
  readonly readiness: ToolReadiness
}

/** Tokens of an answer at most: the schemas of five usual tools. */
const BUDGET_TOKENS = 4_000

/** What a search found, and what is to be said of it. */
export interface ToolboxFound {
  /** Best first, all there are. */
  readonly hits: readonly ToolboxHit[]
  readonly limit: number
  /** Whom it is for. */
  readonly principal: string
  /** Further members of the answer. */
  readonly notes: JsonObject
}

/**
 * Writes an answer in the shape of opencode-toolbox: as many hits as fit in the budget, and the schemas of the first
 * ones that fit beside them.
 */
export function searchAnswer(gateway: Gateway, { hits, limit, notes, principal }: ToolboxFound): ToolResult {
  // Servers whose tools may be missing, as far as they exist for the caller.
  const incomplete = gateway
    .servers({ principal })
    .filter((server) => server.state !== 'disabled' && hintOf(server) !== '')
    .slice(0, 5)
    .map((one) => ({ server: one.name, state: one.state, reason: truncate(hintOf(one), 200) }))
  const rest = { total: hits.length, ...(incomplete.length > 0 && { incomplete }), usage: USAGE }
  // How well they fit stands before the tools, which are long.
  const write = (tools: readonly JsonObject[]): string =>
    JSON.stringify({ ...notes, count: tools.length, tools, ...rest, more: tools.length < hits.length })
  const fits = (tools: readonly JsonObject[]): boolean => estimateTokens(write(tools)) <= BUDGET_TOKENS
  const written = hits.slice(0, limit).flatMap((hit) => writeHit(gateway, hit, principal))
  let tools = written.map(({ short }) => short)
  while (tools.length > 0 && !fits(tools)) tools = tools.slice(0, -1)
  for (const [i, { whole }] of written.slice(0, tools.length).entries()) {
    const larger = tools.with(i, whole)
    if (!fits(larger)) break
    tools = larger
  }
  return textResult(write(tools))
}

/** A hit without and with its schema; nothing when it is gone. */
function writeHit(
  gateway: Gateway,
  { id, name, score, readiness }: ToolboxHit,
  principal: string,
): readonly { readonly short: JsonObject; readonly whole: JsonObject }[] {
  const tool = gateway.get(id, { principal })?.tool
  if (tool === undefined) return []
  const common: JsonObject = {
    name,
    description: firstSentence(tool.description ?? ''),
    score: Math.round(score * 10_000) / 10_000,
    ...(readiness.state !== 'ready' && { notReady: readiness.hint ?? readiness.state }),
  }
  const signature = formatSignature(tool, { maxLength: MAX_SIGNATURE_LENGTH })
  return [{ short: { ...common, signature, schema: null }, whole: { ...common, schema: tool.inputSchema } }]
}

/** An answer that there is none, in the shape of opencode-toolbox. */
export function failureAnswer(error: JsonValue, more: JsonObject = {}): ToolResult {
  return Object.freeze({ ...textResult(JSON.stringify({ success: false, error, ...more })), isError: true })
}
