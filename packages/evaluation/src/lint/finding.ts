/** How much a finding matters: an `error` keeps a tool from being found or called, an `info` is worth a look. */
export type LintSeverity = 'error' | 'warning' | 'info'

/** All that a catalog is looked through for, in the order of reports: its usual severity, and what its owner can do. */
const LINTS = {
  UNREGISTRABLE: ['error', 'Mend the definition; until then no search finds the tool.'],
  NAME_COLLISION: [
    'warning',
    'Give each a name of its own, of ASCII letters, digits and single underscores, and a short one.',
  ],
  LOOKALIKE_NAMES: ['warning', 'Rename all but one, or remove them if they do the same.'],
  VAGUE_NAME: ['warning', 'Name what is done to what, such as run_query or execute_payment.'],
  CROWDED_NAME: ['info', 'Name what the tool works on, such as search_flights in place of search.'],
  DUPLICATE_TOOLS: [
    'warning',
    'Connect one of the servers, or say in the descriptions what sets each apart.',
  ],
  SIMILAR_TOOLS: [
    'warning',
    'Say in each description what this one does that the others do not, or keep one.',
  ],
  REPEATED_DESCRIPTION: ['warning', 'Describe each tool by what only it does.'],
  NO_DESCRIPTION: ['error', 'Say what the tool does, with which things, in the words people would ask with.'],
  SHORT_DESCRIPTION: ['warning', 'Add what the tool works on, what comes back, and when to use it.'],
  BOILERPLATE_DESCRIPTION: ['warning', 'Begin with what only this tool does.'],
  REPEATED_SENTENCES: [
    'info',
    'Say it once, in the instructions of the server or where it belongs in the schema.',
  ],
  UNDESCRIBED_PARAMETERS: ['warning', 'Give each a description with its meaning, its form and an example.'],
  POISONED_TEXT: [
    'warning',
    'Read the whole definition. Say what the tool does, and leave to the agent what it does with it.',
  ],
  NOT_FOUND_BY_NAME: [
    'warning',
    'Name what the tool works on, in a word that the tools found instead do not have.',
  ],
  NOT_FOUND_BY_DESCRIPTION: [
    'warning',
    'Begin the description with what sets the tool apart from those that are found instead.',
  ],
} as const

/** What is wrong; `docs/linting.md` has a sentence for each. */
export type LintCode = keyof typeof LINTS

/** All codes, in the order of reports. */
export const LINT_CODES: readonly LintCode[] = Object.freeze(Object.keys(LINTS) as LintCode[])

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

/** What a check says of some tools; the severity where it is not the usual one. */
export interface Found {
  readonly tools: readonly { readonly id: string }[]
  readonly message: string
  readonly severity?: LintSeverity
}

/** Makes a finding of a code. */
export function toFinding(code: LintCode, { tools, message, severity }: Found): LintFinding {
  const [usual, suggestion] = LINTS[code]
  return { code, severity: severity ?? usual, tools: tools.map(({ id }) => id), message, suggestion }
}
