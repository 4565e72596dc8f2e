import type { Clock, JsonObject } from '@toolscout/model'
import { anySignal, isJsonObject, pause, type ToolProgress } from '@toolscout/model/internal'
import { McpAuthError, McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import { protocolFailure } from '../transport/transport.ts'
import { readRefusal } from './requests.ts'
import type { RpcAnswer, RpcOptions } from './session.ts'

/** The extension for tasks (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Longest id of a task, in UTF-16 code units: it goes into a header with each question. */
const MAX_ID_LENGTH = 1_024
/** How long a task is left alone between two questions, in milliseconds, whatever its server says; 1 s where it says nothing. */
const MIN_POLL_MS = 100
const MAX_POLL_MS = 30_000
const USUAL_POLL_MS = 1_000
/** How long a server has to read that a task is cancelled, in milliseconds. */
export const CANCEL_MS = 5_000

/** A task as a server tells of it, in the words of either era. */
export type TaskState = JsonObject & { readonly taskId: string; readonly status: string }

/** How a task is asked after. */
export interface TaskWay {
  /** Makes one request and gives its answer, unfollowed. */
  readonly ask: (method: string, params: JsonObject, options: RpcOptions) => Promise<RpcAnswer>
  /**
   * Does what the state of a task calls for: answers what it asks of its client, or gets what it came to. Gives the answer
   * when that is there.
   */
  readonly step: (task: TaskState, options: RpcOptions) => Promise<RpcAnswer | undefined>
  /** Whether a message about its status is reported as progress. */
  readonly tellsStatus: () => boolean
  readonly redact: Redactor
  readonly clock: Clock
  /** Aborts when nothing more can be asked. */
  readonly ended: AbortSignal
}

/** Reads a task. `undefined` for what is none, and for one whose id is too long. */
export function readTask(value: unknown): TaskState | undefined {
  if (!isJsonObject(value)) return undefined
  const { taskId, status } = value
  const isId = typeof taskId === 'string' && taskId !== '' && taskId.length <= MAX_ID_LENGTH
  return isId && typeof status === 'string' ? (value as TaskState) : undefined
}

/** The status of a task that is known by its id alone. */
const UNASKED = 'unasked'

/** A task that was made by an earlier connection. */
export function earlierTask(taskId: string): TaskState {
  return { taskId, status: UNASKED }
}

/**
 * Follows a task to its end. Whatever fails leaves it unknown whether the tool ran. An aborted signal cancels the task.
 *
 * @throws McpTransportError when it is lost, was cancelled by its server, or its state cannot be read.
 */
export async function followTask(task: TaskState, way: TaskWay, options: RpcOptions): Promise<RpcAnswer> {
  options.onTask?.(task.taskId)
  try {
    const answer = await follow(task, way, options)
    return answer.isResult ? answer : { ...answer, hasBegun: true }
  } catch (error) {
    // A task of a connection that was lost is for the next one to follow.
    const isGivenUp = error instanceof McpTransportError && error.details.reason === 'protocol'
    if (options.signal.aborted || isGivenUp) cancelTask(task.taskId, way)
    throw asBegun(error)
  }
}

async function follow(first: TaskState, way: TaskWay, options: RpcOptions): Promise<RpcAnswer> {
  const { clock, ended } = way
  const tellStatus = statusReporter(way, options.onProgress)
  const signal = anySignal(options.signal, ended)
  // What failed is asked again where the next question may reach the server.
  const orLater = (error: unknown): undefined => {
    if (signal.aborted || !mayPass(error)) throw error
  }
  let task = first
  for (;;) {
    tellStatus(task)
    const { status } = task
    if (status === 'cancelled') throw protocolFailure('the server has cancelled the task')
    const answer = await way.step(task, options).catch(orLater)
    if (answer !== undefined) return answer
    if (status !== UNASKED) await pause(clock, pollMs(task), signal)
    const { taskId } = task
    const next = await way.ask('tasks/get', { taskId }, options).catch(orLater)
    if (next === undefined) await pause(clock, USUAL_POLL_MS, signal)
    else if (!next.isResult) return next
    else task = sameTask(task, next.result)
  }
}

/** Reports each new message about the status; it has no measure but its number. */
function statusReporter(
  { tellsStatus, redact }: TaskWay,
  onProgress: ((progress: ToolProgress) => void) | undefined,
): (task: TaskState) => void {
  let told: unknown
  let count = 0
  return ({ statusMessage }) => {
    if (onProgress === undefined || typeof statusMessage !== 'string') return
    if (statusMessage === told || !tellsStatus()) return
    told = statusMessage
    count += 1
    onProgress({ progress: count, message: redact(statusMessage, 200) })
  }
}

function sameTask({ taskId }: TaskState, result: Readonly<Record<string, unknown>>): TaskState {
  const task = readTask(result)
  if (task?.taskId !== taskId) throw protocolFailure('the server told of another task than it was asked for')
  return task
}

function pollMs({ pollIntervalMs, pollInterval }: TaskState): number {
  const wanted = pollIntervalMs ?? pollInterval
  if (typeof wanted !== 'number' || Number.isNaN(wanted)) return USUAL_POLL_MS
  return Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, wanted))
}

/** Whether a failure says nothing of the next question: the server may just be starting again. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof McpTransportError)) return false
  const { reason, httpStatus = 0, failure } = error.details
  if (failure !== undefined) return false
  // A process that dies takes no more messages before the system tells that it has ended.
  return (
    reason === 'network' ||
    reason === 'exit' ||
    (reason === 'http' && (httpStatus >= 500 || httpStatus === 429))
  )
}

/** Tells the server that the task is of no use any more, and waits for no answer. */
export function cancelTask(
  taskId: string,
  { ask, clock, ended }: Pick<TaskWay, 'ask' | 'clock' | 'ended'>,
): void {
  if (ended.aborted) return
  const patience = new AbortController()
  const stop = clock.after(CANCEL_MS, () => patience.abort(), { background: true })
  ask('tasks/cancel', { taskId }, { signal: anySignal(patience.signal, ended) }).then(stop, stop)
}

/** The JSON-RPC error of a task that failed, as an answer. */
export function toTaskError(error: unknown, redact: Redactor): RpcAnswer {
  const { code, message, data } = isJsonObject(error) ? error : {}
  if (typeof code !== 'number' || typeof message !== 'string')
    throw protocolFailure('the server told of a failed task in a way that cannot be read')
  return { isResult: false, message: redact(message), refusal: readRefusal({ code, data }, redact) }
}

/** A failure after a call has begun says nothing of what was done before it. */
export function asBegun(error: unknown): unknown {
  if (error instanceof McpAuthError)
    return new McpTransportError(error.message, { reason: 'http', outcome: 'unknown', httpStatus: 401 })
  if (!(error instanceof McpTransportError)) return error
  return new McpTransportError(error.message, { ...error.details, outcome: 'unknown' })
}
