import type { Gateway, GatewayHealth } from '@toolscout/gateway'
import type { ToolReadiness } from '@toolscout/gateway/internal'
import { type JsonObject, type JsonValue, type ToolResult, textResult } from '@toolscout/model'
import { truncate } from '@toolscout/model/internal'
import { formatSignature } from '@toolscout/schema'
import type { ToolboxSession } from './toolbox-session.ts'

/** Longest description of a hit, in code points. */
const MAX_DESCRIPTION_LENGTH = 500
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
export function searchAnswer(
  { gateway, settings }: ToolboxSession,
  { hits, limit, notes, principal }: ToolboxFound,
): ToolResult {
  const { budgetTokens, countTokens } = settings
  const degraded = degradedFor(gateway, principal)
  const rest: JsonObject = {
    total: hits.length,
    ...notes,
    ...(degraded.length === 0
      ? {}
      : {
          incomplete: degraded
            .slice(0, 5)
            .map(({ server, state, reason }) => ({ server, state, reason: truncate(reason, 200) })),
        }),
    usage: USAGE,
  }
  const tools: { readonly short: JsonObject; readonly whole: JsonObject }[] = hits
    .slice(0, limit)
    .flatMap((hit) => {
      const registered = gateway.discovery.index.get(hit.id)
      if (registered === undefined) return []
      const { tool } = registered
      const common: JsonObject = {
        name: hit.name,
        description: truncate(tool.description ?? '', MAX_DESCRIPTION_LENGTH),
        score: Math.round(hit.score * 10_000) / 10_000,
        ...(hit.readiness.state === 'ready' ? {} : { notReady: hit.readiness.hint ?? hit.readiness.state }),
      }
      return [
        {
          short: {
            ...common,
            signature: formatSignature(tool, { maxLength: MAX_SIGNATURE_LENGTH }),
            schema: null,
          },
          whole: { ...common, schema: tool.inputSchema },
        },
      ]
    })
  const write = (told: readonly JsonObject[]): string =>
    JSON.stringify(
      { count: told.length, tools: told, ...rest, more: told.length < hits.length },
      undefined,
      2,
    )
  let told = tools.map(({ short }) => short)
  while (told.length > 0 && countTokens(write(told)) > budgetTokens) told = told.slice(0, -1)
  for (const [i, { whole }] of tools.slice(0, told.length).entries()) {
    const larger = told.with(i, whole)
    if (countTokens(write(larger)) > budgetTokens) break
    told = larger
  }
  return textResult(write(told))
}

/** An answer that there is none, in the shape of opencode-toolbox. */
export function failureAnswer(error: JsonValue, more: JsonObject = {}): ToolResult {
  return Object.freeze({ ...textResult(JSON.stringify({ success: false, error, ...more })), isError: true })
}

/** Servers whose tools may be missing, as far as they exist for the caller. */
function degradedFor(gateway: Gateway, principal: string): GatewayHealth['degraded'] {
  const { degraded } = gateway.health()
  if (degraded.length === 0) return degraded
  const names = new Set(gateway.servers({ principal }).map(({ name }) => name))
  return degraded.filter(({ server }) => names.has(server))
}
