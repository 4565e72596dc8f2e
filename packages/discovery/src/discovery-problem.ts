/** Something that went wrong where no caller waits for it. */
export interface DiscoveryProblem {
  /**
   * - `listener`: a listener threw.
   * - `source`: a source could not be listed again after it changed.
   * - `sourceClosed`: a source ended by itself. Its tools stay, and calls of them fail, until it is connected again or
   *   removed.
   * - `store`: changes could not be kept; they are tried again.
   */
  readonly kind: 'listener' | 'source' | 'sourceClosed' | 'store'
  readonly error: unknown
  /** The source that it is about. */
  readonly source?: string
}
