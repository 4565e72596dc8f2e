import { unwatchFile, watchFile } from 'node:fs'
import { messageOf } from '@toolscout/model'
import type { Registry, RegistryEvent } from '@toolscout/registry'

/** How often it is looked whether somebody approved anything. */
const LOOK_MS = 500
/** Changes of one tool that are told in a line. */
const MAX_TOLD = 3

/** What following pins needs. */
export interface FollowPinsOptions {
  readonly registry: Pick<Registry, 'pins'>
  /** The folder whose entries change when somebody keeps a pin. */
  readonly folder: string
  readonly note: (line: string) => void
  readonly warn: (line: string) => void
}

/** Takes in what other processes approve, until it is told to stop. Rejects with `PINS_FILE_INVALID` when nothing can be read. */
export async function followPins({ registry, folder, note, warn }: FollowPinsOptions): Promise<() => void> {
  const waitingIn = (pins: Awaited<ReturnType<Registry['pins']>>): readonly string[] =>
    pins.flatMap(({ id, state }) => (state === 'changed' || state === 'held' ? id : []))
  let waiting = waitingIn(await registry.pins())
  let running = Promise.resolve()
  const look = async (): Promise<void> => {
    const pins = await registry.pins()
    const approved = new Set(pins.flatMap(({ id, state }) => (state === 'pinned' ? id : [])))
    for (const id of waiting) if (approved.has(id)) note(`${id} was approved.`)
    waiting = waitingIn(pins)
  }
  const onChange = (): void => {
    running = running.then(look).catch((error: unknown) => warn(messageOf(error)))
  }
  watchFile(folder, { interval: LOOK_MS, persistent: false }, onChange)
  return () => unwatchFile(folder, onChange)
}

/** What a person is told of a definition that is not the one that was trusted; `undefined` for other events. */
export function tellPinEvent(
  event: RegistryEvent,
): { readonly line: string; readonly isWarning: boolean } | undefined {
  if (event.type === 'toolHeld')
    return {
      line: `${event.tool} is new and blocked until "toolscout approve ${event.tool}".`,
      isWarning: true,
    }
  if (event.type === 'pinsNotKept') return { line: `Pins were not kept: ${event.reason}`, isWarning: true }
  if (event.type !== 'toolChanged') return undefined
  const { tool, changed, isHeld } = event
  const more = changed.length > MAX_TOLD ? ` and ${changed.length - MAX_TOLD} more` : ''
  const what = `${tool} changed (${changed.slice(0, MAX_TOLD).join(', ')}${more})`
  if (!isHeld) return { line: `${what}; "toolscout pins" shows it.`, isWarning: false }
  return { line: `${what} and is blocked until "toolscout approve ${tool}".`, isWarning: true }
}
