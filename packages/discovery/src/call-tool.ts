import type { Backend, JsonObject, Tool, ToolProgress, ToolResult, ToolSource } from '@toolscout/model'
import { checkTimeoutMs, raceSignal } from '@toolscout/model/internal'
import { capResult, checkArguments, type LocalHandler, withNotes } from '@toolscout/runtime'
import type { SchemaValidator } from '@toolscout/schema'
import { HandlerMissingError, SourceMissingError } from './errors.ts'
import { type RunOptions, runLocal } from './run-local.ts'

/** What a call may be told. */
export interface CallOptions {
  /** Stops waiting; handlers and servers are told. Default: nothing stops it before its deadline. */
  readonly signal?: AbortSignal | undefined
  /**
   * Deadline in milliseconds. Default: 60,000 for local tools, for others what their source waits, such as the
   * `timeout` of a server's configuration. Legal: integers 1 to 2,147,483,647.
   */
  readonly timeoutMs?: number | undefined
  /** The model's id of this call, for handlers of this process. Default: a random one. */
  readonly toolCallId?: string | undefined
  /** The conversation so far, for handlers of this process. Default: none. */
  readonly messages?: readonly unknown[] | undefined
  /** Hears how far a handler of this process has come. Default: nobody does. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

/** Everything a call needs beside the tool. */
export interface CallParts {
  readonly validator: SchemaValidator
  readonly handlerOf: (name: string) => LocalHandler | undefined
  readonly sourceOf: (name: string) => ToolSource | undefined
  readonly maxResultBytes: number
}

/**
 * Runs a tool: finds who runs it, checks the arguments against its schema, runs it, bounds the result.
 *
 * What the caller of the tool can mend (arguments that do not fit, a tool that fails) is a result with `isError`
 * that says how. What the application has to mend is thrown. Parts of the schema that could not be applied, and what
 * was changed in the arguments, are told in `_meta`.
 *
 * @throws HandlerMissingError `HANDLER_MISSING`, SourceMissingError `SOURCE_MISSING`: nobody is there to run it.
 * @throws CallTimeoutError `CALL_TIMEOUT`, or the source's own error: whether the tool ran is in its details.
 * @throws UnsafeSchemaError and its kin when the tool's schema cannot be checked safely.
 * @throws RangeError when the timeout is outside its legal range.
 */
export async function callTool(
  tool: Tool,
  backend: Backend,
  args: unknown,
  options: CallOptions & { readonly parts: CallParts },
): Promise<ToolResult> {
  const { parts, signal, timeoutMs, toolCallId, messages, onProgress: progress } = options
  if (timeoutMs !== undefined) checkTimeoutMs('timeoutMs', timeoutMs)
  signal?.throwIfAborted()
  const run = findRunner(tool, backend, parts)
  const checked = await checkArguments(tool, args, parts.validator)
  if ('refusal' in checked) return checked.refusal
  signal?.throwIfAborted()
  const running = run(checked.args, { signal, timeoutMs, toolCallId, messages, progress })
  // A source that does not listen keeps nobody waiting.
  const result = await (signal === undefined ? running : raceSignal(running, signal))
  return capResult(withNotes(result, checked), parts.maxResultBytes)
}

type Runner = (args: JsonObject, options: RunOptions) => Promise<ToolResult>

function findRunner(tool: Tool, backend: Backend, parts: CallParts): Runner {
  if (backend.kind === 'local') {
    const handler = parts.handlerOf(backend.handler)
    if (handler === undefined) throw new HandlerMissingError(tool.id, backend.handler)
    return (args, options) => runLocal(tool, handler, args, options)
  }
  const name = backend.kind === 'mcp' ? backend.server : backend.providerId
  const source = parts.sourceOf(name)
  if (source === undefined) throw new SourceMissingError(tool.id, name)
  const called = backend.kind === 'mcp' ? (backend.tool ?? tool.name) : backend.toolId
  return (args, { signal, timeoutMs }) => source.call(called, args, { signal, timeoutMs })
}
