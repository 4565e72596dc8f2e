import type { ToolSummary } from '../tool/tool-summary.ts'

/**
 * The parts of a tool that are searched, each weighed on its own. `parameters` are names of arguments,
 * `parameterTexts` their titles and descriptions, `values` their enum values, `output` the names and
 * descriptions of the result, `notes` what a tool doc adds.
 */
export const SEARCH_FIELDS: readonly SearchField[] = Object.freeze([
  'name',
  'title',
  'namespace',
  'description',
  'parameters',
  'parameterTexts',
  'values',
  'output',
  'tags',
  'notes',
])

/** One of {@link SEARCH_FIELDS}. */
export type SearchField =
  | 'name'
  | 'title'
  | 'namespace'
  | 'description'
  | 'parameters'
  | 'parameterTexts'
  | 'values'
  | 'output'
  | 'tags'
  | 'notes'

/** What a searcher knows of one tool. Immutable. */
export interface SearchDocument {
  /** Canonical id of the tool. */
  readonly id: string
  /** Text of every field as the tool has it; empty where it has none. Entries of lists stand on lines of their own. */
  readonly fields: { readonly [field in SearchField]: string }
  /** Names of the arguments that every call must have. Default: none are known. */
  readonly required?: readonly string[] | undefined
  /** What filters look at. */
  readonly summary: ToolSummary
}
