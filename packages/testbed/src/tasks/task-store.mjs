import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Tasks that go on with each question after them. They outlive the process where they have a file. */
export class TaskStore {
  #tasks = new Map()

  constructor(ledger, file) {
    this.ledger = ledger
    this.file = file
    if (file !== undefined && existsSync(file)) this.#tasks = new Map(JSON.parse(readFileSync(file, 'utf8')))
  }

  note(what, nonce) {
    appendFileSync(this.ledger, `${what} ${nonce}\n`)
  }

  create({ name, arguments: { nonce, polls = 2, every = 100 } }) {
    const task = { taskId: randomUUID(), name, nonce, polls, every, asked: 0, status: 'working' }
    this.#tasks.set(task.taskId, task)
    this.note('ran', nonce)
    this.#save()
    return task
  }

  find(taskId) {
    return this.#tasks.get(taskId)
  }

  /** What a question after the state of a task finds. */
  ask(taskId) {
    const task = this.#tasks.get(taskId)
    if (task === undefined) return undefined
    this.note('polled', task.nonce)
    if (task.status !== 'working' || task.name === 'wait') return task
    task.asked += 1
    task.message = `step ${task.asked} of ${task.nonce}`
    if (task.asked >= task.polls) this.#finish(task)
    this.#save()
    return task
  }

  /** Ends a task that waits for its client, with what that said. */
  answer(taskId, { action, content }) {
    const task = this.#tasks.get(taskId)
    this.note(action, task.nonce)
    this.end(task, 'completed', { content: [{ type: 'text', text: `${task.nonce} ${content?.name}` }] })
  }

  end(task, status, result) {
    Object.assign(task, { status, result })
    this.#save()
  }

  cancel(taskId) {
    const task = this.#tasks.get(taskId)
    this.note('cancelled', task.nonce)
    this.end(task, 'cancelled')
  }

  #finish(task) {
    const content = [{ type: 'text', text: task.nonce }]
    if (task.name === 'ask') this.end(task, 'input_required')
    else if (task.name === 'refuse') this.end(task, 'completed', { content, isError: true })
    else if (task.name === 'fail') task.status = 'failed'
    else this.end(task, 'completed', { content })
  }

  #save() {
    if (this.file === undefined) return
    // It may be killed at any moment.
    writeFileSync(`${this.file}.new`, JSON.stringify([...this.#tasks]))
    renameSync(`${this.file}.new`, this.file)
  }
}

export const INPUT = {
  type: 'object',
  properties: { nonce: { type: 'string' }, polls: { type: 'number' }, every: { type: 'number' } },
  required: ['nonce'],
}
/** All of them run as tasks; `plain` does not. */
export const TOOLS = ['work', 'ask', 'wait', 'refuse', 'fail']
export const question = (nonce) => ({
  message: nonce,
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
})
export const text = (value) => ({ content: [{ type: 'text', text: value }] })
