import { describe, expect, it } from 'vitest'
import { textOf, tool } from './fixtures/tools.ts'
import { createToolbox, type Toolbox } from './index.ts'

const names = (box: Toolbox): readonly string[] => box.list().map(({ name }) => name)
const boxOf = (...given: readonly string[]): Toolbox => {
  const box = createToolbox()
  box.register(given.map((name) => tool(name)))
  return box
}

describe('Shelly 2.10 ToolBox', () => {
  it('a new box is empty with length 0; register then get works; an unknown name is not found (SHL-001)', () => {
    const box = createToolbox()
    expect([box.size(), box.list()]).toEqual([0, []])
    box.register([tool('a', { description: 'first' })])
    expect(box.get('a')?.tool.description).toBe('first')
    expect([box.get('b'), box.get('A')]).toEqual([undefined, undefined])
  })

  it('three have length 3; re-registering replaces, keeps length and position (SHL-002)', () => {
    const box = boxOf('a', 'b', 'c')
    box.register([tool('b', { description: 'new' }), tool('d')])
    expect([box.size(), names(box)]).toEqual([4, ['a', 'b', 'c', 'd']])
    expect(box.get('b')?.tool.description).toBe('new')
  })

  it('lists in insertion order, as a copy (SHL-003)', () => {
    const box = boxOf('z', 'a', 'm')
    box.list().pop()
    expect(names(box)).toEqual(['z', 'a', 'm'])
  })

  it('merge adds missing and overwrites same-name tools in our place, in the order of the other (SHL-004)', async () => {
    const box = boxOf('a', 'b')
    const other = createToolbox()
    other.register([tool('d'), tool('b', { execute: () => 'theirs' }), tool('c')])
    expect(box.merge(other)).toEqual({ added: ['d', 'c'], shared: ['b'] })
    expect(names(box)).toEqual(['a', 'b', 'd', 'c'])
    expect(textOf(await box.call('b'))).toBe('theirs')
    expect(names(other)).toEqual(['d', 'b', 'c'])
  })

  it('filter keeps only asked names, in the asked order, skips unknown ones, leaves the original (SHL-005)', () => {
    const box = boxOf('a', 'b', 'c')
    expect(names(box.filter(['c', 'x', 'a', 'c']))).toEqual(['c', 'a'])
    expect(names(box)).toEqual(['a', 'b', 'c'])
  })

  it('no filter is the same object, an empty one a new empty box (SHL-006)', () => {
    const box = boxOf('a')
    expect(box.filter(undefined)).toBe(box)
    expect(box.filter([]).size()).toBe(0)
    expect(box.filter([])).not.toBe(box)
    expect(() => box.filter('a' as never)).toThrow('a list of texts is needed')
  })

  it('call: success gives content and id, unknown a text, a handler error its text (SHL-007)', async () => {
    const box = boxOf('echo')
    const execute = (): never => {
      throw new RangeError('the disk is full')
    }
    box.register([tool('fails', { execute })])
    const results = await box.callAll([
      { id: '1', name: 'echo' },
      { id: '2', name: 'missing' },
      { id: '3', name: 'fails' },
    ])
    expect(results.map(({ id, result }) => [id, result.isError === true, textOf(result)])).toEqual([
      ['1', false, 'echo'],
      ['2', true, 'tool not found: missing'],
      ['3', true, 'the disk is full'],
    ])
    expect(results[2]?.result.structuredContent).toEqual({
      error: 'TOOL_FAILED',
      tool: 'fails',
      outcome: 'ran',
    })
  })
})

describe('Shelly 2.10 Agent', () => {
  it('dedupe across boxes: the first wins where asked, and shared names are told (SHL-008)', async () => {
    const box = boxOf('a')
    const other = createToolbox()
    other.register([tool('a', { execute: () => 'second' }), tool('b')])
    expect(box.merge(other, { replace: false })).toEqual({ added: ['b'], shared: ['a'] })
    expect(textOf(await box.call('a'))).toBe('a')
  })

  it('dedupe: no duplicates are unchanged, empty is empty', () => {
    const box = boxOf('a')
    expect(box.merge(boxOf('b'), { replace: false })).toEqual({ added: ['b'], shared: [] })
    expect(names(box)).toEqual(['a', 'b'])
    expect(boxOf().merge(boxOf(), { replace: false })).toEqual({ added: [], shared: [] })
  })

  it('tool_scope removes named tools; an empty exclude changes nothing (SHL-018)', async () => {
    const box = boxOf('a', 'b', 'c')
    const without = (...excluded: readonly string[]): Toolbox =>
      box.filter(names(box).filter((name) => !excluded.includes(name)))
    expect(names(without('b', 'x'))).toEqual(['a', 'c'])
    expect(textOf(await without('b').call('b'))).toMatch(/^tool not found: b/)
    expect(names(without())).toEqual(['a', 'b', 'c'])
  })

  it('adding the same box twice changes nothing more (SHL-012)', () => {
    const box = boxOf('a')
    const other = boxOf('b', 'c')
    box.merge(other)
    box.merge(other)
    box.merge(box)
    expect(names(box)).toEqual(['a', 'b', 'c'])
  })
})

describe('Symb 3.2', () => {
  it('what is registered again replaces; without anything behind, an unknown name is a result', async () => {
    const box = boxOf('a')
    box.register([tool('a', { execute: () => 'second' })])
    expect(textOf(await box.call('a'))).toBe('second')
    expect(await box.call('missing')).toMatchObject({
      isError: true,
      content: [{ text: 'tool not found: missing' }],
    })
  })

  it('arguments that are no JSON are a result that says so', async () => {
    const result = await boxOf('a').call('a', '{"half": ')
    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'INVALID_ARGUMENTS' } })
    expect(textOf(result)).toMatch(/JSON/)
  })
})

describe('Symb 3.9', () => {
  it('tool order is deterministic: the same each time, in the order of registration (SYM-009)', () => {
    const given = ['z', 'a', 'm', 'b']
    for (let time = 0; time < 20; time += 1) expect(names(boxOf(...given))).toEqual(given)
  })

  it('a local tool shadows one of the same name from elsewhere, and only one is listed (SYM-001)', async () => {
    const local = boxOf('search')
    const upstream = createToolbox()
    upstream.register([tool('search', { execute: () => 'upstream' }), tool('fetch')])
    local.merge(upstream, { replace: false })
    expect(names(local)).toEqual(['search', 'fetch'])
    expect(textOf(await local.call('search'))).toBe('search')
  })
})

describe('changed on purpose', () => {
  it('what a filter hides cannot be called either (2.11 line 5)', async () => {
    const filtered = boxOf('a', 'b').filter(['a'])
    expect(textOf(await filtered.call('b'))).toMatch(/^tool not found: b/)
  })

  it('tools of two servers with one name are two tools (2.11 line 2)', () => {
    const box = createToolbox()
    box.register([
      tool('search', { namespace: 'web' }),
      tool('search', { namespace: 'mail' }),
      tool('search'),
    ])
    expect(names(box)).toEqual(['web__search', 'mail__search', 'search'])
  })

  it('what cannot be read is refused, and then nothing is registered (2.3)', () => {
    const box = boxOf('a')
    for (const wrong of [tool(''), { ...tool('x'), inputSchema: 3 }, { ...tool('x'), execute: 3 }]) {
      expect(() => box.register([tool('b'), wrong as never])).toThrow(
        expect.objectContaining({ code: 'INVALID_TOOL' }),
      )
    }
    expect(names(box)).toEqual(['a'])
  })

  it('of several with one name in one list the last counts, in the place of the first', async () => {
    const box = createToolbox()
    box.register([tool('a', { execute: () => 1 }), tool('b'), tool('a', { execute: () => 2 })])
    expect(names(box)).toEqual(['a', 'b'])
    expect(textOf(await box.call('a'))).toBe('2')
  })
})

describe('options', () => {
  it.each([
    [{ timeoutMs: 0 }],
    [{ maxResultLength: 999 }],
    [{ maxResultBytes: 0 }],
    [{ limits: { maxRunning: 0 } }],
    [{ heldResults: { maxHeld: -1 } }],
    [{ idempotency: { keepMs: -1 } }],
  ])('%j is refused', (options) => {
    expect(() => createToolbox(options)).toThrow(RangeError)
  })

  it('are known by name', async () => {
    expect(() => createToolbox({ timeoutMS: 1 } as never)).toThrow(/did you mean timeoutMs/)
    const box = boxOf('a')
    await expect(box.call('a', {}, { signals: 1 } as never)).rejects.toThrow(/did you mean signal/)
    await expect(box.call('a', {}, { timeoutMs: 0 })).rejects.toThrow(RangeError)
    await expect(box.call(3 as never)).rejects.toThrow(TypeError)
    expect(() => box.merge({} as never)).toThrow(TypeError)
  })
})
