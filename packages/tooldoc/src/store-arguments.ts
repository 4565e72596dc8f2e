import { quote, requireKnownMembers } from '@toolscout/model/internal'
import type { RenderOptions } from './render.ts'
import type { ToolDocCallOptions, ToolDocStoreOptions } from './tool-doc-store.ts'

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
