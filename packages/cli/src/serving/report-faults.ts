import type { EventEmitter } from 'node:events'

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/**
 * Keeps the process alive when something throws that nothing catches: it belongs to one message, and ending would take
 * every session and every other server with it. Each is reported in one line, a flood of them with every tenfold number,
 * and without its message, which may repeat what a server sent. Returns what ends that.
 */
export function reportFaults(
  report: (line: string) => void,
  source: Pick<EventEmitter, 'on' | 'off'> = process,
): () => void {
  let faults = 0
  const onFault = (error: unknown): void => {
    faults += 1
    if (!Number.isInteger(Math.log10(faults))) return
    report(`An error in Toolscout was not caught; serving goes on (${describe(error)}); ${faults} so far.`)
  }
  for (const event of EVENTS) source.on(event, onFault)
  return () => {
    for (const event of EVENTS) source.off(event, onFault)
  }
}

/** The name of an error and where it was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const place = /^ +(at .{1,300})$/m.exec(error.stack ?? '')?.[1]
  return place === undefined ? error.name : `${error.name} ${place}`
}
