import {
  backendKey,
  type Clock,
  copyJson,
  definitionHash,
  type JsonValue,
  messageOf,
  type Tool,
  type ToolResult,
  ToolscoutError,
  toolMeta,
  withTimeLimit,
} from '@toolscout/model'
import type { Caller, ListedTool, Registry } from '@toolscout/registry'
import { failureResult, shownName, type ToolboxCallOptions } from '@toolscout/toolbox'
import type { IndexedTool } from './loom.ts'
import { APPROVAL_TIMEOUT_META_KEY } from './meta-keys.ts'
import type { ToolFacts } from './tool-facts.ts'

/** How long an answer is waited for: people look up within minutes or not at all. */
export const DEFAULT_APPROVAL_TIMEOUT_MS = 300_000

/** Who asks for approval, and when the answer comes too late. */
export interface ApprovalCaller extends Caller {
  /** Aborts when the caller gives up or the time is up. */
  readonly signal: AbortSignal
}

/**
 * Asks somebody whether a tool may be run with these arguments. Only `true` is an agreement: anything else, an error or
 * no answer in time is none. The arguments are a frozen copy, and the very ones the tool is run with.
 */
export type Approve = (tool: IndexedTool, args: JsonValue, caller: ApprovalCaller) => Promise<boolean>

/** What calls are approved with. */
export interface ApprovalParts {
  readonly registry: Registry
  readonly facts: ToolFacts
  readonly approve: Approve | undefined
  readonly timeoutMs: number
  readonly clock: Clock
}

/** `APPROVAL_TIMEOUT`: nobody answered in time; told to the one who is asked, through his signal. */
export class ApprovalTimeoutError extends ToolscoutError<{ readonly timeoutMs: number }> {
  constructor(timeoutMs: number) {
    super('APPROVAL_TIMEOUT', `Nobody answered within ${timeoutMs} ms.`, { details: { timeoutMs } })
  }
}

/** Runs a tool that was found, after somebody agreed where that is needed. */
export async function callApproved(
  { registry, facts, approve, timeoutMs, clock }: ApprovalParts,
  listed: ListedTool,
  { args, options }: { readonly args: unknown; readonly options: ToolboxCallOptions },
): Promise<ToolResult> {
  const { id } = listed
  if (!facts.requiresApproval(listed)) return registry.call(id, args, options)
  const refuse = (code: string, why: string): ToolResult =>
    failureResult(code, `The tool ${shownName(id)} was not run: ${why}`, {
      tool: shownName(id),
      outcome: 'notRun',
    })
  if (approve === undefined) {
    return refuse('APPROVAL_REQUIRED', 'it needs approval, and there is nobody to ask. Configure `approve`.')
  }
  const before = stateOf(registry, id)
  const { principal = '', signal } = options
  let isAgreed: unknown
  let asked: JsonValue
  try {
    asked = copyJson(typeof args === 'string' ? args : (args ?? {}))
    const tool = facts.toIndexed(listed, { includeSchemas: true })
    const ownMs = approvalTimeout(registry.discovery.index.get(id)?.tool) ?? timeoutMs
    isAgreed = await withTimeLimit(
      async (ending) => approve(tool, asked, Object.freeze({ principal, signal: ending })),
      { clock, timeoutMs: ownMs, signal, onTimeout: () => new ApprovalTimeoutError(ownMs) },
    )
  } catch (error) {
    return refuse('APPROVAL_DENIED', `no approval came. ${messageOf(error)}`)
  }
  if (isAgreed !== true) return refuse('APPROVAL_DENIED', 'approval was declined.')
  if (before === undefined || stateOf(registry, id) !== before) {
    return refuse('APPROVAL_DENIED', 'it changed while somebody was asked. Call it again.')
  }
  return registry.call(id, asked, options)
}

/** What was agreed to: this definition, at this place. */
function stateOf(registry: Registry, id: string): string | undefined {
  const found = registry.discovery.index.get(id)
  if (found === undefined) return undefined
  return JSON.stringify([definitionHash(found.tool), ...found.backends.map(backendKey)])
}

function approvalTimeout(tool: Tool | undefined): number | undefined {
  const said = tool === undefined ? undefined : toolMeta(tool, APPROVAL_TIMEOUT_META_KEY)
  return tool !== undefined && typeof said === 'number' && Number.isInteger(said) && said >= 1
    ? said
    : undefined
}
