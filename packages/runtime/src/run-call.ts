import type { ToolResult } from '@toolscout/model'
import {
  canonicalJson,
  checkTimeoutMs,
  copyJson,
  raceSignal,
  randomHex,
  sha256,
} from '@toolscout/model/internal'
import { capResult, cutResult } from './bound-result.ts'
import { endedResult, outcomeOfFailure, toFailureResult } from './call-failure.ts'
import type { CallParts } from './call-parts.ts'
import {
  checkArguments,
  type FittingArguments,
  readArguments,
  refuseArguments,
  withNotes,
} from './check-arguments.ts'
import {
  askBackend,
  type CallableTool,
  type CallRoute,
  failOver,
  guardOf,
  orderRoutes,
  type Route,
  tell,
  type Work,
} from './fail-over.ts'
import { failureResult } from './failure-result.ts'
import { CallTimeoutError } from './local-handlers.ts'
import { observeToolCall } from './observe-call.ts'
import { onPersonTime } from './person-time.ts'
import { type Deadline, startDeadline } from './resilience/run-with-retries.ts'
import type { Admission, AdmissionCall, CallOptions, CallPolicy } from './tool-call.ts'

export { createCallParts } from './call-parts.ts'
export type { CallableTool } from './fail-over.ts'
export { runAll } from './run-all.ts'

/** A call of something that cannot be called. */
export interface RefusedCall {
  /** What was asked for, as it may be shown. */
  readonly name: string
  readonly refusal: ToolResult
}

const NOT_BEGUN = Object.freeze({ begun: false, mayHaveRun: false, ended: false })

/** What a call is made with. */
interface CallRequest {
  readonly args: unknown
  readonly parts: CallParts
  readonly options: CallOptions
}

/** Runs a tool, or rejects an unknown name, and reports events. Never rejects. */
export async function runCall(target: CallableTool | RefusedCall, request: CallRequest): Promise<ToolResult> {
  const { clock } = request.parts
  const { name } = target
  const callId = request.options.toolCallId ?? randomHex(16)
  const start = clock.now()
  tell(request.parts, { type: 'callStarted', name, callId })
  const answer: Work['answer'] = {}
  const { result, coercions = [] } =
    'refusal' in target ? { result: target.refusal } : await runTool(target, { ...request, callId, answer })
  const error: unknown = result.isError === true ? result.structuredContent?.error : undefined
  tell(request.parts, {
    type: 'callEnded',
    name,
    callId,
    isError: result.isError === true,
    ...(typeof error === 'string' ? { error } : {}),
    outcome: result.isError === true ? outcomeOfFailure(result) : 'ran',
    ...(answer.by === undefined ? {} : { backend: answer.by }),
    durationMs: clock.now() - start,
    coercions,
  })
  return result
}

/** Policy, deadline, arguments, admission, attempts, cap: the way of every call. */
async function runTool(
  entry: CallableTool,
  { args, parts, options, callId, answer }: CallRequest & Pick<Work, 'callId' | 'answer'>,
): Promise<{ readonly result: ToolResult; readonly coercions?: FittingArguments['coercions'] }> {
  const { name } = entry
  let policy: CallPolicy
  let timeoutMs: number
  try {
    policy = entry.policy ?? parts.policyOf?.(entry) ?? {}
    timeoutMs = checkTimeoutMs('timeoutMs', options.timeoutMs ?? policy.timeoutMs ?? parts.timeoutMs)
  } catch (error) {
    // A policy that cannot be read lets nothing through.
    return { result: toFailureResult(error, name, false) }
  }
  const { client } = options
  const work: Work = {
    entry,
    policy,
    parts,
    options,
    callId,
    timeoutMs,
    client,
    answer,
    task: {},
    ...NOT_BEGUN,
  }
  let coercions: FittingArguments['coercions'] | undefined
  const call = (): Promise<ToolResult> =>
    underDeadline(work, options.signal, async (deadline) => {
      const checked = await readAndCheck(work, args, deadline)
      if ('refusal' in checked) return checked.refusal
      coercions = checked.coercions
      const refusal = await admitCall(options.admit, { ...entry, args: checked.args }, deadline)
      if (refusal !== undefined) return refusal
      return capResult(withNotes(await once(work, checked, deadline), checked), parts.maxResultBytes)
    })
  const result = await (parts.observer === undefined
    ? call()
    : observeToolCall(parts.observer, { name, callId, policy, options, answeredBy: () => answer.by }, call))
  return coercions === undefined ? { result } : { result, coercions }
}

async function readAndCheck(
  { entry, parts }: Work,
  args: unknown,
  { signal }: Deadline,
): Promise<FittingArguments | { readonly refusal: ToolResult }> {
  const { tool, name } = entry
  if (routesOf(entry).length === 0) {
    const message = `The tool ${name} has no function to run it here; register it with "execute".`
    return { refusal: failureResult('HANDLER_MISSING', message, { tool: name, outcome: 'notRun' }) }
  }
  const read = readArguments(args)
  if ('problem' in read) return { refusal: await refuseArguments(tool, [read.problem]) }
  return raceSignal(checkArguments(tool, read.args, parts.validator), signal)
}

/** Asks whether a call may be made; gives the answer of one that may not. The deadline stands still meanwhile. */
async function admitCall(
  admit: Admission | undefined,
  { name, tool, args }: Omit<AdmissionCall, 'signal'>,
  { pause, signal }: Deadline,
): Promise<ToolResult | undefined> {
  if (admit === undefined) return undefined
  const goOn = pause()
  try {
    return await raceSignal(admit(Object.freeze({ name, tool, args, signal })), signal)
  } finally {
    goOn()
  }
}

/** Joins a duplicate of the call, or runs it. */
function once(work: Work, fitting: FittingArguments, deadline: Deadline): Promise<ToolResult> {
  const { entry, options, parts } = work
  const key = options.idempotencyKey
  if (key === undefined) return attempt(work, fitting, deadline)
  const content = sha256(canonicalJson([entry.name, copyJson(fitting.args)]))
  // A call that joins counts as started, like the one it joins.
  work.begun = true
  const call = { key, owner: options.principal ?? '', content, signal: deadline.signal }
  return parts.idempotency.run(call, (signal) => {
    const own: Work = { ...work, ...NOT_BEGUN }
    return underDeadline(own, signal, (inner) => attempt(own, fitting, inner))
  })
}

/** The backends of a tool that can run it. */
function routesOf({ others = [], ...first }: CallableTool): readonly CallRoute[] {
  return [first, ...others].filter(({ handler }) => handler !== undefined)
}

async function attempt(work: Work, fitting: FittingArguments, deadline: Deadline): Promise<ToolResult> {
  const { parts, entry, options } = work
  const standard = entry.policy === undefined ? work.policy : (parts.policyOf?.(entry) ?? {})
  const routes = routesOf(entry).map((route) => ({ ...route, policy: route.policy ?? standard }))
  const isLeftAlone = (backend: string): boolean => guardOf(parts, backend).state() === 'open'
  const atMostOnce = routes.some(({ policy }) => policy.atMostOnce === true)
  const ask = async (route: Route, isLast: boolean): Promise<ToolResult> => {
    const { args } = fitting
    const result = await askBackend(work, route, { args, deadline, atMostOnce, hasOthers: !isLast })
    if (entry.others !== undefined) work.answer.by = route.policy.backend
    return result
  }
  const { principal } = options
  const through = (): Promise<ToolResult> => failOver(orderRoutes(routes, isLeftAlone), ask)
  return cut(work, await parts.bulkhead.run(through, { signal: deadline.signal, principal }))
}

/** Holds what is too long for a model, of a failure too, and shows a part. */
function cut({ parts, options }: Work, result: ToolResult): ToolResult {
  return cutResult(result, {
    maxLength: parts.maxResultLength,
    held: parts.held,
    owner: options.principal ?? '',
    wholeData: options.wholeData,
  })
}

/** Whatever comes of the work in its time is a result. What it asks of a person takes none of the time. */
async function underDeadline(
  work: Work,
  signal: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { entry, parts, timeoutMs, options, task } = work
  const { name } = entry
  let allowedMs = timeoutMs
  // A call that is a task by now has the time of one, unless its caller has said how long it may take.
  const moreMs = (): number => {
    const isTask = task.hasBegun === true || work.client?.isTask === true
    const ms = isTask && options.timeoutMs === undefined ? Math.max(0, parts.maxTaskMs - allowedMs) : 0
    allowedMs += ms
    return ms
  }
  const onTimeout = (): CallTimeoutError => new CallTimeoutError(name, allowedMs, deadline.pausedMs())
  const deadline: Deadline = startDeadline(timeoutMs, { clock: parts.clock, signal, onTimeout, moreMs })
  if (work.client !== undefined)
    work.client = onPersonTime(work.client, { deadline, clock: parts.clock, maxMs: parts.maxPersonMs })
  try {
    deadline.signal.throwIfAborted()
    return await run(deadline)
  } catch (error) {
    if (deadline.isOver()) return endedResult(deadline.signal.reason, name, 'CALL_TIMEOUT', work.begun)
    if (deadline.signal.aborted) return endedResult(error, name, 'CANCELLED', work.begun)
    return cut(work, toFailureResult(error, name, work.begun, work.mayHaveRun))
  } finally {
    work.ended = true
    deadline.stop()
  }
}
