import type { EventEmitter } from 'node:events'

/**
 * Waits until what is served has ended, and ends it when an error was caught by nothing, instead of leaving children and
 * half-written files behind: the state of the process is unknown from then on. Rejects with the first such error.
 */
export async function endOnCrash(
  { close, closed }: { readonly close: () => Promise<void>; readonly closed: Promise<void> },
  source: Pick<EventEmitter, 'on' | 'off'> = process,
): Promise<void> {
  const crashes: unknown[] = []
  const onCrash = (error: unknown): void => {
    // What cannot be closed either ends with the process.
    if (crashes.push(error) === 1) close().catch(() => {})
  }
  source.on('uncaughtException', onCrash)
  await closed
  source.off('uncaughtException', onCrash)
  if (crashes.length > 0) throw crashes[0]
}
