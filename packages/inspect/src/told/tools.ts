/** What a tool says it does; hints of whoever defined it. */
export type ToldHint = 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'

/** A tool as a row of a list. */
export interface ToldTool {
  readonly id: string
  readonly name: string
  readonly title?: string
  readonly summary: string
  /** The {@link ToldGroup} it belongs to, by its key. */
  readonly group: string
  readonly hints: readonly ToldHint[]
  /** Tokens of its definition, as a model is told it when nothing is deferred. */
  readonly tokens: number
}

/** A part of a list of tools, in ascending order of id. */
export interface ToldToolPage {
  /** Version of the index the list was read at. */
  readonly version: number
  /** Tools of the whole list. */
  readonly total: number
  readonly offset: number
  readonly tools: readonly ToldTool[]
}

/** How a server is, see `ServerStatus` of the gateway. Without secrets. */
export interface ToldServer {
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
export interface ToldGroup {
  readonly key: string
  readonly kind: 'server' | 'local' | 'provider'
  readonly name: string
  readonly tools: number
  /** Tokens of the definitions of its tools, as far as they are counted. */
  readonly tokens: number
  /** Absent for what is no server, or one nobody keeps connected. */
  readonly server?: ToldServer
}

/** What there is, at a glance. */
export interface ToldOverview {
  readonly version: number
  /** State of the gateway, such as `running`. */
  readonly state: string
  readonly tools: number
  /** In ascending order of name. */
  readonly groups: readonly ToldGroup[]
  /** Groups that are there and not told. */
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
