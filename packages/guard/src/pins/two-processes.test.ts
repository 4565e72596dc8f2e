import { parseTool, type Tool } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { createPins, type Pins } from './create-pins.ts'

const server = '["npx","shop"]'
const [FIRST, SECOND, THIRD] = ['one', 'two', 'three'].map(
  (description) =>
    parseTool({ name: 'buy', description, inputSchema: { type: 'object' } }, { namespace: 'shop' }).tool,
) as [Tool, Tool, Tool]

function save(pins: Pins): ReturnType<Pins['unsaved']> {
  const unsaved = pins.unsaved()
  pins.saved(unsaved)
  return unsaved
}

/** Two memories that know the same tool. */
function openTwo(): readonly [here: Pins, there: Pins] {
  const [here, there] = [createPins({ mode: 'block' }), createPins({ mode: 'block' })]
  here.see(FIRST, { server })
  there.load(save(here))
  return [here, there]
}

describe('pins that two processes keep', () => {
  it('do not lose an approval to a change that is seen elsewhere and not saved yet', () => {
    const [here, there] = openTwo()
    there.see(SECOND, { server, previous: FIRST })
    there.approve(FIRST.id)
    here.see(THIRD, { server, previous: FIRST })
    expect(here.load(save(there))).toEqual([FIRST.id])
    expect(here.get(FIRST.id)).toMatchObject({ state: 'changed', isQuarantined: true })
    const next = createPins({ mode: 'block' })
    next.load(save(here))
    expect(next.see(SECOND, { server })).toMatchObject({ state: 'pinned', isQuarantined: false })
  })

  it('keep an approval that is not saved yet', () => {
    const [here, there] = openTwo()
    for (const pins of [here, there]) pins.see(SECOND, { server, previous: FIRST })
    here.approve(FIRST.id)
    here.load(save(there))
    expect(here.get(FIRST.id)?.state).toBe('pinned')
    there.load(save(here))
    expect(there.get(FIRST.id)).toMatchObject({ state: 'pinned', diff: [] })
  })

  it('take over what was decided elsewhere once their own decision is saved, whatever the mode', () => {
    const [here, there] = [createPins(), createPins()]
    here.see(FIRST, { server })
    there.load(save(here))
    there.see(SECOND, { server, previous: FIRST })
    there.approve(FIRST.id)
    expect(here.load(save(there))).toEqual([FIRST.id])
    expect(here.get(FIRST.id)?.state).toBe('changed')
  })

  it('trust of two first sights the one that was saved first', () => {
    const [here, there] = [createPins({ mode: 'block' }), createPins({ mode: 'block' })]
    here.see(FIRST, { server })
    there.see(SECOND, { server })
    there.load(save(here))
    expect(there.get(FIRST.id)).toMatchObject({ state: 'changed', isQuarantined: true })
  })
})

describe('what changed', () => {
  it('is told line by line from what is trusted, in the next process too, until it is approved', () => {
    const [, pins] = openTwo()
    expect(pins.see(SECOND, { server, previous: FIRST })?.diff).toEqual([
      '- description: one',
      '+ description: two',
    ])
    const next = createPins({ mode: 'block' })
    next.load(JSON.parse(JSON.stringify(save(pins))))
    expect(next.see(THIRD, { server })).toMatchObject({
      changed: ['description'],
      diff: ['- description: one', '+ description: three'],
    })
    expect(next.approve(FIRST.id)).toMatchObject({ changed: [], diff: [] })
    expect(JSON.stringify(save(next))).not.toContain('three')
  })

  it('is not told against a definition that nobody trusted', () => {
    const [, pins] = openTwo()
    expect(pins.see(THIRD, { server, previous: SECOND })).toMatchObject({
      changed: ['its definition'],
      diff: [],
    })
    const more = pins.see(SECOND, { server, previous: FIRST })
    expect(more).toMatchObject({
      changed: ['description'],
      diff: expect.arrayContaining(['- description: one']),
    })
  })
})
