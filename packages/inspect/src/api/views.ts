import type { ToolSuspicion } from '@toolscout/discovery/internal'
import type { ServerStatus } from '@toolscout/gateway'
import type { ToolPin } from '@toolscout/guard'
import type { PoisonLevel } from '@toolscout/guard/internal'
import type { Explanation, ToolSummary, Verdict } from '@toolscout/model'

/** The hints in a tool's annotations. */
export type HintView = 'readOnly' | 'destructive' | 'idempotent' | 'openWorld'

/** What a list can be narrowed to: tools that change nothing, that may destroy, or whose server is not ready. */
export const CHOICES = ['readOnly', 'destructive', 'unready'] as const

/** One of {@link CHOICES}. */
export type ChoiceName = (typeof CHOICES)[number]

/** A tool as a row of a list. */
export interface ToolView extends Pick<ToolSummary, 'id' | 'name' | 'title' | 'summary'> {
  /** The {@link GroupView} it belongs to, by its key. */
  readonly group: string
  readonly hints: readonly HintView[]
  /** Tokens of its definition, as a model reads it when nothing is deferred. */
  readonly tokens: number
  readonly level?: ToolSuspicion['level']
}

/** A part of a list of tools, in ascending order of id. */
export interface ToolPageView {
  /** Tools of the whole list. */
  readonly total: number
  readonly tools: readonly ToolView[]
}

/** How a server is. Without secrets. */
export interface ServerView extends Omit<ServerStatus, 'name' | 'tools' | 'server' | 'error'> {
  /** Name and version, as the server calls itself. */
  readonly program?: string
  readonly protocolVersion?: string
  /** Why it is not ready and what to do, in a sentence or two. */
  readonly hint?: string
  /** What its tools have in common with those of other servers, a sentence for each; most first. */
  readonly overlaps?: readonly string[]
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

/** A tool that was found. */
export interface HitView extends ToolView {
  readonly score: number
}

/** What a search found. */
export interface SearchView {
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
  /** Place among the hits, from 1; absent when it is not among those that are looked at. */
  readonly rank?: number
  readonly explanation?: Explanation
  /** Which words of the query it has, and where, in one sentence. */
  readonly met?: string
  /** What is ranked first in its place, and the same of that. */
  readonly first?: { readonly id: string; readonly met?: string }
}

/** A definition of a server that is not the one that is trusted, or whose texts look like orders to a model. */
export interface PinView extends Omit<ToolPin, 'grade'> {
  /** Digest of the definition shown, in the digits that approving it takes. */
  readonly digest: string
  /** How grave the change is, in words. */
  readonly grade?: string
  /** What its texts look like. */
  readonly level: PoisonLevel
  /** What they say, with the words in question and their place. */
  readonly findings: readonly string[]
  /** Whether it waits for approval. */
  readonly isWaiting: boolean
  /** The definition as it is, JSON; absent where the lines say enough, or the tool is gone. */
  readonly definition?: string
}

/** Definitions that wait for approval, and those whose texts look like orders and that were not approved. */
export interface PinsView {
  readonly waiting: number
  /** Those that wait for nothing and look so. */
  readonly suspected: number
  /** The first of them, blocked ones before the others. */
  readonly pins: readonly PinView[]
}

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
  readonly findings: readonly FindingView[]
}

/** What an agent reads of a tool at one level of detail. */
export interface LevelView {
  readonly level: 'summary' | 'schema' | 'full' | 'definition'
  /** As the agent reads it, Markdown; for `definition` JSON. */
  readonly text: string
  readonly tokens: number
  /** Whether the text is cut, here or by the level itself; the tokens are of the whole. */
  readonly isCut: boolean
}

/** A tool with all that is known of it. */
export interface DescriptionView {
  readonly tool: ToolView
  /** The name model providers take. */
  readonly exportName: string
  readonly version?: string
  readonly tags: readonly string[]
  /** What keeps it from being called right now; absent when nothing does. */
  readonly hint?: string
  readonly findings: readonly string[]
  /** Ids of tools of other servers that have its name, and of those that have nearly its description. */
  readonly twins: Readonly<Record<'sameName' | 'sameText', readonly string[]>>
  /** Least first. */
  readonly levels: readonly LevelView[]
}

/** What became of a tool that was tried. */
export interface TrialView {
  /** `unconfirmed`: it may destroy something and did not run, because the person has to confirm that first. */
  readonly state: 'done' | 'failed' | 'unconfirmed'
  /** What it gave, as it is shown. */
  readonly text: string
  /** Its structured content, JSON, where no text says it. */
  readonly data?: string
  /** Whether there is more than is shown. */
  readonly isCut: boolean
  readonly durationMs: number
}
