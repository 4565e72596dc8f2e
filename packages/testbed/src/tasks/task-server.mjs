// A server whose tools run as tasks. Its arguments: the era, a ledger, a file for its tasks or `-`, and a port for HTTP.
import { InMemoryTaskMessageQueue } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { Server as StatelessServer } from '@modelcontextprotocol/server'
import { serveEra } from '@toolscout/testbed/eras'
import { z } from 'zod'
import { INPUT, question, TaskStore, TOOLS, text } from './task-store.mjs'

const [era, ledger, file, port] = process.argv.slice(2)
const store = new TaskStore(ledger, file === '-' ? undefined : file)
const CREATED = new Date().toISOString()
const TASKS = 'io.modelcontextprotocol/tasks'
const FAILURE = { code: -32_603, message: 'It broke.' }

/** The store as the first SDK wants it; tasks belong to no session. */
const sessionStore = {
  createTask: async (_options, _id, { params }) => toSessionTask(store.create(params)),
  getTask: async (taskId) => toSessionTask(store.ask(taskId)),
  updateTaskStatus: async (taskId, status) => {
    if (status === 'cancelled') store.cancel(taskId)
    else store.find(taskId).status = status
  },
  storeTaskResult: async () => {},
  getTaskResult: async (taskId) => {
    const { status, result } = store.find(taskId)
    if (status === 'failed') throw Object.assign(new Error(FAILURE.message), { code: FAILURE.code })
    return result
  },
  listTasks: async () => ({ tasks: [] }),
}

function toSessionTask(task) {
  if (task === undefined) return null
  const { taskId, status, message, every } = task
  return {
    taskId,
    status,
    ...(message && { statusMessage: message }),
    createdAt: CREATED,
    lastUpdatedAt: CREATED,
    ttl: null,
    pollInterval: every,
  }
}

function sessionServer() {
  const server = new Server(
    { name: 'tasks', version: '1.0.0' },
    {
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: sessionStore,
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...TOOLS.map((name) => ({ name, inputSchema: INPUT, execution: { taskSupport: 'required' } })),
      { name: 'plain', inputSchema: INPUT },
    ],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, task: wanted } = params
    if (name === 'plain') return text(`${params.arguments.nonce} ${wanted === undefined}`)
    if (wanted === undefined) return { ...text('It runs as a task only.'), isError: true }
    const task = await extra.taskStore.createTask({})
    if (name === 'ask') {
      const { nonce } = params.arguments
      const asked = { method: 'elicitation/create', params: question(nonce) }
      extra
        .sendRequest(asked, ElicitResultSchema, { relatedTask: { taskId: task.taskId } })
        .then((answer) => store.answer(task.taskId, answer))
        .catch((error) => store.note('refused', `${nonce} ${error.message}`))
    }
    const progressToken = extra._meta?.progressToken
    if (name === 'work' && progressToken !== undefined && port === undefined) {
      // A moment after the task was told of.
      setImmediate(() =>
        extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: 5, message: 'lasting' },
        }),
      )
    }
    return { task }
  })
  return server
}

function toStatelessTask(task, isWhole = true) {
  const { taskId, status, message, every, nonce, result } = task
  return {
    taskId,
    status,
    ...(message && { statusMessage: message }),
    createdAt: CREATED,
    lastUpdatedAt: CREATED,
    ttlMs: null,
    pollIntervalMs: every,
    ...(isWhole && status === 'completed' && { result }),
    ...(isWhole && status === 'failed' && { error: FAILURE }),
    ...(isWhole &&
      status === 'input_required' && {
        inputRequests: { name: { method: 'elicitation/create', params: question(nonce) } },
      }),
  }
}

class RpcError extends Error {
  constructor(code, message, data) {
    super(message)
    Object.assign(this, { code, data })
  }
}

/** Refuses who does not take tasks, as the extension asks. */
function requireTasks({ mcpReq }) {
  const capabilities = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities']
  if (capabilities?.extensions?.[TASKS] === undefined)
    throw new RpcError(-32_021, 'Tasks are required.', {
      requiredCapabilities: { extensions: { [TASKS]: {} } },
    })
}

function known(taskId) {
  const task = store.find(taskId)
  if (task === undefined) throw new RpcError(-32_602, 'Task not found')
  return task
}

function statelessServer() {
  const server = new StatelessServer(
    { name: 'tasks', version: '1.0.0' },
    { capabilities: { tools: {}, extensions: { [TASKS]: {} } } },
  )
  const params = z.looseObject({ taskId: z.string() })
  server.setRequestHandler('tasks/get', { params }, ({ taskId }, context) => {
    requireTasks(context)
    known(taskId)
    return toStatelessTask(store.ask(taskId))
  })
  server.setRequestHandler('tasks/cancel', { params }, ({ taskId }, context) => {
    requireTasks(context)
    known(taskId)
    store.cancel(taskId)
    return {}
  })
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === 'tools/list') {
      return { tools: [...TOOLS, 'plain'].map((name) => ({ name, inputSchema: INPUT })) }
    }
    requireTasks(context)
    if (method === 'tools/call') {
      if (params.name === 'plain') return text(`${params.arguments.nonce} true`)
      return { resultType: 'task', ...toStatelessTask(store.create(params), false) }
    }
    if (method !== 'tasks/update') throw new RpcError(-32_601, 'Method not found')
    if (known(params.taskId).status === 'input_required')
      store.answer(params.taskId, context.mcpReq.inputResponses.name)
    return {}
  }
  return server
}

store.note('started', process.pid)
await serveEra({ session: sessionServer, stateless: statelessServer }, { era, port })
