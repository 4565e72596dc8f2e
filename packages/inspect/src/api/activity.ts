/** Something that changed. */
export interface ChangeView {
  readonly at: number
  readonly kind: 'added' | 'updated' | 'removed' | 'server'
  /** What happened, without the names; of a server why it did. */
  readonly text: string
  /** Ids of the tools, or the name of the server; the first of them, when there are many. */
  readonly names: readonly string[]
  readonly namesLeft: number
  /** Of a server: the state it got into. */
  readonly state?: string
  /** How often it happened in a row; the time is that of the last. */
  readonly times: number
}

/** How long something took. */
export interface SampleView {
  readonly at: number
  readonly ms: number
  readonly isError: boolean
}

/** How long things of one kind took, lately. */
export interface SeriesView {
  readonly kind: 'search' | 'call' | 'listing'
  /** The server; empty for searches and for tools of no server. */
  readonly name: string
  /** Oldest first. */
  readonly samples: readonly SampleView[]
  readonly medianMs: number
  readonly p95Ms: number
  readonly errors: number
}

/** What happened lately. */
export interface ActivityView {
  readonly now: number
  /** Newest first. */
  readonly changes: readonly ChangeView[]
  readonly series: readonly SeriesView[]
}

/** What the page should read again; sent by the event stream. */
export type NewsView = 'catalog' | 'servers' | 'findings' | 'activity' | 'pins'
