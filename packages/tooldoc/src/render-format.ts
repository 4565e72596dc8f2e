import type { DetailLevel } from './detail.ts'
import type { ToolDoc } from './tool-doc.ts'

/** How much of a tool a rendering shows: a level of detail, or nothing but its id. */
export type RenderedDetail = DetailLevel | 'name'

/** One tool of a rendering. */
export interface RenderEntry {
  readonly doc: ToolDoc
  readonly detail: RenderedDetail
  /** Whether less is shown than was asked for and is there; the text then says so. */
  readonly isCut: boolean
}

/**
 * A way to write tools. Whatever foreign texts hold, an entry stays one entry: a reader can tell where it begins
 * and ends.
 */
export interface RenderFormat {
  readonly entry: (entry: RenderEntry) => string
  /** Joins entries; `omitted` tools are not among them, which the text says. */
  readonly assemble: (entries: readonly string[], omitted: number) => string
}

/** Stands for what was cut. */
export const CUT_MARK = '…'

/** The line that ends a text from which tools are missing. */
export function omittedLine(omitted: number): string {
  return `${CUT_MARK} ${omitted} more ${omitted === 1 ? 'tool' : 'tools'} omitted.`
}
