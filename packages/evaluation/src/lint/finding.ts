/** How much a finding matters: an `error` keeps a tool from being found or called, an `info` is worth a look. */
export type LintSeverity = 'error' | 'warning' | 'info'

/** What is wrong; `docs/linting.md` has a sentence for each. */
export type LintCode =
  | 'UNREGISTRABLE'
  | 'NAME_COLLISION'
  | 'LOOKALIKE_NAMES'
  | 'VAGUE_NAME'
  | 'CROWDED_NAME'
  | 'DUPLICATE_TOOLS'
  | 'SIMILAR_TOOLS'
  | 'REPEATED_DESCRIPTION'
  | 'NO_DESCRIPTION'
  | 'SHORT_DESCRIPTION'
  | 'BOILERPLATE_DESCRIPTION'
  | 'REPEATED_SENTENCES'
  | 'UNDESCRIBED_PARAMETERS'
  | 'POISONED_TEXT'
  | 'NOT_FOUND_BY_NAME'
  | 'NOT_FOUND_BY_DESCRIPTION'

/** All that a catalog is looked through for, in the order of reports. */
export const LINT_CODES: readonly LintCode[] = Object.freeze([
  'UNREGISTRABLE',
  'NAME_COLLISION',
  'LOOKALIKE_NAMES',
  'VAGUE_NAME',
  'CROWDED_NAME',
  'DUPLICATE_TOOLS',
  'SIMILAR_TOOLS',
  'REPEATED_DESCRIPTION',
  'NO_DESCRIPTION',
  'SHORT_DESCRIPTION',
  'BOILERPLATE_DESCRIPTION',
  'REPEATED_SENTENCES',
  'UNDESCRIBED_PARAMETERS',
  'POISONED_TEXT',
  'NOT_FOUND_BY_NAME',
  'NOT_FOUND_BY_DESCRIPTION',
])

/** Something about some tools that keeps them from being found. */
export interface LintFinding {
  readonly code: LintCode
  readonly severity: LintSeverity
  /** Ids in the catalog, ascending. */
  readonly tools: readonly string[]
  /** What is wrong: one line, foreign text in it quoted and cut. */
  readonly message: string
  /** What its owner can do. */
  readonly suggestion: string
}

/** What was found in a catalog. Plain data, frozen: `JSON.stringify` writes it. */
export interface LintReport {
  /** Tools that were looked at. */
  readonly tools: number
  /** Errors first, then in the order of {@link LINT_CODES}, then by the ids of the tools. */
  readonly findings: readonly LintFinding[]
  /** How many findings there are of each code; 0 where there are none. */
  readonly byCode: { readonly [code in LintCode]: number }
}
