import { type JsonObject, type Tool, type ToolResult, ToolscoutError } from '@toolscout/model'
import { quote, toToolResult } from '@toolscout/model/internal'
import { refuseArguments } from './check-arguments.ts'
import type { LocalCall, LocalHandler } from './local-handlers.ts'

/** A minute: what MCP clients wait by default. */
export const DEFAULT_CALL_TIMEOUT_MS = 60_000

/** `CALL_TIMEOUT`: a handler did not end in time. Its signal was aborted; whether it stopped is unknown. */
export class CallTimeoutError extends ToolscoutError<{
  readonly id: string
  readonly timeoutMs: number
  /** The handler was begun, and nobody knows how far it came. */
  readonly outcome: 'unknown'
}> {
  constructor(id: string, timeoutMs: number) {
    super('CALL_TIMEOUT', `The tool ${quote(id)} did not end within ${timeoutMs} ms.`, {
      details: { id, timeoutMs, outcome: 'unknown' },
    })
  }
}

/**
 * Runs a handler of this process with arguments that fit the tool's schema. Rejects with what it throws; ends when
 * it does, whether or not the signal aborts meanwhile. What the result says in `_meta` under `toolscout/` is left out.
 */
export async function runHandler(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  call: LocalCall,
): Promise<ToolResult> {
  const reading = await handler.read(args)
  if (!reading.ok) return refuseArguments(tool, reading.problems)
  call.signal.throwIfAborted()
  return withoutOurWords(toToolResult(await handler.run(reading.value, call)))
}

/** What we tell in `_meta` of our own calls, nobody else tells: not a tool, and not a gateway of ours behind a server. */
function withoutOurWords(result: ToolResult): ToolResult {
  const entries = Object.entries(result._meta ?? {})
  const kept = entries.filter(([member]) => !member.startsWith('toolscout/'))
  if (kept.length === entries.length) return result
  const { _meta, ...rest } = result
  return Object.freeze(kept.length === 0 ? rest : { ...rest, _meta: Object.freeze(Object.fromEntries(kept)) })
}
