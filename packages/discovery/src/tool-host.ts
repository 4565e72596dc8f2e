import type { RegisteredTool, SearchAnswer, SearchOptions, SearchQuery, ToolHit } from '@toolscout/index'
import type { ToolResult, ToolSummary } from '@toolscout/model'
import type { CallOptions, ReadResultOptions, ResultPage } from '@toolscout/runtime'
import type { DescribedTools, DetailLevel } from '@toolscout/tooldoc'

/**
 * Something that names a tool: an id, with or without version, its export name, its name where no other has it and nothing in
 * it separates a server from a tool (`:`, `__`, `/`, `.`), or a hit.
 */
export type ToolReference = string | { readonly id: string }

/** Whether a tool can be called right now, and what to do if not. */
export interface ToolReadiness {
  readonly state: 'ready' | 'starting' | 'stale' | 'needsAuth' | 'unavailable' | 'disabled'
  /** What to do about it, for people and models; absent when ready. */
  readonly hint?: string
}

/** A tool that exists for a caller. */
export interface ListedTool {
  /** Canonical id. */
  readonly id: string
  /** The name model providers take; it depends on the id alone. */
  readonly exportName: string
  readonly summary: ToolSummary
  readonly readiness: ToolReadiness
  /** Whether the hints of its definition are believed. */
  readonly trusted: boolean
  /** Whether exposures list it next to their meta-tools. */
  readonly alwaysVisible: boolean
  /** What its texts are suspected of; absent where they look clean, or somebody approved them, and where the host scans none. */
  readonly suspicion?: ToolSuspicion | undefined
}

/** What the texts of a tool are suspected of. */
export interface ToolSuspicion {
  readonly level: 'suspicious' | 'poisoned'
  /** In words, heaviest first, each with the words in question and their place. */
  readonly findings: readonly string[]
}

/** Which part of the tools is wanted. */
export interface PageOptions {
  /** Most tools. Legal: integers from 1. */
  readonly limit: number
  /** The id behind which it begins. Default: at the beginning. */
  readonly after?: string | undefined
}

/** A part of the tools that exist for a caller. */
export interface ToolPage {
  /** In ascending order of id. */
  readonly tools: readonly ListedTool[]
  /** What `after` takes to go on; absent behind the last tool. */
  readonly next?: string | undefined
}

/** On whose behalf something is asked. */
export interface CallerOptions {
  /** Default `''`: no particular caller. */
  readonly principal?: string | undefined
  /** Ends the wait when it aborts. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** A hit; `readiness` is absent where the host does not track it. */
export interface HostHit extends ToolHit {
  readonly readiness?: ToolReadiness
}

/** What a search of a host found. */
export interface HostAnswer extends Omit<SearchAnswer, 'hits'> {
  readonly hits: readonly HostHit[]
}

/** A server of a host. */
export interface HostServer {
  readonly name: string
  /** `ready` when its tools can be called. */
  readonly state: string
  /** What the server says about itself; foreign text. */
  readonly server?: { readonly title?: string | undefined; readonly instructions?: string | undefined }
}

/**
 * What exposures and adapters need of the tools they show: `Discovery` and `Gateway` implement it. What a policy hides
 * from a caller does not exist for that caller.
 */
export interface ToolHost {
  /** All tools that exist for the caller, in ascending order of id. A policy is asked about every tool. */
  readonly list: (options?: CallerOptions) => readonly ListedTool[]
  /**
   * The first of them, or the first behind the id `after`. A policy is asked until `limit` tools were allowed or 8,192 were
   * refused, so a page may be short, or empty, and not the last.
   */
  readonly page: (options: Pick<CallerOptions, 'principal'> & PageOptions) => ToolPage
  /** How many exist for the caller; where a policy decides, how many of the first 8,192 tools. */
  readonly count: (options?: CallerOptions) => number
  /** Ranks the tools that exist for the caller. */
  readonly search: (
    query: SearchQuery,
    options?: SearchOptions & { readonly principal?: string | undefined },
  ) => Promise<HostAnswer>
  /**
   * Documents tools; unknown ones are failures next to the rest. `isForCall`: whether one of them is likely to be called, so
   * that a server that waits for that is started. Default true.
   */
  readonly describe: (
    references: readonly ToolReference[],
    options?: CallerOptions & {
      readonly detail?: DetailLevel | undefined
      readonly isForCall?: boolean | undefined
    },
  ) => Promise<DescribedTools>
  /** The tool a reference means, as it is listed. */
  readonly resolve: (reference: ToolReference, options?: CallerOptions) => ListedTool | undefined
  /** The definition a reference means. */
  readonly get: (reference: ToolReference, options?: CallerOptions) => RegisteredTool | undefined
  /** Runs a tool. Every outcome is a result; it rejects only for options. */
  readonly call: (reference: ToolReference, args?: unknown, options?: CallOptions) => Promise<ToolResult>
  /** Reads on in a result that was cut. @throws ResultNotFoundError `RESULT_NOT_FOUND`. */
  readonly readResult: (handle: string, page?: ReadResultOptions) => ResultPage
  /** Waits for tools that are still on their way. Rejects only for the signal. */
  readonly ready: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** The servers that exist for the caller. */
  readonly servers: (options?: { readonly principal?: string | undefined }) => readonly HostServer[]
  /**
   * A different text whenever the tools may differ; for a `principal`, also after a policy changed its mind, about the tools
   * before the one after which it refused 8,192.
   */
  readonly version: (options?: Pick<CallerOptions, 'principal'>) => string
  /** Calls back after tools came, changed or went; gives back the way to stop. */
  readonly onToolsChanged: (listener: () => void) => () => void
}
