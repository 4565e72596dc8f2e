import { quote, ToolscoutError } from '@toolscout/model'

/** Where a registry is in its life. */
export type RegistryState = 'idle' | 'starting' | 'running' | 'stopping' | 'stopped'

/** What moves a registry on. */
export type RegistryStep = 'start' | 'started' | 'stop' | 'stopped'

/** The whole life: from each state, where each step leads. What is not here cannot happen. */
export const REGISTRY_LIFE: Readonly<
  Record<RegistryState, { readonly [Step in RegistryStep]?: RegistryState }>
> = Object.freeze({
  idle: { start: 'starting', stop: 'stopping' },
  starting: { started: 'running', stop: 'stopping' },
  running: { stop: 'stopping' },
  stopping: { stopped: 'stopped' },
  stopped: { start: 'starting' },
})

/** `REGISTRY_STATE`: the registry is in a state in which that cannot be done, such as being started twice. */
export class RegistryStateError extends ToolscoutError<{
  readonly state: RegistryState
  readonly step: RegistryStep
}> {
  constructor(state: RegistryState, step: RegistryStep) {
    super('REGISTRY_STATE', `A registry that is ${state} cannot take the step ${quote(step)}.`, {
      details: { state, step },
    })
  }
}

/** @throws RegistryStateError `REGISTRY_STATE` for a step that cannot be made from here. */
export function nextState(state: RegistryState, step: RegistryStep): RegistryState {
  const next = REGISTRY_LIFE[state][step]
  if (next === undefined) throw new RegistryStateError(state, step)
  return next
}
