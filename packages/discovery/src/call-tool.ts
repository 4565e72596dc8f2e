import {
  type Backend,
  checkTimeoutMs,
  copyJson,
  errorResult,
  InvalidJsonError,
  isJsonObject,
  type JsonObject,
  quote,
  type Tool,
  type ToolResult,
  type ToolSource,
  textResult,
  toToolResult,
} from '@toolscout/model'
import { formatSignature, type SchemaValidator } from '@toolscout/schema'
import { capResult } from './cap-result.ts'
import { CallTimeoutError, HandlerMissingError, SourceMissingError } from './errors.ts'
import type { LocalCall, LocalHandler } from './local-handlers.ts'

/** What a call may be told. */
export interface CallOptions {
  /** Stops waiting; handlers and servers are told. */
  readonly signal?: AbortSignal | undefined
  /** Deadline in milliseconds. Default 60,000. Legal: integers 1 to 2,147,483,647. */
  readonly timeoutMs?: number | undefined
  /** The model's id of this call, for handlers of this process. Default: a random one. */
  readonly toolCallId?: string | undefined
  /** The conversation so far, for handlers of this process. Default: none. */
  readonly messages?: readonly unknown[] | undefined
}

/** A minute: what MCP clients wait by default. */
export const DEFAULT_CALL_TIMEOUT_MS = 60_000

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
 * that says how. What the application has to mend is thrown.
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
  const { parts, signal, timeoutMs = DEFAULT_CALL_TIMEOUT_MS, toolCallId, messages } = options
  checkTimeoutMs('timeoutMs', timeoutMs)
  signal?.throwIfAborted()
  const run = findRunner(tool, backend, parts)
  const checked = await checkArguments(tool, args, parts.validator)
  if ('refusal' in checked) return checked.refusal
  return capResult(await run(checked.args, { signal, timeoutMs, toolCallId, messages }), parts.maxResultBytes)
}

interface RunOptions extends Omit<LocalCall, 'signal'> {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
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
  const called = backend.kind === 'mcp' ? tool.name : backend.toolId
  return (args, { signal, timeoutMs }) => source.call(called, args, { signal, timeoutMs })
}

async function checkArguments(
  tool: Tool,
  args: unknown,
  validator: SchemaValidator,
): Promise<{ readonly args: JsonObject } | { readonly refusal: ToolResult }> {
  let copy: unknown
  try {
    copy = copyJson(args ?? {})
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    return { refusal: refuseArguments(tool, [error.message]) }
  }
  if (!isJsonObject(copy))
    return { refusal: refuseArguments(tool, [`They are ${quote(args)}; an object is needed.`]) }
  const result = await validator.validate(tool.inputSchema, copy)
  if (result.valid) return { args: copy }
  return {
    refusal: refuseArguments(
      tool,
      result.issues.map((issue) => `${issue.path}${issue.path === '' ? '' : ': '}${issue.message}`),
    ),
  }
}

async function runLocal(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  { signal, timeoutMs, ...call }: RunOptions,
): Promise<ToolResult> {
  const reading = await handler.read(args)
  if (!reading.ok) return refuseArguments(tool, reading.problems)
  const deadline = AbortSignal.timeout(timeoutMs)
  const both = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const running = (async (): Promise<ToolResult> => {
    try {
      return toToolResult(await handler.run(reading.value, { ...call, signal: both }))
    } catch (error) {
      return errorResult(error)
    }
  })()
  const outcome = await Promise.race([running, aborted(both)])
  if (outcome !== undefined) return outcome
  signal?.throwIfAborted()
  throw new CallTimeoutError(tool.id, timeoutMs)
}

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Says what does not fit and how the tool is called, so that whoever called can mend the call. */
function refuseArguments(tool: Tool, problems: readonly string[]): ToolResult {
  const lines = [
    `The arguments of ${quote(tool.name)} do not fit, so it was not called.`,
    ...problems.map((problem) => `- ${problem}`),
    `It is called as: ${formatSignature(tool)}`,
  ]
  return {
    ...textResult(lines.join('\n')),
    isError: true,
    structuredContent: { error: 'INVALID_ARGUMENTS', problems: [...problems] },
  }
}
