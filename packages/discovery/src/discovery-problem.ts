import { ToolscoutError } from '@toolscout/model'
import { messageOf, quote, warn, warnOfListener } from '@toolscout/model/internal'
import { SourceFailedError } from './errors.ts'

/** Something that went wrong where no caller waits for it. */
export interface DiscoveryProblem {
  /**
   * - `listener`: a listener threw.
   * - `source`: a source could not be listed again after it changed.
   * - `sourceClosed`: a source ended by itself. Its tools stay, and calls of them fail, until it is connected again or
   *   removed.
   * - `store`: changes could not be kept. They are tried again for as long as the catalog is open.
   */
  readonly kind: 'listener' | 'source' | 'sourceClosed' | 'store'
  readonly error: unknown
  /** The source that it is about. */
  readonly source?: string
}

/** The code of the process warning of each kind of problem. */
const WARNINGS = Object.freeze({
  listener: 'TOOLSCOUT_LISTENER_FAILED',
  source: 'TOOLSCOUT_SOURCE_FAILED',
  sourceClosed: 'TOOLSCOUT_SOURCE_CLOSED',
  store: 'TOOLSCOUT_STORE_FAILED',
})

/** Reports a problem by a process warning. */
export function warnOfProblem({ kind, error, source = '' }: DiscoveryProblem): void {
  const why = messageOf(error)
  const message =
    kind === 'source'
      ? `The tools of ${quote(source)} could not be listed again: ${why}`
      : kind === 'store'
        ? `The store failed: ${why}`
        : kind === 'listener' && error instanceof Error
          ? error
          : why
  warn(message, WARNINGS[kind])
}

/** Reports a problem of a source; a handler that throws is a process warning. */
export function reportSource(
  onError: (problem: DiscoveryProblem) => void,
  { kind, error, source }: DiscoveryProblem & { readonly source: string },
): void {
  try {
    const typed = error instanceof ToolscoutError ? error : new SourceFailedError(source, error)
    onError({ kind, error: typed, source })
  } catch (mistake) {
    warnOfListener(mistake)
  }
}
