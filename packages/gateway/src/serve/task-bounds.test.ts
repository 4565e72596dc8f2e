import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject, LocalTool, ToolCallContext } from '@toolscout/model'
import { createManualClock, type ManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { connectStdio, createClient } from './fixtures/clients.ts'
import { serveTools } from './fixtures/served.ts'
import { OpenCall } from './open-call.ts'
import { RequestRefusedError } from './request-error.ts'
import { Tasks } from './tasks.ts'

const HOUR_MS = 3_600_000

/** A task of a principal that comes to a text of a length. */
async function ended(tasks: Tasks, principal: string, length = 1): Promise<JsonObject> {
  const call = new OpenCall(principal, async () => ({ text: 'x'.repeat(length) }))
  tasks.keep(call)
  await call.end
  return { taskId: call.id }
}

const endless = (tasks: Tasks, principal: string): unknown =>
  tasks.keep(new OpenCall(principal, () => new Promise(() => {})))

describe('tasks that are kept', () => {
  it('are a thousand at most, and a hundred of one principal', () => {
    const tasks = new Tasks(createManualClock(), HOUR_MS)
    for (let count = 0; count < 1_000; count += 1) {
      expect(tasks.hasRoom(`${count % 10}`)).toBe(true)
      endless(tasks, `${count % 10}`)
      if (count === 990) expect(tasks.hasRoom('0')).toBe(false)
    }
    expect(tasks.hasRoom('somebody else')).toBe(false)
  })

  it('make room when they have ended and been read, and not before', async () => {
    const tasks = new Tasks(createManualClock(), HOUR_MS)
    const [first, second] = [await ended(tasks, 'ann'), await ended(tasks, 'ann')]
    for (let count = 2; count < 100; count += 1) endless(tasks, 'ann')
    expect(tasks.hasRoom('ann')).toBe(false)
    tasks.toStateless(tasks.get('ann', second), true)
    expect(tasks.hasRoom('ann')).toBe(true)
    expect(() => tasks.get('ann', second)).toThrow(RequestRefusedError)
    expect(tasks.get('ann', first).outcome).toMatchObject({ result: { text: 'x' } })
  })

  it('hold 64 MiB of results at most; what comes then is an error, whichever way it is asked for', async () => {
    const clock = createManualClock()
    const tasks = new Tasks(clock, HOUR_MS)
    const frame = JSON.stringify({ result: { text: '' } }).length
    const large = await ended(tasks, 'ann', 67_108_864 - 2 * frame - 1)
    expect(tasks.hasRoom('bob')).toBe(true)
    const late = tasks.get('bob', await ended(tasks, 'bob', 2))
    const unkept = { code: -32_603, message: expect.stringContaining('was not kept') }
    expect(tasks.toStateless(late, true)).toMatchObject({ status: 'failed', error: unkept })
    const scope = { signal: new AbortController().signal, notify: () => {}, request: async () => ({}) }
    await expect(late.call.wait(scope)).rejects.toThrow(RequestRefusedError)
    expect(tasks.get('bob', await ended(tasks, 'bob', 1)).outcome).toEqual({ result: { text: 'x' } })
    expect(tasks.hasRoom('carol')).toBe(false)
    await clock.advance(HOUR_MS)
    expect(() => tasks.get('ann', large)).toThrow('may have expired')
    expect(tasks.hasRoom('carol')).toBe(true)
  })
})

describe('a call that is a task', () => {
  const begin = async (
    execute: (args: JsonObject, context: ToolCallContext) => unknown,
    calls: { readonly maxTaskMs?: number } = {},
  ) => {
    const clock: ManualClock = createManualClock()
    const tool: LocalTool = { name: 'work', inputSchema: { type: 'object' }, execute }
    const { served } = await serveTools([tool], { gateway: { discovery: { embedder: false }, clock, calls } })
    const client = createClient()
    await connectStdio(client, served, { clock, settleMs: 0 })
    const ask = (method: string, params: JsonObject): Promise<JsonObject> =>
      client.request({ method, params }, ResultSchema) as Promise<JsonObject>
    const call = (more: JsonObject): Promise<JsonObject> =>
      ask('tools/call', { name: 'work', arguments: {}, ...more })
    const { task } = await call({ task: {} })
    const { taskId } = task as { readonly taskId: string }
    return { clock, call, result: () => ask('tasks/result', { taskId }), taskId, ask }
  }
  let begun = 0
  const untilStopped = (_args: JsonObject, { signal }: ToolCallContext): Promise<never> => {
    begun += 1
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

  it('may take longer than a call that is waited for, as long as a task may', async () => {
    const { clock, call, result } = await begin(untilStopped, { maxTaskMs: 150_000 })
    const plain = call({})
    await expect.poll(() => begun).toBe(2)
    await clock.advance(60_000)
    expect(JSON.stringify(await plain)).toContain('did not end within 60 seconds')
    await clock.advance(89_999)
    const last = result()
    await clock.advance(1)
    expect(await last).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('2.5 minutes') }],
      structuredContent: { error: 'CALL_TIMEOUT', outcome: 'unknown' },
    })
  })

  it('gives the beginning of a result of 100 MB, and an error once it has expired', async () => {
    const { clock, result, ask, taskId } = await begin(async () => 'word '.repeat(20_000_000))
    const { content } = (await result()) as { readonly content: readonly { readonly text: string }[] }
    const texts = content.map(({ text }) => text)
    expect(texts.join('').length).toBeLessThan(33_000)
    expect(texts.at(-1)).toContain('of 100000000 characters')
    await clock.advance(HOUR_MS)
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      await expect(ask(method, { taskId })).rejects.toMatchObject({ code: -32_602 })
  })
})
