import type { ToolClient, ToolResult } from '@toolscout/model'
import {
  canonicalJson,
  checkTimeoutMs,
  copyJson,
  raceSignal,
  randomHex,
  sha256,
  type ToolProgress,
  tellListener,
} from '@toolscout/model/internal'
import { capResult, cutResult } from './bound-result.ts'
import type { CallParts } from './call-parts.ts'
import {
  admitCall,
  checkArguments,
  type FittingArguments,
  readArguments,
  refuseArguments,
  runHandler,
  withNotes,
} from './check-arguments.ts'
import { endedResult, failureResult, outcomeOfResult, toFailureResult } from './failure-result.ts'
import { CallTimeoutError, type LocalHandler } from './local-handlers.ts'
import { noteAttempt, observeToolCall } from './observe-call.ts'
import { onPersonTime } from './person-time.ts'
import { type BackendGuard, createBackendGuard } from './resilience/backend-guard.ts'
import { classifyHandlerFailure } from './resilience/failure.ts'
import {
  type AttemptFailure,
  type Deadline,
  operationOf,
  runWithRetries,
  startDeadline,
} from './resilience/run-with-retries.ts'
import type { CallEvent, CalledTool, CallOptions, CallPolicy } from './tool-call.ts'

export { createCallParts } from './call-parts.ts'

/** A tool and what runs it. */
export interface CallableTool extends CalledTool {
  readonly handler: LocalHandler | undefined
  /** How it is run. Default: what `policyOf` of the engine says. */
  readonly policy?: CallPolicy | undefined
}

/** A call of something that cannot be called. */
export interface RefusedCall {
  /** What was asked for, as it may be shown. */
  readonly name: string
  readonly refusal: ToolResult
}

/** One call on its way. */
interface Work {
  readonly entry: CallableTool
  readonly policy: CallPolicy
  readonly parts: CallParts
  readonly options: CallOptions
  readonly callId: string
  readonly timeoutMs: number
  /** The caller's client; while it asks a person, the deadlines of the call stand still. */
  client: ToolClient | undefined
  /** Set as soon as the handler has been asked to run. */
  begun: boolean
  /** Set for good when an attempt failed after it may have run. */
  mayHaveRun: boolean
  /** Set after the last event. */
  ended: boolean
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
  const { result, coercions = [] } =
    'refusal' in target ? { result: target.refusal } : await runTool(target, callId, request)
  const error: unknown = result.isError === true ? result.structuredContent?.error : undefined
  tell(request.parts, {
    type: 'callEnded',
    name,
    callId,
    isError: result.isError === true,
    ...(typeof error === 'string' ? { error } : {}),
    outcome: outcomeOfResult(result),
    durationMs: clock.now() - start,
    coercions,
  })
  return result
}

/** Policy, deadline, arguments, admission, attempts, cap: the way of every call. */
async function runTool(
  entry: CallableTool,
  callId: string,
  { args, parts, options }: CallRequest,
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
  const work: Work = { entry, policy, parts, options, callId, timeoutMs, client, ...NOT_BEGUN }
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
    : observeToolCall(parts.observer, { name, callId, policy, options }, call))
  return coercions === undefined ? { result } : { result, coercions }
}

async function readAndCheck(
  { entry, parts }: Work,
  args: unknown,
  { signal }: Deadline,
): Promise<FittingArguments | { readonly refusal: ToolResult }> {
  const { tool, name, handler } = entry
  if (handler === undefined) {
    const message = `The tool ${name} has no function to run it here; register it with "execute".`
    return { refusal: failureResult('HANDLER_MISSING', message, { tool: name, outcome: 'notRun' }) }
  }
  const read = readArguments(args)
  if ('problem' in read) return { refusal: await refuseArguments(tool, [read.problem]) }
  return raceSignal(checkArguments(tool, read.args, parts.validator), signal)
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

async function attempt(work: Work, fitting: FittingArguments, deadline: Deadline): Promise<ToolResult> {
  const { parts, policy, entry, options, callId } = work
  const { principal, messages } = options
  const run = (signal: AbortSignal): Promise<ToolResult> => {
    work.begun = true
    const { client } = work
    const call = { signal, toolCallId: callId, messages, client, principal, progress: progressOf(work) }
    const running = runHandler(entry.tool, entry.handler as LocalHandler, fitting.args, call)
    // A handler that ignores its signal does not delay the call.
    return raceSignal(running, signal)
  }
  const onAttemptFailed = (failed: AttemptFailure): void => {
    if (failed.outcome !== 'notRun') work.mayHaveRun = true
    work.begun = work.mayHaveRun
    tell(parts, { type: 'attemptFailed', name: entry.name, callId, attempt: failed })
    noteAttempt(parts.observer, { name: entry.name, policy }, failed)
  }
  const { backend, retry, recover } = policy
  const operation = operationOf(entry.tool, policy)
  const retries = { operation, policy: retry, recover, deadline, onAttemptFailed }
  const { clock, random } = parts
  const through = (): Promise<ToolResult> =>
    backend === undefined
      ? runWithRetries(run, { ...retries, classify: classifyHandlerFailure, clock, random })
      : (parts.guardOf?.(backend) ?? ownGuard(parts, backend)).run(run, { ...retries, principal })
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

function ownGuard({ ownGuards, clock, random }: CallParts, name: string): BackendGuard {
  const guard = ownGuards.get(name) ?? createBackendGuard({ name, clock, random })
  ownGuards.set(name, guard)
  return guard
}

/** Whatever comes of the work in its time is a result. What it asks of a person takes none of the time. */
async function underDeadline(
  work: Work,
  signal: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { entry, parts, timeoutMs } = work
  const { name } = entry
  const onTimeout = (): CallTimeoutError => new CallTimeoutError(name, timeoutMs, deadline.pausedMs())
  const deadline: Deadline = startDeadline(timeoutMs, { clock: parts.clock, signal, onTimeout })
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

/** Events after the end are dropped. */
function progressOf(work: Work): (progress: ToolProgress) => void {
  return (progress) => {
    if (!work.ended) tellListener(work.options.onProgress, progress)
  }
}

function tell({ onEvent }: CallParts, event: CallEvent): void {
  if (onEvent !== undefined) tellListener(onEvent, event)
}
