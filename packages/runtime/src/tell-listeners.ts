import type { ToolProgress } from '@toolscout/model'

/** Tells of progress. A listener that throws is told of, and harms neither the handler nor the call. */
export function tellProgress(
  listener: ((progress: ToolProgress) => void) | undefined,
  progress: ToolProgress,
): void {
  try {
    listener?.(progress)
  } catch (error) {
    warnOfListener(error)
  }
}

/** Tells of a listener that threw. */
export function warnOfListener(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), {
    type: 'ToolscoutWarning',
    code: 'TOOLSCOUT_LISTENER_FAILED',
  })
}
