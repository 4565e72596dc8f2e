import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { RequestScope } from './client-channel.ts'
import { OpenCall, type OpenWork } from './open-call.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'
import { NO_TOKEN, type Tasks, tooManyTasks } from './tasks.ts'

/** The member of a result's `_meta` that says which task it is of. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

/** Answers about tasks in a session (MCP 2025-11-25). */
export class SessionTasks {
  readonly #tasks: Tasks
  readonly #principal: string

  /** The tasks of one principal. */
  constructor(tasks: Tasks, principal: string) {
    this.#tasks = tasks
    this.#principal = principal
  }

  /** MCP server capabilities. */
  readonly capabilities: JsonObject = Object.freeze({
    tasks: Object.freeze({ cancel: {}, requests: Object.freeze({ tools: Object.freeze({ call: {} }) }) }),
  })

  /** Begins a call as a task, and gives that. Rejects with a `RequestRefusedError` where there are too many. */
  begin(wanted: JsonObject, work: (open: OpenWork) => Promise<JsonObject>): JsonObject {
    if (!this.#tasks.hasRoom(this.#principal)) throw tooManyTasks()
    const task = this.#tasks.keep(new OpenCall(this.#principal, work), wanted.ttl)
    return { task: this.#tasks.toSession(task) }
  }

  /** The answer to a method; `undefined` for what is not about tasks. */
  async answer(method: string, params: JsonObject, scope: RequestScope): Promise<JsonObject | undefined> {
    if (!['tasks/get', 'tasks/result', 'tasks/cancel'].includes(method)) return undefined
    const task = this.#tasks.get(this.#principal, params)
    if (method === 'tasks/get') return this.#tasks.toSession(task)
    if (method === 'tasks/cancel') {
      if (task.outcome !== undefined) throw invalidParams('The task has ended already.')
      this.#tasks.cancel(task)
      return this.#tasks.toSession(task)
    }
    const related = { [RELATED_TASK]: { taskId: task.call.id } }
    const about = (given: JsonObject): JsonObject => ({ ...given, _meta: { ...metaOf(given), ...related } })
    const result = await task.call.wait({
      signal: scope.signal,
      notify: (name, told) => {
        // Reports go to a client that asked for them when the task began.
        if (told.progressToken !== NO_TOKEN) scope.notify(name, told)
      },
      request: (name, asked, options) => scope.request(name, about(asked), options),
    })
    task.isRead = true
    if (task.outcome === 'cancelled')
      throw new RequestRefusedError(RPC_CODES.internal, 'The task was cancelled; it has no result.')
    return about(result)
  }
}

function metaOf({ _meta }: JsonObject): JsonObject {
  return isJsonObject(_meta) ? _meta : {}
}
