import type { CatalogRecord, SearchRequest, ToolSummary } from '@toolscout/model'
import type { CommonFacts, FactsPredicate, ToolFacts } from '@toolscout/model/internal'

/** A tool of the index with all that is known of it. Frozen. */
export interface RegisteredTool extends Omit<CatalogRecord, 'toolDoc'> {
  readonly summary: ToolSummary
}

/** Some of the tools; what is absent restricts nothing. */
export interface ToolRange {
  /** Only ids behind this one. */
  readonly after?: string | undefined
  /** Only ids that start with it. */
  readonly prefix?: string | undefined
  /** Only tools of which the facts pass. */
  readonly passes?: FactsPredicate | undefined
}

/** Tools by id. */
export interface Tools {
  readonly size: number
  /** @throws TypeError when the id is no text. */
  readonly get: (id: string) => RegisteredTool | undefined
  /** What filters look at in a tool. */
  readonly factsOf: (id: string) => ToolFacts | undefined
  /** In ascending order of id. Nothing is read of tools that are not among them. */
  readonly values: (range?: ToolRange) => Iterable<RegisteredTool>
  /** In ascending order; with `after`, only those behind it. Nothing else is read of the tools. */
  readonly ids: (after?: string) => Iterable<string>
}

/** The tools of an index. */
export interface ToolTree extends Tools {
  /** Sets a tool, or with `undefined` removes it. */
  readonly set: (id: string, tool: RegisteredTool | undefined) => void
  /** What filters look at in all tools, in no order. */
  readonly facts: () => Iterable<readonly [id: string, facts: ToolFacts]>
  /** Prepares a change, a tool or `undefined` for one that goes, that nothing shows before it is committed. */
  readonly stage: (id: string, tool: RegisteredTool | undefined) => void
  /** Carries out all that is staged, in constant time. Ids that were set since they were staged must be staged again. */
  readonly commit: () => void
  /** Forgets what is staged. */
  readonly unstage: () => void
  /** Puts one committed change where it stays; false when there is none left. */
  readonly settle: () => boolean
  /** The tools as they are now, at once: memory is shared until the tree changes. */
  readonly copy: () => Tools
  /** Takes in a tool that is in the store and not here. */
  readonly hold: (id: string) => void
  /** Lets go of the definitions of tools that the store holds as they are. */
  readonly release: (ids: Iterable<string>) => void
}

/** Tools that are read from a store when they are asked for. */
export interface StoredTools {
  readonly ids: () => Iterable<string>
  /** A tool that is asked for by name; remembered. */
  readonly get: (id: string) => RegisteredTool
  /** A tool among many; remembered while there is room. */
  readonly view: (id: string) => RegisteredTool
  /** What is remembered of a tool is no longer what is stored. */
  readonly forget: (id: string) => void
  /** The facts of a tool, in common with all that have the same; `undefined` where there are too many different ones. */
  readonly factsOf: (tool: ToolFacts) => CommonFacts | undefined
  /** Whether there may be tools of which nothing is known yet that a filter looks at. */
  readonly isUnread: boolean
  /**
   * Reads once, in slices, what a filter looks at, so that nothing else waits for it. Rejects as the store throws, or with
   * the signal's reason.
   */
  readonly readFacts: (
    tree: Pick<ToolTree, 'facts'>,
    asked: Pick<SearchRequest, 'filter' | 'signal'>,
  ) => Promise<void>
}
