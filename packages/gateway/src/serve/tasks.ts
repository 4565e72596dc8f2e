import type { Clock, JsonObject } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { RunningRequests } from './closing.ts'
import type { OpenCall } from './open-call.ts'
import { invalidParams, RequestRefusedError, RPC_CODES } from './request-error.ts'

/** The extension for tasks (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** How long clients are asked to leave a task alone between two questions, in milliseconds. */
const POLL_MS = 500
/** Tasks that are kept, those of one principal, and the characters of all their results. */
const MAX_TASKS = 1_000
const MAX_TASKS_OF_ONE = 100
const MAX_KEPT_LENGTH = 67_108_864

/** Stands for the token of a client that wants no reports of progress: the last one is what its task says of itself. */
export const NO_TOKEN = ''

/** What a task came to. */
type Outcome = { readonly result: JsonObject } | { readonly error: JsonObject } | 'cancelled'

/** A call that goes on without its client, and what it came to. */
export class Task {
  readonly call: OpenCall
  readonly ttlMs: number
  readonly createdAt: number
  #updatedAt: number
  #outcome: Outcome | undefined
  #told: string | undefined
  /** Whether the client has been given what it came to. */
  isRead = false
  /** Characters of what it came to. */
  length = 0

  constructor(call: OpenCall, ttlMs: number, now: number) {
    this.call = call
    this.ttlMs = ttlMs
    this.createdAt = now
    this.#updatedAt = now
  }

  get outcome(): Outcome | undefined {
    return this.#outcome
  }

  end(outcome: Outcome, now: number): void {
    if (this.#outcome !== undefined) return
    this.#outcome = outcome
    this.#updatedAt = now
  }

  /** Its state in the words of both eras, but for how long it is kept. */
  state(now: number): JsonObject & { readonly status: string } {
    const { id, lastMessage, questions } = this.call
    const status = this.#status(Object.keys(questions).length > 0)
    if (`${status} ${lastMessage}` !== this.#told) {
      if (this.#told !== undefined && this.#outcome === undefined) this.#updatedAt = now
      this.#told = `${status} ${lastMessage}`
    }
    return {
      taskId: id,
      status,
      ...(lastMessage === undefined ? {} : { statusMessage: lastMessage }),
      createdAt: new Date(this.createdAt).toISOString(),
      lastUpdatedAt: new Date(this.#updatedAt).toISOString(),
    }
  }

  #status(isAsking: boolean): string {
    const outcome = this.#outcome
    if (outcome === undefined) return isAsking ? 'input_required' : 'working'
    if (outcome === 'cancelled') return outcome
    return 'result' in outcome ? 'completed' : 'failed'
  }
}

/** The tasks of all clients, each bound to its principal and to nothing else. */
export class Tasks {
  /** Tasks that are at work. */
  readonly running: RunningRequests = new RunningRequests()
  readonly #clock: Clock
  readonly #maxMs: number
  readonly #tasks = new Map<string, Task>()
  #keptLength = 0

  /** `maxMs`: how long each is kept from its beginning, in milliseconds; a client may ask for less. */
  constructor(clock: Clock, maxMs: number) {
    this.#clock = clock
    this.#maxMs = maxMs
  }

  /** Whether a principal may have one more. Those of its own that have been read to their end make room, oldest first. */
  hasRoom(principal: string): boolean {
    const own = [...this.#tasks.values()].filter(({ call }) => call.principal === principal)
    let count = own.length
    const isFull = (): boolean =>
      count >= MAX_TASKS_OF_ONE || this.#tasks.size >= MAX_TASKS || this.#keptLength >= MAX_KEPT_LENGTH
    for (const task of own) {
      if (!isFull()) break
      if (!task.isRead) continue
      this.#forget(task)
      count -= 1
    }
    return !isFull()
  }

  /** Lets a call go on without its client, for at most as long as that asks for. */
  keep(call: OpenCall, wantedMs: unknown = this.#maxMs): Task {
    const isTime = typeof wantedMs === 'number' && wantedMs >= 0
    const ttlMs = isTime ? Math.min(this.#maxMs, Math.floor(wantedMs)) : this.#maxMs
    const task = new Task(call, ttlMs, this.#clock.now())
    this.#tasks.set(call.id, task)
    call.isTask = true
    const done = this.running.begin()
    const end = (outcome: Outcome): void => {
      done()
      if (!this.#tasks.has(call.id)) return
      const { length } = JSON.stringify(outcome)
      const isKept = this.#keptLength + length <= MAX_KEPT_LENGTH
      if (!isKept) call.dropResult(UNKEPT)
      task.end(isKept ? outcome : { error: toTaskError(UNKEPT) }, this.#clock.now())
      task.length = isKept ? length : 0
      this.#keptLength += task.length
    }
    call.end.then(
      (result) => end({ result }),
      (error: unknown) => end({ error: toTaskError(error) }),
    )
    this.#clock.after(
      ttlMs,
      () => {
        this.#forget(task)
        call.giveUp('The task has taken too long.')
      },
      { background: true },
    )
    return task
  }

  /**
   * A task of a principal.
   *
   * @throws RequestRefusedError `REQUEST_REFUSED` for what is no task, or that of somebody else.
   */
  get(principal: string, { taskId }: JsonObject): Task {
    const task = typeof taskId === 'string' ? this.#tasks.get(taskId) : undefined
    if (task === undefined || task.call.principal !== principal)
      throw invalidParams(`There is no task ${quote(taskId)}. It may have expired.`)
    return task
  }

  #forget({ call, length }: Task): void {
    if (this.#tasks.delete(call.id)) this.#keptLength -= length
  }

  /** Gives up a task that is at work. */
  cancel(task: Task): void {
    task.end('cancelled', this.#clock.now())
    task.call.giveUp('The client has cancelled the task.')
  }

  /** Gives up all of them. */
  end(): void {
    for (const { call } of this.#tasks.values()) call.giveUp('The server is closing.')
    this.#tasks.clear()
  }

  /** A task as clients without a session see it: what it asks and came to with its state, unless it has just begun. */
  toStateless(task: Task, isWhole: boolean): JsonObject {
    const state = { ...task.state(this.#clock.now()), ttlMs: task.ttlMs, pollIntervalMs: POLL_MS }
    if (!isWhole) return state
    if (state.status === 'input_required')
      return { ...state, inputRequests: { ...task.call.questions } as JsonObject }
    if (task.outcome !== undefined) task.isRead = true
    return typeof task.outcome === 'object' ? { ...state, ...task.outcome } : state
  }

  /** A task as clients in sessions see it. */
  toSession(task: Task): JsonObject {
    return { ...task.state(this.#clock.now()), ttl: task.ttlMs, pollInterval: POLL_MS }
  }
}

/** What a call came to is more than can be kept. */
const UNKEPT = new RequestRefusedError(
  RPC_CODES.internal,
  'The tool has run, but its result was not kept: too much is kept for tasks already. Read theirs first.',
)

/** Refuses a task where there are too many. */
export function tooManyTasks(): RequestRefusedError {
  return new RequestRefusedError(
    RPC_CODES.internal,
    'There are too many tasks. Call without one, or try again.',
  )
}

/** Whether a client without a session takes tasks. */
export function takesTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions[TASKS_EXTENSION])
}

function toTaskError(error: unknown): JsonObject {
  if (!(error instanceof RequestRefusedError)) return { code: RPC_CODES.internal, message: 'Internal error.' }
  const { rpcCode, data } = error.details
  return { code: rpcCode, message: error.message, ...(data === undefined ? {} : { data }) }
}
