import type { Clock, JsonObject } from '@toolscout/model'
import { isJsonObject, raceSignal } from '@toolscout/model/internal'
import type { Redactor } from '../redactor.ts'
import { protocolFailure } from '../transport/transport.ts'
import { CANCEL_MS, cancelTask, earlierTask, followTask, readTask, type TaskWay } from './follow-task.ts'
import { type McpSession, type RpcAnswer, type RpcOptions, tellProgress } from './session.ts'

/** How long a server is asked to keep a task, in milliseconds: longer than most calls may take. */
const TTL_MS = 3_600_000
/** Most tools that are remembered to run as tasks only; no listing has more. */
const MAX_REQUIRED = 10_000
/** The member of a result's `_meta` that says which task it is of. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

/** Reports of progress whose request has been answered, while its task goes on. */
export class LastingProgress {
  readonly #listeners = new Map<string, (params: JsonObject) => void>()
  #count = 0

  /** Hears reports under the token that it gives, which no SDK would make, until it is stopped. */
  begin(listener: (params: JsonObject) => void): { readonly token: string; readonly stop: () => void } {
    this.#count += 1
    const token = `task-${this.#count}`
    this.#listeners.set(token, listener)
    return { token, stop: () => void this.#listeners.delete(token) }
  }

  /** Whether a message was such a report. */
  take(message: object): boolean {
    const { method, params } = message as Readonly<Record<string, unknown>>
    if (method !== 'notifications/progress' || !isJsonObject(params)) return false
    const { progressToken } = params
    const listener = typeof progressToken === 'string' ? this.#listeners.get(progressToken) : undefined
    listener?.(params)
    return listener !== undefined
  }
}

/** What a session needs for its tasks. */
export interface SessionTasksDeps {
  readonly ask: McpSession['request']
  readonly capabilities: JsonObject
  readonly progress: LastingProgress
  readonly redact: Redactor
  readonly clock: Clock
  readonly ended: AbortSignal
}

/** Makes and follows tasks in a session (MCP 2025-11-25): for tools whose listing says that they run as tasks only. */
export class SessionTasks {
  readonly #deps: SessionTasksDeps
  readonly #isOffered: boolean
  readonly #required = new Set<string>()

  constructor(deps: SessionTasksDeps) {
    this.#deps = deps
    const { tasks } = deps.capabilities
    const requests = isJsonObject(tasks) ? tasks.requests : undefined
    const tools = isJsonObject(requests) ? requests.tools : undefined
    this.#isOffered = isJsonObject(tools) && isJsonObject(tools.call)
  }

  readonly request: McpSession['request'] = async (method, params, options) => {
    if (method === 'tools/call' && this.#required.has(String(params.name))) return this.#call(params, options)
    const answer = await this.#deps.ask(method, params, options)
    if (method === 'tools/list' && answer.isResult && this.#isOffered) this.#read(answer.result.tools)
    return answer
  }

  readonly followTask: McpSession['followTask'] = (taskId, options) =>
    followTask(
      earlierTask(taskId),
      this.#way(() => true),
      options,
    )

  #read(tools: unknown): void {
    for (const tool of Array.isArray(tools) ? tools : []) {
      const { name, execution } = isJsonObject(tool) ? tool : {}
      if (typeof name !== 'string') continue
      const isRequired = isJsonObject(execution) && execution.taskSupport === 'required'
      if (!isRequired) this.#required.delete(name)
      else if (this.#required.size < MAX_REQUIRED) this.#required.add(name)
    }
  }

  async #call(params: JsonObject, options: RpcOptions): Promise<RpcAnswer> {
    const { progress, redact } = this.#deps
    let hasProgress = false
    const lasting =
      options.onProgress &&
      progress.begin((given) => {
        hasProgress = true
        tellProgress(given, options.onProgress, redact)
      })
    const meta = lasting && { _meta: { ...(params._meta as JsonObject), progressToken: lasting.token } }
    try {
      const asked = { ...params, ...meta, task: { ttl: TTL_MS } }
      const answer = await this.#create(asked, options)
      if (!answer.isResult || answer.result.task === undefined) return answer
      const task = readTask(answer.result.task)
      if (task === undefined) throw protocolFailure('the server gave a task that cannot be read')
      return await followTask(
        task,
        this.#way(() => !hasProgress),
        options,
      )
    } finally {
      lasting?.stop()
    }
  }

  /** Asks for a task. One whose caller stops before it is known is cancelled when it is: the server may have begun. */
  async #create(asked: JsonObject, options: RpcOptions): Promise<RpcAnswer> {
    const { ask, clock } = this.#deps
    const patience = new AbortController()
    const creating = ask('tools/call', asked, { ...options, signal: patience.signal, onProgress: undefined })
    try {
      return await raceSignal(creating, options.signal)
    } catch (error) {
      const stop = clock.after(CANCEL_MS, () => patience.abort(), { background: true })
      const cancel = (answer: RpcAnswer): void => {
        const task = answer.isResult ? readTask(answer.result.task) : undefined
        if (task !== undefined) cancelTask(task.taskId, this.#deps)
      }
      creating.then(cancel, () => {}).finally(stop)
      throw error
    }
  }

  #way(tellsStatus: () => boolean): TaskWay {
    const { ask } = this.#deps
    return {
      ...this.#deps,
      ask: (method, params, options) => ask(method, params, { ...options, onProgress: undefined }),
      tellsStatus,
      step: async ({ taskId, status }, options) => {
        // What a task asks of its client comes while somebody waits for the result.
        if (!['input_required', 'completed', 'failed'].includes(status)) return undefined
        const answer = await ask('tasks/result', { taskId }, { ...options, onProgress: undefined })
        return answer.isResult ? { isResult: true, result: withoutTask(answer.result) } : answer
      },
    }
  }
}

function withoutTask({
  _meta,
  ...rest
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { [RELATED_TASK]: _which, ...meta } = isJsonObject(_meta) ? _meta : {}
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta }
}
