import { errorResult, type JsonObject, type Tool, type ToolResult, toToolResult } from '@toolscout/model'
import { refuseArguments } from './check-arguments.ts'
import { CallTimeoutError } from './errors.ts'
import type { LocalCall, LocalHandler } from './local-handlers.ts'
import { anySignal, raceSignal } from './race-signal.ts'

/** A minute: what MCP clients wait by default. */
export const DEFAULT_CALL_TIMEOUT_MS = 60_000

/** What a tool is run under. */
export interface RunOptions extends Omit<LocalCall, 'signal'> {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
}

/**
 * Runs a handler of this process. What it throws, or gives back that is no result, is a result with `isError`.
 *
 * @throws CallTimeoutError `CALL_TIMEOUT` when it does not end in time; rejects with the reason of the signal.
 */
export async function runLocal(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  { signal, timeoutMs = DEFAULT_CALL_TIMEOUT_MS, ...call }: RunOptions,
): Promise<ToolResult> {
  const deadline = new AbortController()
  // Keeps the process alive: whoever waits for a call is owed its outcome.
  const timer = setTimeout(() => deadline.abort(new CallTimeoutError(tool.id, timeoutMs)), timeoutMs)
  const both = anySignal(signal, deadline.signal)
  const run = async (): Promise<ToolResult> => {
    try {
      const reading = await handler.read(args)
      if (!reading.ok) return refuseArguments(tool, reading.problems)
      both.throwIfAborted()
      return toToolResult(await handler.run(reading.value, { ...call, signal: both }))
    } catch (error) {
      return errorResult(error)
    }
  }
  try {
    return await raceSignal(run(), both)
  } finally {
    clearTimeout(timer)
  }
}
