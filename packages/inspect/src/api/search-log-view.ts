/** A tool that was called after a search. */
export interface CalledView {
  readonly tool: string
  readonly isError: boolean
}

/** What an agent asked, and what became of it. */
export interface AskedView {
  readonly at: number
  /** In one line, cut, without what looks like a secret. */
  readonly query: string
  /** How sure the last answer was; absent where nothing was found or nothing says so. */
  readonly verdict?: string
  readonly hits: number
  /** Ids of the first hits, best first. */
  readonly ids: readonly string[]
  /** The last of them, oldest first. */
  readonly calls: readonly CalledView[]
  /** How often it was asked in a row. */
  readonly times: number
}

/** What agents asked lately. */
export interface SearchLogView {
  readonly now: number
  /** Newest first. */
  readonly searches: readonly AskedView[]
  /** Calls of tools that no search before them had found. */
  readonly unsearchedCalls: number
  /** Name of the file that judged questions are appended to; absent where none was named. */
  readonly questionsFile?: string
}
