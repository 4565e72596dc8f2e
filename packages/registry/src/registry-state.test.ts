import { expect, it } from 'vitest'
import { nextState, REGISTRY_LIFE, type RegistryState, type RegistryStep } from './registry-state.ts'

const STATES = Object.keys(REGISTRY_LIFE) as RegistryState[]
const STEPS: readonly RegistryStep[] = ['start', 'started', 'stop', 'stopped']

it('the life of a registry is one table', () => {
  const table = STATES.map((state) =>
    [state, ...STEPS.map((step) => REGISTRY_LIFE[state][step] ?? '-')].join(' '),
  )
  expect(table).toMatchInlineSnapshot(`
    [
      "idle starting - stopping -",
      "starting - running stopping -",
      "running - - stopping -",
      "stopping - - - stopped",
      "stopped starting - - -",
    ]
  `)
})

it('a step that is not in it is an error that names both', () => {
  for (const state of STATES) {
    for (const step of STEPS) {
      if (REGISTRY_LIFE[state][step] !== undefined)
        expect(nextState(state, step)).toBe(REGISTRY_LIFE[state][step])
      else
        expect(() => nextState(state, step)).toThrowError(expect.objectContaining({ code: 'REGISTRY_STATE' }))
    }
  }
})
