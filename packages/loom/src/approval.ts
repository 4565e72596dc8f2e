import type { Gateway } from '@toolscout/gateway'
import type { Caller, ListedTool } from '@toolscout/gateway/internal'
import {
  type Clock,
  definitionHash,
  type JsonObject,
  type Tool,
  type ToolResult,
  ToolscoutError,
} from '@toolscout/model'
import { backendKey, formatDuration, messageOf, withTimeLimit } from '@toolscout/model/internal'
import { type Admission, type AdmissionCall, failureResult, shownName } from '@toolscout/runtime/internal'
import type { HookAnswer, LoomHooks } from './hooks/loom-hooks.ts'
import type { IndexedTool } from './loom.ts'
import { APPROVAL_TIMEOUT_META_KEY } from './meta-keys.ts'
import { localMeta, type ToolFacts } from './tool-facts.ts'

/** How long an answer is waited for: people look up within minutes or not at all. */
export const DEFAULT_APPROVAL_TIMEOUT_MS = 300_000

/** How to request approval, and how long to wait for the answer. */
export interface ApprovalCaller extends Caller {
  /** Aborts when the caller gives up or the time is up. */
  readonly signal: AbortSignal
}

/**
 * Asks somebody whether a tool may be run with these arguments. Only `true` is an agreement: anything else, an error or
 * no answer in time is none. The arguments are frozen, and the very ones the tool is run with: read, mended and checked.
 */
export type Approve = (tool: IndexedTool, args: JsonObject, caller: ApprovalCaller) => Promise<boolean>

/** `APPROVAL_TIMEOUT`: no answer came in time; the reason of the signal that `approve` got. */
class ApprovalTimeoutError extends ToolscoutError<{ readonly timeoutMs: number }> {
  constructor(timeoutMs: number) {
    super('APPROVAL_TIMEOUT', `Nobody answered within ${formatDuration(timeoutMs)}.`, {
      details: { timeoutMs },
    })
  }
}

/** What admission is asked with. */
export interface AdmissionDeps {
  readonly gateway: Gateway
  readonly facts: ToolFacts
  readonly hooks: LoomHooks | undefined
  readonly approve: Approve | undefined
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Creates what lets calls through: when no hook denies them, and after somebody agreed where that is needed. */
export function createAdmission(deps: AdmissionDeps): (principal: string) => Admission {
  const { gateway, facts } = deps
  return (principal) => async (call) => {
    const listed = gateway.resolve(call.tool.id, { principal })
    if (listed === undefined) return refuse(call, 'APPROVAL_DENIED', 'it is gone.')
    const { decision, reason = '' } = await askHooks(deps, { call, listed, principal })
    if (decision === 'deny') return refuse(call, 'PERMISSION_DENIED', `${reason} forbids it.`)
    const isAsked = decision === 'ask' || facts.requiresApproval(listed)
    return isAsked ? askAbout(deps, { call, listed, principal }) : undefined
  }
}

/** A call that somebody or something must agree to. */
interface AskedCall {
  readonly call: AdmissionCall
  readonly listed: ListedTool
  readonly principal: string
}

/** Hooks have the time that people have; when it is up, they deny. */
async function askHooks(
  { hooks, clock, timeoutMs }: AdmissionDeps,
  { call: { args, signal }, listed: { summary: tool }, principal }: AskedCall,
): Promise<HookAnswer> {
  if (hooks === undefined) return { decision: 'allow' }
  try {
    return await withTimeLimit(() => hooks.check(Object.freeze({ tool, args, principal })), {
      clock,
      timeoutMs,
      signal,
      onTimeout: () => new ApprovalTimeoutError(timeoutMs),
    })
  } catch (error) {
    signal.throwIfAborted()
    return { decision: 'deny', reason: `a hook that failed (${messageOf(error)})` }
  }
}

async function askAbout(
  { gateway, facts, approve, timeoutMs, clock }: AdmissionDeps,
  { call, listed, principal }: AskedCall,
): Promise<ToolResult | undefined> {
  if (approve === undefined) {
    const why = listed.trusted
      ? 'it needs approval, and nothing can grant it. Configure `approve`.'
      : 'its server is not trusted, and nothing can approve it. Write `trusted: true` for a server you trust, or configure `approve`.'
    return refuse(call, 'APPROVAL_REQUIRED', why)
  }
  const { tool, args, signal } = call
  const asked = stateOf(gateway, { id: tool.id, principal }, tool)
  const isStill = (): boolean => stateOf(gateway, { id: tool.id, principal }) === asked
  let isAgreed: unknown
  try {
    const shown = facts.toIndexed(listed, { includeSchemas: true })
    const ownMs = ownTimeout(listed, tool) ?? timeoutMs
    isAgreed = await withTimeLimit(
      async (ending) => approve(shown, args, Object.freeze({ principal, signal: ending })),
      { clock, timeoutMs: ownMs, signal, onTimeout: () => new ApprovalTimeoutError(ownMs) },
    )
  } catch (error) {
    signal.throwIfAborted()
    return refuse(call, 'APPROVAL_DENIED', `no approval came. ${messageOf(error)}`)
  }
  if (isAgreed !== true) return refuse(call, 'APPROVAL_DENIED', 'approval was declined.')
  if (asked !== undefined && isStill()) return undefined
  return refuse(call, 'APPROVAL_DENIED', 'it changed while somebody was asked. Call it again.')
}

function refuse({ tool: { id } }: AdmissionCall, code: string, why: string): ToolResult {
  const tool = shownName(id)
  return failureResult(code, `The tool ${tool} was not run: ${why}`, { tool, outcome: 'notRun' })
}

/** What is agreed to: a definition, which is the registered one where none is given, at its places, for this caller. */
function stateOf(
  gateway: Gateway,
  { id, principal }: { readonly id: string; readonly principal: string },
  given?: Tool,
): string | undefined {
  const found = gateway.discovery.index.get(id)
  if (found === undefined || gateway.resolve(id, { principal })?.id !== id) return undefined
  return JSON.stringify([definitionHash(given ?? found.tool), ...found.backends.map(backendKey)])
}

function ownTimeout(listed: ListedTool, tool: Tool): number | undefined {
  const said = localMeta(listed, tool, APPROVAL_TIMEOUT_META_KEY)
  return typeof said === 'number' && Number.isInteger(said) && said >= 1 ? said : undefined
}
