import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { protocolFailure } from '../transport/transport.ts'
import { TASKS_EXTENSION, type TaskWay, toTaskError } from './follow-task.ts'
import type { RpcOptions } from './session.ts'

/** Most answers that one task may want of its client. */
const MAX_ANSWERS = 160

/** What the steps of a task need. */
export interface TaskStepsDeps extends Pick<TaskWay, 'ask' | 'redact'> {
  /** Asks the client what a server asks back; gives the answers by the keys of the questions. */
  readonly answer: (inputRequests: JsonObject, options: RpcOptions) => Promise<JsonObject>
  /** A result as a session would have it. */
  readonly toResult: (result: JsonObject) => Readonly<Record<string, unknown>>
}

/** The steps of one task without a session: its state has in it what it asks, and what it came to (MCP 2026-07-28, SEP-2663). */
export function taskSteps({ ask, redact, answer, toResult }: TaskStepsDeps): TaskWay['step'] {
  const answered = new Map<string, JsonValue>()
  return async ({ taskId, status, inputRequests, result, error }, options) => {
    if (status === 'completed' && isJsonObject(result)) return { isResult: true, result: toResult(result) }
    if (status === 'failed' && error !== undefined) return toTaskError(error, redact)
    if (status !== 'input_required' || inputRequests === undefined) return undefined
    if (!isJsonObject(inputRequests)) throw protocolFailure('the task asked in a way that cannot be read')
    const fresh = Object.entries(inputRequests).filter(([key]) => !answered.has(key))
    if (answered.size + fresh.length > MAX_ANSWERS)
      throw protocolFailure(`the task asked more than ${MAX_ANSWERS} questions`)
    if (fresh.length > 0) {
      const answers = await answer(Object.fromEntries(fresh), options)
      for (const [key, value] of Object.entries(answers)) answered.set(key, value)
    }
    // An answer that did not arrive is sent again, so that the client is asked once; servers pass by what they know.
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, answered.get(key) ?? {}]),
    )
    const update = await ask('tasks/update', { taskId, inputResponses }, options)
    return update.isResult ? undefined : update
  }
}

/** Whether a server may answer calls with tasks. */
export function offersTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions[TASKS_EXTENSION])
}

/** What a client can do, tasks included. */
export function withTasks(capabilities: JsonObject): JsonObject {
  return { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } }
}

/** Whether a request is one in which the client says that it takes tasks. */
export function isOfTasks(method: string): boolean {
  return method === 'tools/call' || method.startsWith('tasks/')
}
