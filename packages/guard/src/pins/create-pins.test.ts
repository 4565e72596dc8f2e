import { parseTool, type Tool } from '@toolscout/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPins, type Pins, type PinsOptions } from './create-pins.ts'

const server = '["npx","shop"]'

function tool(description: string, name = 'buy'): Tool {
  return parseTool({ name, description, inputSchema: { type: 'object' } }, { namespace: 'shop' }).tool
}

function pinsAt(options: PinsOptions = {}): { readonly pins: Pins; readonly clock: { now: number } } {
  const clock = { now: 1_000 }
  return { pins: createPins({ ...options, now: () => clock.now }), clock }
}

/** What is to be saved, as if it was. */
function save(pins: Pins): ReturnType<Pins['unsaved']> {
  const unsaved = pins.unsaved()
  pins.saved(unsaved)
  return unsaved
}

const [FIRST, SECOND, THIRD] = [tool('one'), tool('two'), tool('three')]

describe('pins that record', () => {
  it('tell a change once, and trust it', () => {
    const { pins } = pinsAt()
    expect(pins.see(FIRST, { server })).toMatchObject({ state: 'new', changed: [], isQuarantined: false })
    expect(pins.see(FIRST, { server })).toBeUndefined()
    const changed = pins.see(SECOND, { server, previous: FIRST })
    expect(changed).toMatchObject({ state: 'new', changed: ['description'], isQuarantined: false })
    expect(pins.see(SECOND, { server })).toBeUndefined()
  })
})

describe('pins that warn', () => {
  it('say so until the change is approved or taken back', () => {
    const { pins, clock } = pinsAt({ mode: 'warn' })
    pins.see(FIRST, { server })
    clock.now = 2_000
    expect(pins.see(SECOND, { server, previous: FIRST })).toMatchObject({ state: 'changed', since: 2_000 })
    expect(pins.quarantines(FIRST.id)).toBe(false)
    expect(pins.see(FIRST, { server })).toMatchObject({ state: 'new', changed: [] })
    pins.see(THIRD, { server })
    expect(pins.approve(FIRST.id)).toMatchObject({ state: 'pinned', changed: [] })
    expect(pins.see(SECOND, { server })).toMatchObject({ state: 'changed' })
    expect(pins.see(THIRD, { server })).toMatchObject({ state: 'pinned' })
  })
})

describe('the pins of one server', () => {
  it('leave room for those of others, and are told of without lines where those would be too many', () => {
    const { pins } = pinsAt({ mode: 'block', maxServerPins: 2 })
    for (const name of ['a', 'b', 'c']) pins.see(tool('one', name), { server })
    const { tool: other } = parseTool({ name: 'd', inputSchema: { type: 'object' } }, { namespace: 'bank' })
    pins.see(other, { server })
    expect(pins.list().map(({ id }) => id)).toEqual(['bank:d', 'shop:a', 'shop:b'])
    expect(pins.quarantines('shop:c')).toBe(true)

    const many = createPins({ mode: 'block' })
    const long = 'x'.repeat(30_000)
    for (let i = 0; i < 100; i += 1) {
      const before = tool(long, `t${i}`)
      many.see(before, { server })
      many.see(tool('short', `t${i}`), { server, previous: before })
    }
    const told = many.list().filter(({ diff }) => diff.length > 0)
    expect(told.length).toBeGreaterThan(50)
    expect(told.length).toBeLessThan(100)
    expect(
      many.list().every(({ changed, isQuarantined }) => isQuarantined && changed[0] === 'description'),
    ).toBe(true)
    expect(JSON.stringify(many.unsaved()).length).toBeLessThan(2_200_000)
  })
})

describe('a pin that cannot be read', () => {
  it.each([
    ['block', true],
    ['warn', false],
  ] as const)('is no new tool, with %s', (mode, isQuarantined) => {
    const { pins } = pinsAt({ mode })
    pins.load([{ id: FIRST.id, value: { trusted: 7 } }])
    const changed = ['what was trusted cannot be read']
    expect(pins.get(FIRST.id)).toMatchObject({ state: 'changed', isQuarantined, changed })
    expect(pins.see(FIRST, { server })).toMatchObject({ state: 'changed', isQuarantined })
    expect(pins.approve(FIRST.id)).toMatchObject({ state: 'pinned', isQuarantined: false })
    pins.load([{ id: FIRST.id, value: 'nothing' }])
    expect(pins.get(FIRST.id)).toMatchObject({ state: 'pinned' })
  })
})

describe('pins that block', () => {
  it('hold a tool that changed, also when its server is another, until that is approved', () => {
    const { pins } = pinsAt({ mode: 'block' })
    expect(pins.quarantines(FIRST.id)).toBe(true)
    pins.see(FIRST, { server })
    expect(pins.quarantines(FIRST.id)).toBe(false)
    const moved = pins.see(FIRST, { server: '["npx","evil"]', previous: FIRST })
    expect(moved).toMatchObject({
      state: 'changed',
      isQuarantined: true,
      changed: ['how its server is reached'],
    })
    pins.see(FIRST, { server })
    expect(pins.quarantines(FIRST.id)).toBe(false)
    pins.see(SECOND, { server, previous: FIRST })
    expect(pins.quarantines(FIRST.id)).toBe(true)
    // The words are those of the whole way from what is trusted.
    expect(pins.see(tool('two', 'buy'), { server })).toBeUndefined()
    expect(pins.see(THIRD, { server, previous: SECOND })).toMatchObject({ changed: ['description'] })
    pins.approve(FIRST.id)
    expect(pins.quarantines(FIRST.id)).toBe(false)
    expect(pins.see(SECOND, { server, previous: THIRD })).toMatchObject({ isQuarantined: true })
  })

  it('remember no more tools than they may, and hold the others', () => {
    const { pins } = pinsAt({ mode: 'block', maxServerPins: 1 })
    pins.see(FIRST, { server })
    expect(pins.see(tool('two', 'sell'), { server })).toBeUndefined()
    expect(pins.quarantines('shop:sell')).toBe(true)
    expect(pins.list()).toHaveLength(1)
  })
})

describe('new tools', () => {
  it('are held where nothing is trusted unseen', () => {
    const { pins } = pinsAt({ newTools: 'hold' })
    expect(pins.see(FIRST, { server })).toMatchObject({ state: 'quarantined', isQuarantined: true })
    expect(pins.see(SECOND, { server, previous: FIRST })).toMatchObject({ state: 'quarantined' })
    expect(pins.approve(FIRST.id)).toMatchObject({ state: 'pinned', isQuarantined: false })
    expect(pins.approve('shop:nothing')).toBeUndefined()
  })

  it('that look poisoned are held whatever the mode, and so is a change that does', () => {
    const { pins } = pinsAt()
    expect(pins.see(FIRST, { server, isSuspect: true })).toMatchObject({ state: 'quarantined' })
    pins.approve(FIRST.id)
    expect(pins.see(FIRST, { server, isSuspect: true })).toBeUndefined()
    expect(pins.see(SECOND, { server, isSuspect: true })).toMatchObject({
      state: 'changed',
      isQuarantined: true,
    })
    expect(pins.see(THIRD, { server })).toMatchObject({ state: 'new', isQuarantined: false })
  })
})

it('a definition that becomes suspect without changing is looked at again, and held', () => {
  const { pins } = pinsAt({ mode: 'warn' })
  pins.see(FIRST, { server })
  expect(pins.see(SECOND, { server, previous: FIRST })).toMatchObject({
    state: 'changed',
    isQuarantined: false,
  })
  expect(pins.see(SECOND, { server, isSuspect: true })).toMatchObject({
    state: 'changed',
    isQuarantined: true,
  })
  expect(pins.see(SECOND, { server, isSuspect: false })).toMatchObject({ isQuarantined: false })
})

describe('what was saved', () => {
  it('is the same memory in another process, whatever happened before', () => {
    const step = fc.oneof(
      fc.record({ see: fc.constantFrom(FIRST, SECOND, THIRD), isSuspect: fc.boolean() }),
      fc.constant('approve' as const),
    )
    const options = fc.record({
      mode: fc.constantFrom('record', 'warn', 'block'),
      newTools: fc.constantFrom('trust', 'hold'),
    })
    fc.assert(
      fc.property(options, fc.array(step, { maxLength: 12 }), (given, steps) => {
        const [whole, parts] = [
          pinsAt(given as PinsOptions).pins,
          { pins: pinsAt(given as PinsOptions).pins },
        ]
        const saved = new Map<string, ReturnType<Pins['unsaved']>[number]>()
        for (const one of steps) {
          for (const pins of [whole, parts.pins]) {
            if (one === 'approve') pins.approve(FIRST.id)
            else pins.see(one.see, { server, isSuspect: one.isSuspect })
          }
          for (const pin of save(parts.pins)) saved.set(pin.id, JSON.parse(JSON.stringify(pin)))
          parts.pins = pinsAt(given as PinsOptions).pins
          parts.pins.load([...saved.values()])
          expect(parts.pins.list()).toEqual(whole.list())
          expect(parts.pins.quarantines(FIRST.id)).toBe(whole.quarantines(FIRST.id))
        }
      }),
      { numRuns: 500, seed: 13 },
    )
  })

  it('is given until it is saved, and what nobody wrote is trusted by nobody', () => {
    const { pins } = pinsAt()
    pins.see(FIRST, { server })
    const given = pins.unsaved()
    expect(pins.unsaved()).toEqual(given)
    pins.see(SECOND, { server, previous: FIRST })
    pins.saved(given)
    expect(save(pins)).toHaveLength(1)
    expect(save(pins)).toEqual([])
    const values = [null, 1, 'a', [], {}, { trusted: 1 }, { trusted: 'a', server: 's', since: 'x' }]
    pins.load(values.map((value, i) => ({ id: `shop:t${i}`, value })))
    expect(pins.list().filter(({ state }) => state !== 'changed')).toHaveLength(1)
  })

  it('keeps an approval of another process, and what was seen here', () => {
    const [{ pins: here }, { pins: there }] = [pinsAt({ mode: 'block' }), pinsAt({ mode: 'block' })]
    here.see(FIRST, { server })
    there.load(save(here))
    here.see(SECOND, { server, previous: FIRST })
    there.see(SECOND, { server, previous: FIRST })
    save(here)
    there.approve(FIRST.id)
    here.load(save(there))
    expect(here.get(FIRST.id)).toMatchObject({ state: 'pinned', isQuarantined: false })
  })
})

it('options that mean nothing are refused', () => {
  expect(() => createPins({ mode: 'strict' as 'warn' })).toThrow(TypeError)
  expect(() => createPins({ newTools: 'x' as 'hold' })).toThrow(TypeError)
  expect(() => createPins({ maxServerPins: 0 })).toThrow(RangeError)
  expect(() => createPins({ sizes: 1 } as PinsOptions)).toThrow(TypeError)
})
