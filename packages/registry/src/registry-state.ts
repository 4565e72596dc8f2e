import { RegistryStateError } from './errors.ts'

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

/** @throws RegistryStateError `REGISTRY_STATE` for a step that cannot be made from here. */
export function nextState(state: RegistryState, step: RegistryStep): RegistryState {
  const next = REGISTRY_LIFE[state][step]
  if (next === undefined) throw new RegistryStateError(state, step)
  return next
}
