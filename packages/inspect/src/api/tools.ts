/** The hints in a tool's annotations. */
export type HintView = 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'

/** A tool as a row of a list. */
export interface ToolView {
  readonly id: string
  readonly name: string
  readonly title?: string
  readonly summary: string
  /** The {@link GroupView} it belongs to, by its key. */
  readonly group: string
  readonly hints: readonly HintView[]
  /** Tokens of its definition, as a model reads it when nothing is deferred. */
  readonly tokens: number
}

/** A part of a list of tools, in ascending order of id. */
export interface ToolPageView {
  /** Version of the index the list was read at. */
  readonly version: number
  /** Tools of the whole list. */
  readonly total: number
  readonly offset: number
  readonly tools: readonly ToolView[]
}

/** How a server is, see `ServerStatus` of the gateway. Without secrets. */
export interface ServerView {
  readonly state: string
  /** When it got into this state, in milliseconds since the epoch. */
  readonly since: number
  readonly where: string
  readonly transport: string
  readonly stale: boolean
  readonly connectMs?: number
  /** Name and version, as the server calls itself. */
  readonly program?: string
  readonly protocolVersion?: string
  /** Why it is not ready and what to do, in a sentence or two. */
  readonly hint?: string
  readonly retryAt?: number
  readonly breaker: string
  readonly running: number
  readonly waiting: number
}

/** Tools that come from one place: a server, or a namespace of functions. */
export interface GroupView {
  readonly key: string
  readonly kind: 'server' | 'local' | 'provider'
  readonly name: string
  readonly tools: number
  /** Tokens of the definitions of its tools, as far as they are counted. */
  readonly tokens: number
  /** Absent for a source that is not a connected server. */
  readonly server?: ServerView
}

/** What there is, at a glance. */
export interface OverviewView {
  readonly version: number
  /** State of the gateway, such as `running`. */
  readonly state: string
  readonly tools: number
  /** In ascending order of name. */
  readonly groups: readonly GroupView[]
  /** Groups left out. */
  readonly groupsLeft: number
  readonly tokens: {
    /** Of all definitions, as far as they are counted. */
    readonly inline: number
    /** Tools whose definitions are counted so far. */
    readonly counted: number
    /** Of the definitions of the meta-tools that stand for them. */
    readonly deferred: number
  }
  /** Since the inspector began. */
  readonly searches: number
  readonly calls: number
  readonly failedCalls: number
}
