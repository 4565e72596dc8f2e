import type { Gateway } from '@toolscout/gateway'

/** Where tools come from: functions of this process, MCP servers, definitions that somebody wrote down. */
export type SourceKind = 'builtin' | 'mcp' | 'custom'

/** The kinds of source, in the order of reports. */
export const SOURCE_KINDS: readonly SourceKind[] = Object.freeze(['builtin', 'mcp', 'custom'])

/** Something that kept a source, or one tool of it, out of the index. */
export interface IndexProblem {
  /** What it is about, such as the name of a tool or a file; absent when it is the source as a whole. */
  readonly subject?: string
  /** Code of the error, see `docs/errors.md`; `INDEXING_FAILED` where it has none. */
  readonly code: string
  /** A sentence for people, which may hold foreign text. */
  readonly message: string
}

/** What indexing one source came to. */
export interface IndexedSource {
  readonly name: string
  /** A sentence for people about what it is. */
  readonly description: string
  /** Whether it could be listed in full. One that could not keeps the tools it had. */
  readonly complete: boolean
  /** Whether it can be used at all now; false for one that is switched off or out of reach. */
  readonly available: boolean
  /** Tools of it that are registered now. */
  readonly tools: number
  /** Ids of tools that are new, or another than before. */
  readonly changed: readonly string[]
  /** Ids of tools that left, because a complete listing has them no more. */
  readonly removed: readonly string[]
  readonly problems: readonly IndexProblem[]
  /** Sentences for people about what is there and has no effect, or another one. Default none. */
  readonly warnings?: readonly string[]
}

/** What indexing takes. */
export interface IndexRequest {
  /** Only sources of these names. Default: all. */
  readonly names?: readonly string[] | undefined
  /** Namespaces of local tools that some indexer of the kind `custom` has for its own. */
  readonly customNamespaces: ReadonlySet<string>
  /** Ends the indexing when it aborts; what was done stays. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings the tools of one kind of source into a gateway. What an implementation owes:
 *
 * - `index` registers what there is and removes what a complete listing has no more; a source that cannot be read keeps
 *   its tools, and is reported with `complete: false`.
 * - One source harms no other, and one tool harms no other of its source: both are problems in the answer. It rejects
 *   for an aborted signal alone.
 * - Local tools it registers have a namespace of `namespaces`, which nothing else uses.
 */
export interface Indexer {
  readonly kind: SourceKind
  /** Namespaces that are its own; empty when it registers no local tools under a name of its own. */
  readonly namespaces: readonly string[]
  readonly index: (gateway: Gateway, request: IndexRequest) => Promise<readonly IndexedSource[]>
}
