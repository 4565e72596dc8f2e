import { expect, it } from 'vitest'
import { GATEWAY_LIFE, type GatewayState, type GatewayStep, nextState } from './gateway-state.ts'

const STATES = Object.keys(GATEWAY_LIFE) as GatewayState[]
const STEPS: readonly GatewayStep[] = ['start', 'started', 'stop', 'stopped']

it('the life of a gateway is one table', () => {
  const table = STATES.map((state) =>
    [state, ...STEPS.map((step) => GATEWAY_LIFE[state][step] ?? '-')].join(' '),
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
      if (GATEWAY_LIFE[state][step] !== undefined)
        expect(nextState(state, step)).toBe(GATEWAY_LIFE[state][step])
      else
        expect(() => nextState(state, step)).toThrowError(expect.objectContaining({ code: 'GATEWAY_STATE' }))
    }
  }
})
