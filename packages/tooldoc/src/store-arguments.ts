import type { JsonObject } from '@toolscout/model'
import { copyJson, isJsonObject, quote, requireKnownMembers } from '@toolscout/model/internal'
import type { RenderOptions } from './render.ts'
import type { ToolDocInput } from './tool-doc.ts'
import { readToolDoc, type ToolDocEntry } from './tool-doc-entry.ts'
import type { ToolDocCallOptions, ToolDocStoreOptions } from './tool-doc-store.ts'
import { type ToolDocNotice, toNotice } from './tool-doc-text.ts'

const CALL_OPTIONS = ['signal'] satisfies (keyof ToolDocCallOptions)[]
const STORE_OPTIONS = [
  'getTool',
  'loadDoc',
  'resolveTool',
  'validator',
  'maxExamples',
  'countTokens',
] satisfies (keyof ToolDocStoreOptions)[]
const RENDER_OPTIONS = ['detail', 'format', 'budgetTokens', 'signal'] satisfies (
  | keyof RenderOptions
  | keyof ToolDocCallOptions
)[]
const FUNCTIONS = ['getTool', 'loadDoc', 'resolveTool', 'countTokens'] as const

/** @throws TypeError for unknown options and those of the wrong type; a store would show it much later. */
export function requireStoreOptions(options: ToolDocStoreOptions): void {
  requireKnownMembers('the options of a tool doc store', options, STORE_OPTIONS)
  for (const name of FUNCTIONS) {
    const given: unknown = options[name]
    if (given !== undefined && typeof given !== 'function') {
      throw new TypeError(`${name} must be a function, not ${quote(given)}.`)
    }
  }
  if (options.validator !== undefined && typeof options.validator?.validate !== 'function') {
    throw new TypeError(`validator must have a function validate, not be ${quote(options.validator)}.`)
  }
}

/** @throws TypeError for unknown options of a call. */
export function requireCallOptions(options: ToolDocCallOptions): ToolDocCallOptions {
  requireKnownMembers('the options of a call', options, CALL_OPTIONS)
  return options
}

/** @throws TypeError for unknown options of a rendering by a store, which counts tokens with its own counter. */
export function requireRenderOptions(options: object): void {
  requireKnownMembers('the options of a rendering', options, RENDER_OPTIONS)
}

/** @throws TypeError for what is no text: it must not be taken for the name of some tool. */
export function requireId(id: unknown): string {
  if (typeof id === 'string') return id
  throw new TypeError(`An id must be a text, not ${quote(id)}.`)
}

/** @throws TypeError for what is no list of texts. */
export function requireIds(ids: unknown): readonly string[] {
  if (!Array.isArray(ids)) throw new TypeError(`Ids must be a list of texts, not ${quote(ids)}.`)
  return ids.map(requireId)
}

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
