import type { RankedTool } from '../runs/run.ts'

/** What a measured search gives back. The answer of a `Discovery` or a `ToolIndex` is one. */
export interface MeasuredAnswer {
  /** Scores descending. Ids are those of the judgments. */
  readonly hits: readonly RankedTool[]
}

/** Any search that can be measured, ours or not. `search` of a `Discovery` or a `ToolIndex` is one. */
export type SearchFunction = (
  query: string,
  options: {
    /** Most hits that are looked at. */
    readonly limit: number
    readonly signal?: AbortSignal | undefined
  },
) => Promise<MeasuredAnswer>
