import { ToolscoutError } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'

/** Where a gateway is in its life. */
export type GatewayState = 'idle' | 'starting' | 'running' | 'stopping' | 'stopped'

/** What moves a gateway on. */
export type GatewayStep = 'start' | 'started' | 'stop' | 'stopped'

/** The whole life: from each state, where each step leads. What is not here cannot happen. */
export const GATEWAY_LIFE: Readonly<Record<GatewayState, { readonly [Step in GatewayStep]?: GatewayState }>> =
  Object.freeze({
    idle: { start: 'starting', stop: 'stopping' },
    starting: { started: 'running', stop: 'stopping' },
    running: { stop: 'stopping' },
    stopping: { stopped: 'stopped' },
    stopped: { start: 'starting' },
  })

/** `GATEWAY_STATE`: the gateway is in a state in which that cannot be done, such as being started twice. */
export class GatewayStateError extends ToolscoutError<{
  readonly state: GatewayState
  readonly step: GatewayStep
}> {
  constructor(state: GatewayState, step: GatewayStep) {
    super('GATEWAY_STATE', `A gateway that is ${state} cannot take the step ${quote(step)}.`, {
      details: { state, step },
    })
  }
}

/** @throws GatewayStateError `GATEWAY_STATE` for a step that cannot be made from here. */
export function nextState(state: GatewayState, step: GatewayStep): GatewayState {
  const next = GATEWAY_LIFE[state][step]
  if (next === undefined) throw new GatewayStateError(state, step)
  return next
}
