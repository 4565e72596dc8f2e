import type { JsonObject } from '@toolscout/model'
import { quote, requireKnownMembers } from '@toolscout/model/internal'
import type { ToolDocInput } from './tool-doc.ts'
import { readToolDoc, type ToolDocEntry, type ToolDocNotice, toNotice } from './tool-doc-entry.ts'
import type { ToolDocCallOptions, ToolDocStoreOptions } from './tool-doc-store.ts'

const FUNCTIONS = ['getTool', 'loadDoc', 'resolveTool', 'countTokens'] as const
const STORE_OPTIONS: readonly (keyof ToolDocStoreOptions)[] = [...FUNCTIONS, 'validator', 'maxExamples']

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
  requireKnownMembers('the options of a call', options, ['signal'])
  return options
}

/** @throws TypeError for unknown options of a rendering by a store, which counts tokens with its own counter. */
export function requireRenderOptions(options: object): void {
  requireKnownMembers('the options of a rendering', options, ['detail', 'format', 'budgetTokens', 'signal'])
}

/** Returns the number if it is a whole one of 0 or more. @throws RangeError otherwise. */
export function atLeastZero(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value
  throw new RangeError(`${name} is ${value}; it must be an integer of 0 or more.`)
}

/** What was saved may have been changed by others since; a doc that cannot be read is none. */
export function readSaved(saved: JsonObject | undefined, maxExamples: number): ToolDocEntry | undefined {
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
