/** Something that keeps tools from being found, see `docs/linting.md`. */
export interface FindingView {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  /** Ids of the tools; the first of them, when there are many. */
  readonly tools: readonly string[]
  readonly toolsLeft: number
  readonly message: string
  readonly suggestion: string
}

/** What was found wrong with the catalog, or how far the look has come. */
export interface FindingsView {
  readonly state: 'running' | 'done' | 'failed'
  /** Searches done, of those there will be at most. */
  readonly done: number
  readonly total: number
  /** Tools that were looked at. */
  readonly tools: number
  /** Whether the catalog has changed since. */
  readonly isOld: boolean
  /** Why it failed. */
  readonly reason?: string
  /** Findings by code, most serious first, those there are none of left out. */
  readonly counts: readonly { readonly code: string; readonly severity: string; readonly count: number }[]
  /** Findings of the chosen code, or of all. */
  readonly matching: number
  readonly offset: number
  readonly findings: readonly FindingView[]
}
