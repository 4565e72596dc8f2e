import type { ToolResult } from '@toolscout/model'
import { readCall } from './check-arguments.ts'
import type { CallAllOptions, CalledTool, CallOptions, ToolCall, ToolCallResult } from './tool-call.ts'

/** Runs the calls of one turn; see `Toolbox.callAll`. */
export function callAll(
  calls: readonly ToolCall[],
  {
    options: { serializeSideEffects = false, ...options },
    call,
    get,
  }: {
    readonly options: CallAllOptions
    readonly call: (name: string, args: unknown, options: CallOptions) => Promise<ToolResult>
    readonly get: (name: string) => CalledTool | undefined
  },
): Promise<readonly ToolCallResult[]> {
  let last: Promise<unknown> = Promise.resolve()
  const results = calls.map(async (given): Promise<ToolCallResult> => {
    const { id, name, arguments: args } = readCall(given)
    const run = (): Promise<ToolResult> =>
      call(name, args, id === '' ? options : { ...options, toolCallId: id })
    let result: Promise<ToolResult>
    if (serializeSideEffects && get(name)?.tool.annotations?.readOnlyHint !== true) {
      result = last.then(run)
      last = result.catch(() => {})
    } else result = run()
    return Object.freeze({ id, name, result: await result })
  })
  return Promise.all(results)
}
