import type { ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { CallAllOptions, CalledTool, CallOptions, ToolCall, ToolCallResult } from './tool-call.ts'

/** What the calls of one turn are run with. */
export interface TurnDeps {
  readonly options: CallAllOptions
  readonly call: (name: string, args: unknown, options: CallOptions) => Promise<ToolResult>
  readonly get: (name: string) => CalledTool | undefined
}

/** Runs the calls of one turn, whose options were checked. */
export function runAll(calls: readonly ToolCall[], deps: TurnDeps): Promise<readonly ToolCallResult[]> {
  const { call, get } = deps
  const { serializeSideEffects = false, ...options } = deps.options
  let last: Promise<unknown> = Promise.resolve()
  const results = calls.map(async (given): Promise<ToolCallResult> => {
    const { id, name, arguments: args } = readCall(given)
    const run = (): Promise<ToolResult> =>
      call(name, args, id === '' ? options : { ...options, toolCallId: id })
    const isSerial = serializeSideEffects && get(name)?.tool.annotations?.readOnlyHint !== true
    const result = isSerial ? last.then(run) : run()
    if (isSerial) last = result.catch(() => {})
    return Object.freeze({ id, name, result: await result })
  })
  return Promise.all(results)
}

/** A call as a model wrote it, which may be anything; each has to be answered. */
export function readCall(call: unknown): ToolCall {
  const { id, name, arguments: args }: { readonly [member: string]: unknown } = isJsonObject(call) ? call : {}
  return { id: typeof id === 'string' ? id : '', name: typeof name === 'string' ? name : '', arguments: args }
}
