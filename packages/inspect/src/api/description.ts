import type { ToolView } from './tools.ts'

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
  /** Least first. */
  readonly levels: readonly LevelView[]
}
