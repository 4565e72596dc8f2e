import type { ToolDocEntry } from './tool-doc-entry.ts'
import { type ToolDocNotice, toNotice } from './tool-doc-text.ts'

/** An entry after something was added to it, and what did not find room. */
export interface MergedToolDoc {
  readonly entry: ToolDocEntry
  readonly notices: readonly ToolDocNotice[]
}

/** Members that were given take the place of earlier ones; a list of examples also that of added ones. */
export function replaceMembers(earlier: ToolDocEntry | undefined, given: ToolDocEntry): MergedToolDoc {
  const added = given.examples === undefined ? {} : { addedExamples: undefined }
  return { entry: { ...earlier, ...added, ...given }, notices: [] }
}

/** Puts examples behind those that were registered or added before, as far as there is room. */
export function appendExamples(
  earlier: ToolDocEntry | undefined,
  given: ToolDocEntry,
  maxExamples: number,
): MergedToolDoc {
  const all = [...(earlier?.addedExamples ?? []), ...(given.examples ?? [])]
  const room = Math.max(0, maxExamples - (earlier?.examples ?? []).length)
  const kept = Object.freeze(all.slice(0, room))
  const message = `Of ${all.length} added examples, the first ${room} were kept.`
  return {
    entry: { ...earlier, addedExamples: kept },
    notices: kept.length < all.length ? [toNotice('examples', message)] : [],
  }
}
