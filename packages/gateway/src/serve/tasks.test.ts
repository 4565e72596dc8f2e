import type { JsonObject, LocalTool, ToolCallContext } from '@toolscout/model'
import { createManualClock, type ManualClock } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { createGate, type Gate } from '../scheduling.ts'
import { startHttp } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { echo } from './fixtures/tools.ts'
import type { HttpServing } from './http/http-serving.ts'

const ANN = 'a'.repeat(32)
const BOB = 'b'.repeat(32)
const TASKS = 'io.modelcontextprotocol/tasks'
const TAKING = { elicitation: { form: {} }, extensions: { [TASKS]: {} } }

interface Opened {
  readonly serving: HttpServing
  readonly clock: ManualClock
  /** Lets the slow tool end. */
  readonly gate: Gate
  readonly aborted: () => number
  /** How often the slow tool has begun. */
  readonly begun: () => number
}

/** Serves a tool that waits for a gate, and asks on the way where it is told to. */
async function open(): Promise<Opened> {
  const gate = createGate()
  let aborted = 0
  let begun = 0
  const slow: LocalTool = {
    name: 'slow',
    inputSchema: { type: 'object', properties: { asks: { type: 'boolean' }, fails: { type: 'boolean' } } },
    execute: async (args: JsonObject, { signal, client, progress }: ToolCallContext) => {
      signal.addEventListener('abort', () => {
        aborted += 1
      })
      progress({ progress: 1, message: 'under way' })
      begun += 1
      await Promise.race([
        gate.opened,
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
      if (args.fails === true) throw new TypeError('It broke.')
      if (args.asks !== true) return 'done'
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const
      const asked = { mode: 'form', message: 'Who?', requestedSchema }
      const answer = await client?.request('elicitation/create', asked, { signal })
      return JSON.stringify(answer)
    },
  }
  const { served } = await serveTools([echo, slow])
  const clock = createManualClock()
  const serving = await startHttp(served, { tokens: { [ANN]: 'ann', [BOB]: 'bob' }, clock, settleMs: 0 })
  return { serving, clock, gate, aborted: () => aborted, begun: () => begun }
}

/** One request of MCP 2026-07-28. */
async function ask(
  { serving }: Opened,
  method: string,
  params: JsonObject,
  { token = ANN, capabilities = TAKING as JsonObject } = {},
): Promise<{ readonly result: JsonObject; readonly error: JsonObject }> {
  const name = params.taskId ?? params.name
  const response = await fetch(serving.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  })
  const text = await response.text()
  const [, data = text] = /^data: (\{.*)$/m.exec(text) ?? []
  return JSON.parse(data)
}

/** Calls the slow tool until that is a task. */
async function begin(
  opened: Opened,
  args: JsonObject = {},
): Promise<JsonObject & { readonly taskId: string }> {
  const before = opened.begun()
  const call = ask(opened, 'tools/call', { name: 'slow', arguments: args })
  await expect.poll(opened.begun, { interval: 2 }).toBe(before + 1)
  await opened.clock.advance(500)
  const { result } = await call
  return result as JsonObject & { readonly taskId: string }
}

const about = (opened: Opened, { taskId }: JsonObject, more = {}) =>
  ask(opened, 'tasks/get', { taskId } as JsonObject, more)

it('a slow call of a client that takes tasks becomes one, and a quick one does not', async () => {
  const opened = await open()
  const discovered = await ask(opened, 'server/discover', {})
  expect(discovered.result.capabilities).toMatchObject({ extensions: { [TASKS]: {} } })
  const quick = await ask(opened, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })
  expect(quick.result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'hi' }] })
  const task = await begin(opened)
  const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const known = { taskId: task.taskId, statusMessage: 'under way', createdAt: stamp, lastUpdatedAt: stamp }
  const kept = { ttlMs: 3_600_000, pollIntervalMs: 500 }
  expect(task).toEqual({ resultType: 'task', status: 'working', ...known, ...kept, _meta: expect.anything() })
  expect((await about(opened, task)).result).toMatchObject({ resultType: 'complete', status: 'working' })
  opened.gate.open()
  await expect
    .poll(async () => (await about(opened, task)).result)
    .toMatchObject({
      resultType: 'complete',
      status: 'completed',
      result: { content: [{ text: 'done' }] },
      ...known,
    })
})

it('what a tool fails for is a result, and a client without tasks waits', async () => {
  const opened = await open()
  const failing = await begin(opened, { fails: true })
  const waiting = ask(opened, 'tools/call', { name: 'slow', arguments: {} }, { capabilities: {} })
  opened.gate.open()
  expect((await waiting).result).toMatchObject({ content: [{ text: 'done' }] })
  await expect
    .poll(async () => (await about(opened, failing)).result)
    .toMatchObject({ status: 'completed', result: { isError: true } })
})

it('a task asks its client, whose answer comes with an update', async () => {
  const opened = await open()
  const task = await begin(opened, { asks: true })
  opened.gate.open()
  await expect.poll(async () => (await about(opened, task)).result.status).toBe('input_required')
  const { inputRequests } = (await about(opened, task)).result as { readonly inputRequests: JsonObject }
  const [key = ''] = Object.keys(inputRequests)
  expect(inputRequests[key]).toMatchObject({ method: 'elicitation/create', params: { message: 'Who?' } })
  const { taskId } = task
  const nothing = await ask(opened, 'tasks/update', {
    taskId,
    inputResponses: { other: { action: 'accept' } },
  })
  expect(nothing.result).toMatchObject({ resultType: 'complete' })
  expect((await about(opened, task)).result.status).toBe('input_required')
  const content = { name: 'Ann' }
  await ask(opened, 'tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content } } })
  await expect
    .poll(async () => (await about(opened, task)).result)
    .toMatchObject({
      status: 'completed',
      result: { content: [{ text: '{"action":"accept","content":{"name":"Ann"}}' }] },
    })
})

it('a task that is cancelled is given up, and stays cancelled', async () => {
  const opened = await open()
  const task = await begin(opened)
  for (let times = 0; times < 2; times += 1) {
    expect((await ask(opened, 'tasks/cancel', { taskId: task.taskId })).result).toMatchObject({
      resultType: 'complete',
    })
  }
  expect((await about(opened, task)).result).toMatchObject({ status: 'cancelled' })
  expect((await about(opened, task)).result).not.toHaveProperty('result')
  await expect.poll(opened.aborted).toBe(1)
})

it('a task does not exist for anybody else, nor what is none, nor for a client without tasks', async () => {
  const opened = await open()
  const task = await begin(opened)
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const params = { taskId: task.taskId, ...(method === 'tasks/update' && { inputResponses: {} }) }
    const foreign = await ask(opened, method, params, { token: BOB })
    expect(foreign.error).toMatchObject({ code: -32_602 })
    const unknown = await ask(opened, method, { ...params, taskId: 'x' }, { token: BOB })
    expect(String(foreign.error.message).replace(task.taskId, 'x')).toBe(unknown.error.message)
    expect((await ask(opened, method, params, { capabilities: {} })).error).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    })
  }
  for (const method of ['tasks/list', 'tasks/result']) {
    expect((await ask(opened, method, { taskId: task.taskId })).error).toMatchObject({ code: -32_601 })
  }
  expect((await about(opened, task)).result).toMatchObject({ status: 'working' })
  expect(opened.serving.sessions()).toBe(0)
})

it('a task is gone after its hour, and its call given up', async () => {
  const opened = await open()
  const task = await begin(opened)
  await opened.clock.advance(3_599_999)
  expect((await about(opened, task)).result).toMatchObject({ status: 'working' })
  await opened.clock.advance(1)
  expect((await about(opened, task)).error).toMatchObject({ code: -32_602 })
  await expect.poll(opened.aborted).toBe(1)
})

it('the hundredth and first slow call of a principal is waited for', async () => {
  const opened = await open()
  for (let count = 0; count < 100; count += 1)
    expect(await begin(opened)).toMatchObject({ resultType: 'task' })
  const last = begin(opened)
  await expect.poll(opened.begun).toBe(101)
  await opened.clock.advance(500)
  const slow = { name: 'slow', arguments: {} }
  const other = ask(opened, 'tools/call', slow, { token: BOB })
  await expect.poll(opened.begun).toBe(102)
  await opened.clock.advance(500)
  expect((await other).result).toMatchObject({ resultType: 'task' })
  opened.gate.open()
  expect(await last).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] })
})
