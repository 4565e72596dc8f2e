import type { Explanation, Verdict } from '@toolscout/model'
import type { ToolView } from './tools.ts'

/** A tool that was found. */
export interface HitView extends ToolView {
  readonly score: number
  /** What keeps it from being called right now; absent when nothing does. */
  readonly hint?: string
}

/** What a search found. */
export interface SearchView {
  readonly version: number
  /** Best first. */
  readonly hits: readonly HitView[]
  readonly verdict?: Verdict
  readonly unmatchedTerms: readonly string[]
  /** Searchers that could not do their work in full. */
  readonly degraded: readonly { readonly part: string; readonly reason: string }[]
  readonly durationMs: number
  readonly tokens: {
    /** Tokens of the hits as an agent reads them. */
    readonly summaries: number
    /** Of the whole definitions of the same tools. */
    readonly definitions: number
  }
}

/** Why a tool has its rank for a query. */
export interface ExplanationView {
  readonly id: string
  /** Place among the hits, from 1; absent when it is not among those that are looked at. */
  readonly rank?: number
  readonly explanation?: Explanation
}
