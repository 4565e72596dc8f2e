import type { JsonObject } from '@toolscout/model'
import { copyJson, isJsonObject } from '@toolscout/model/internal'
import type { ToolDocInput } from './tool-doc.ts'
import { readToolDoc, type ToolDocEntry } from './tool-doc-entry.ts'

/** What is documented, by id of the tool: some of it in memory, the rest where it was saved. */
export interface KeptDocs {
  readonly get: (id: string) => ToolDocEntry | undefined
  readonly set: (id: string, entry: ToolDocEntry) => void
  /** Whether there was anything. */
  readonly delete: (id: string) => boolean
  /** Has what was saved in place of what is here. */
  readonly restore: (id: string, saved: JsonObject | undefined) => void
  /** As JSON, which `loadDoc` may give back one day. */
  readonly save: (id: string) => JsonObject | undefined
}

/** Creates an empty set of docs before which there may be saved ones. */
export function createKeptDocs(
  loadDoc: ((id: string) => JsonObject | undefined) | undefined,
  maxExamples: number,
): KeptDocs {
  const entries = new Map<string, ToolDocEntry>()
  /** What was asked for, written or removed counts; what was saved of it does not any more. */
  const known = new Set<string>()
  const get = (id: string): ToolDocEntry | undefined => {
    if (loadDoc !== undefined && !known.has(id)) restore(id, loadDoc(id))
    return entries.get(id)
  }
  const restore = (id: string, saved: JsonObject | undefined): void => {
    known.add(id)
    const entry = readSaved(saved, maxExamples)
    if (entry === undefined) entries.delete(id)
    else entries.set(id, entry)
  }
  return {
    get,
    restore,
    set: (id, entry) => {
      known.add(id)
      entries.set(id, entry)
    },
    delete: (id) => {
      const isThere = get(id) !== undefined
      entries.delete(id)
      return isThere
    },
    save: (id) => {
      const entry = get(id)
      if (entry === undefined) return undefined
      const json = copyJson(entry)
      return isJsonObject(json) ? json : undefined
    },
  }
}

/** What was saved may have been changed by others since; a doc that cannot be read is none. */
function readSaved(saved: JsonObject | undefined, maxExamples: number): ToolDocEntry | undefined {
  if (saved === undefined) return undefined
  try {
    const { addedExamples, ...doc } = saved
    const { entry } = readToolDoc(doc as ToolDocInput, maxExamples)
    if (addedExamples === undefined) return entry
    const added = readToolDoc({ examples: addedExamples } as unknown as ToolDocInput, maxExamples)
    return Object.freeze({ ...entry, addedExamples: added.entry.examples })
  } catch {
    return undefined
  }
}
