import { type JsonObject, type Tool, type ToolExample, ToolscoutError } from '@toolscout/model'
import { checkOptions, type OptionKind, quote } from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { InvalidExampleError } from './errors.ts'
import type { ToolDocInput } from './tool-doc.ts'
import {
  readToolDoc,
  type ToolDocEntry,
  type ToolDocNotice,
  type ToolDocReading,
  toNotice,
} from './tool-doc-entry.ts'
import type { ToolDocCallOptions, ToolDocStore, ToolDocStoreOptions } from './tool-doc-store.ts'

const KINDS: { readonly [Option in keyof ToolDocStoreOptions]-?: OptionKind } = {
  getTool: 'function',
  resolveTool: 'function',
  loadDoc: 'function',
  countTokens: 'function',
  validator: { functions: ['validate'] },
  maxExamples: 'anything',
}

/** @throws TypeError for unknown options and those of the wrong type; a store would show it much later. */
export function requireStoreOptions(options: ToolDocStoreOptions): void {
  checkOptions('the options of a tool doc store', options, KINDS)
}

type RenderDocsOptions = NonNullable<Parameters<ToolDocStore['render']>[1]>

const CALL_OPTIONS: { readonly [Option in keyof ToolDocCallOptions]-?: OptionKind } = { signal: 'object' }
const RENDER_OPTIONS: { readonly [Option in keyof RenderDocsOptions]-?: OptionKind } = {
  detail: 'anything',
  format: 'anything',
  budgetTokens: 'anything',
  ...CALL_OPTIONS,
}

/** @throws TypeError for unknown options of a call and those of the wrong type. */
export function requireCallOptions(options: ToolDocCallOptions): ToolDocCallOptions {
  checkOptions('the options of a call', options, CALL_OPTIONS)
  return options
}

/** @throws TypeError for unknown options of a rendering and those of the wrong type. */
export function requireRenderOptions(options: RenderDocsOptions): void {
  checkOptions('the options of a rendering', options, RENDER_OPTIONS)
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

/** Members that were given take the place of earlier ones; a list of examples also that of added ones. */
export function replaceMembers(earlier: ToolDocEntry | undefined, given: ToolDocEntry): ToolDocReading {
  const added = given.examples === undefined ? {} : { addedExamples: undefined }
  return { entry: { ...earlier, ...added, ...given }, notices: [] }
}

/** Puts examples behind those that were registered or added before, as far as there is room. */
export function appendExamples(
  earlier: ToolDocEntry | undefined,
  given: ToolDocEntry,
  maxExamples: number,
): ToolDocReading {
  const all = [...(earlier?.addedExamples ?? []), ...(given.examples ?? [])]
  const room = Math.max(0, maxExamples - (earlier?.examples ?? []).length)
  const kept = Object.freeze(all.slice(0, room))
  const message = `Of ${all.length} added examples, the first ${room} were kept.`
  return {
    entry: { ...earlier, addedExamples: kept },
    notices: kept.length < all.length ? [toNotice('examples', message)] : [],
  }
}

/**
 * Checks examples against the input schema of their tool. What could not be checked, because the schema itself or a
 * part of it cannot be used, is reported once and not refused.
 *
 * @throws InvalidExampleError `INVALID_EXAMPLE` for the first example that does not fit.
 */
export async function checkExamples(
  tool: Tool,
  examples: readonly ToolExample[],
  validator: Pick<SchemaValidator, 'validate'>,
): Promise<readonly ToolDocNotice[]> {
  let partly: ToolDocNotice | undefined
  for (const [index, example] of examples.entries()) {
    try {
      const result = await validator.validate(tool.inputSchema, example.arguments)
      if (!result.valid) throw misfit(tool, { index, title: example.title ?? '', issues: result.issues })
      const [unchecked] = result.unchecked
      if (unchecked !== undefined) partly ??= toNotice(`examples[${index}]`, unchecked.message)
    } catch (error) {
      if (error instanceof InvalidExampleError || !(error instanceof ToolscoutError)) throw error
      // The schema is the same for all examples, so one notice says it all.
      return [toNotice(`examples[${index}]`, `The examples could not be checked: ${error.message}`)]
    }
  }
  return partly === undefined ? [] : [partly]
}

function misfit(tool: Tool, found: Omit<InvalidExampleError['details'], 'id'>): InvalidExampleError {
  const [first] = found.issues
  return new InvalidExampleError(
    `Example ${found.index} (${quote(found.title)}) does not fit the input schema of ${quote(tool.id)}. ${first?.message ?? ''}`,
    { id: tool.id, ...found },
  )
}
