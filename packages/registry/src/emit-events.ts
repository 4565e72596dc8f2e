import type { RegistryEvent } from './registry-event.ts'

/** Calls a listener; one that throws is told by a process warning and harms nobody. */
export function guarded(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error), {
      type: 'ToolscoutWarning',
      code: 'TOOLSCOUT_LISTENER_FAILED',
    })
  }
}

/** What tells the listener of events, if there is one. */
export function createEmitter(
  onEvent: ((event: RegistryEvent) => void) | undefined,
): (event: RegistryEvent) => void {
  return onEvent === undefined ? () => {} : (event) => guarded(() => onEvent(event))
}
