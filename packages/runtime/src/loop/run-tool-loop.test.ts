import { settled } from '@toolscout/testkit/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import { calling, scriptedModel } from '../fixtures/scripted-model.ts'
import { hang, loadCalls, textOf, tool } from '../fixtures/tools.ts'
import { createToolbox, runToolLoop, type Toolbox } from '../index.ts'
import type { ToolLoopEvent } from '../loop/run-tool-loop.ts'

beforeAll(loadCalls)

const boxOf = (...names: readonly string[]): Toolbox => {
  const box = createToolbox()
  box.register(names.map((name) => tool(name)))
  return box
}

it('goes on until nothing is called, and tells what happened', async () => {
  const { model, turns } = scriptedModel(
    {
      text: 'Let me look.',
      calls: [
        { id: '1', name: 'a' },
        { id: '2', name: 'b' },
      ],
    },
    { text: 'Done.' },
  )
  const events: ToolLoopEvent[] = []
  const onEvent = (event: ToolLoopEvent): unknown => events.push(event)
  const result = await runToolLoop({ model, tools: boxOf('a', 'b'), messages: 'Go.', onEvent })
  expect(result).toMatchObject({ text: 'Done.', rounds: 1, ended: 'answered' })
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tools', 'assistant'])
  expect(turns[1]?.messages[2]).toMatchObject({
    results: [
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
    ],
  })
  expect(events.map(({ type }) => type)).toEqual(['replied', 'called', 'replied'])
})

describe('Symb 3.4 and 3.9', () => {
  it('the rounds limit ends with a text answer, asked for without tools, not an exception (SYM-010)', async () => {
    const { model, turns } = scriptedModel(({ tools, messages }) =>
      tools.length > 0 ? calling('a', { n: messages.length }) : { text: 'As far as I got.' },
    )
    const result = await runToolLoop({ model, tools: boxOf('a'), messages: 'Go.', maxRounds: 2 })
    expect(result).toMatchObject({ text: 'As far as I got.', rounds: 2, ended: 'limit' })
    expect(turns.map(({ tools }) => tools.length)).toEqual([1, 1, 0])
    expect(turns[2]?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/^All 2 rounds of tool calls are used up\. Answer now in text/),
    })
  })

  it('the default limit is 20, and 0 asks for a text at once', async () => {
    const { model, turns } = scriptedModel(({ messages }) => calling('a', { n: messages.length }))
    expect(await runToolLoop({ model, tools: boxOf('a'), messages: 'Go.' })).toMatchObject({
      text: '',
      rounds: 20,
      ended: 'limit',
    })
    // A model that still calls in place of answering is asked once more, and no more.
    expect(turns).toHaveLength(22)
    const silent = scriptedModel({ text: 'Hello.' })
    await runToolLoop({ model: silent.model, tools: boxOf('a'), messages: 'Go.', maxRounds: 0 })
    expect(silent.turns.map(({ tools }) => tools)).toEqual([[]])
  })

  it('an empty reply is asked for once more, then it is an error', async () => {
    const once = scriptedModel({}, { text: 'Sorry.' })
    expect(await runToolLoop({ model: once.model, tools: boxOf(), messages: 'Go.' })).toMatchObject({
      text: 'Sorry.',
    })
    const never = scriptedModel({ text: ' \n' })
    await expect(runToolLoop({ model: never.model, tools: boxOf(), messages: 'Go.' })).rejects.toMatchObject({
      code: 'MODEL_SILENT',
      details: { model: 'scripted', round: 1 },
    })
    expect(never.turns).toHaveLength(2)
  })

  it('three same calls in a row get a warning after their results', async () => {
    const same = [{ a: 1, b: 2 }, '{"b": 2, "a": 1}', { b: 2, a: 1 }]
    const { model, turns } = scriptedModel(
      ...same.map((args) => calling('look', args)),
      calling('look', { a: 2 }),
      { text: 'Done.' },
    )
    const { messages } = await runToolLoop({ model, tools: boxOf('look'), messages: 'Go.' })
    const reminders = messages.flatMap((message) => (message.role === 'tools' ? [message.reminder] : []))
    expect(reminders).toEqual([
      undefined,
      undefined,
      '"look" was called 3 times in a row with the same arguments. Calling it again will not help: try something else, or answer with what you have.',
      undefined,
    ])
    expect(turns[3]?.messages.at(-1)).toMatchObject({ reminder: expect.any(String) })
  })

  it('tool order is deterministic, and what is added comes at the end', async () => {
    const box = boxOf('z', 'a', 'm')
    box.register([tool('grow', { execute: () => box.register([tool('b'), tool('z')]) })])
    const { model, turns } = scriptedModel(calling('grow'), { text: 'Done.' })
    await runToolLoop({ model, tools: box, messages: 'Go.' })
    const shown = turns.map(({ tools }) => tools.map(({ name }) => name))
    expect(shown).toEqual([
      ['z', 'a', 'm', 'grow'],
      ['z', 'a', 'm', 'grow', 'b'],
    ])
    // Each turn begins with the one before it, as the caches of providers want it.
    expect(turns[1]?.messages.slice(0, 1)).toEqual(turns[0]?.messages)
  })
})

describe('Shelly 2.10 Agent', () => {
  it('at the iteration limit the wrap-up is asked for once (SHL-013)', async () => {
    const { model } = scriptedModel(({ messages }) => calling('a', { n: messages.length }))
    const { messages } = await runToolLoop({ model, tools: boxOf('a'), messages: 'Go.', maxRounds: 2 })
    const said = messages.filter((message) => message.role === 'user' && /used up/.test(message.text))
    expect(said).toHaveLength(1)
  })

  it('an unknown tool gives an error result and the loop goes on (SHL-009)', async () => {
    const { model } = scriptedModel(calling('missing'), { text: 'Then not.' })
    const { messages, text } = await runToolLoop({ model, tools: boxOf('a'), messages: 'Go.' })
    expect(text).toBe('Then not.')
    const [results] = messages.flatMap((message) => (message.role === 'tools' ? [message.results] : []))
    expect(results?.map(({ result }) => textOf(result))).toEqual(['tool not found: missing'])
  })

  it('context cancellation stops: the calls, the model, the loop (SHL-015)', async () => {
    const box = boxOf()
    box.register([tool('hangs', { execute: hang })])
    for (const script of [calling('hangs'), () => new Promise(() => {}) as never]) {
      const caller = new AbortController()
      const { model } = scriptedModel(script)
      const running = runToolLoop({ model, tools: box, messages: 'Go.', signal: caller.signal })
      await settled()
      caller.abort(new RangeError('enough'))
      await expect(running).rejects.toThrow('enough')
      await expect(
        runToolLoop({ model, tools: box, messages: 'Go.', signal: caller.signal }),
      ).rejects.toThrow('enough')
    }
  })

  it('a provider error propagates (SHL-017)', async () => {
    const { model } = scriptedModel(() => {
      throw new RangeError('no credit')
    })
    await expect(runToolLoop({ model, tools: boxOf(), messages: 'Go.' })).rejects.toThrow('no credit')
  })

  it('a child sees only its own tools (SHL-019)', async () => {
    const { model, turns } = scriptedModel(calling('b'), { text: 'Done.' })
    const { messages } = await runToolLoop({ model, tools: boxOf('a', 'b').filter(['a']), messages: 'Go.' })
    expect(turns[0]?.tools.map(({ name }) => name)).toEqual(['a'])
    expect(messages[2]).toMatchObject({ results: [{ result: { isError: true } }] })
  })
})

it('takes a reply that is none for an empty one', async () => {
  for (const odd of [null, 'text', { text: 3, calls: 'x' }]) {
    const { model } = scriptedModel(odd as never)
    const running = runToolLoop({ model, tools: boxOf(), messages: 'Go.' })
    await expect(running).rejects.toMatchObject({ code: 'MODEL_SILENT' })
  }
  const { model } = scriptedModel({ calls: [null] as never }, { text: 'Done.' })
  expect(await runToolLoop({ model, tools: boxOf(), messages: 'Go.' })).toMatchObject({ text: 'Done.' })
  await expect(runToolLoop({ model, tools: boxOf(), messages: 3 as never })).rejects.toThrow(TypeError)
  const bare = { model: model.reply as never, tools: boxOf(), messages: 'Go.' }
  await expect(runToolLoop(bare)).rejects.toThrow('lacks the function reply')
})

it.each([[{ maxRounds: -1 }], [{ maxRounds: 1.5 }], [{ maxRepeats: 1 }]])('refuses %j', async (wrong) => {
  const { model } = scriptedModel({ text: 'Hi.' })
  await expect(runToolLoop({ model, tools: boxOf(), messages: 'Go.', ...wrong })).rejects.toThrow(RangeError)
})
