import { estimateTokens, type TokenCounter } from '@toolscout/model'
import { quote, requireKnownMembers } from '@toolscout/model/internal'
import { legalName } from '../direct-exposure.ts'
import { requireWhole } from '../number-range.ts'

/** The meta-tools there may be. */
export type MetaToolKind =
  | 'search'
  | 'describe'
  | 'call'
  | 'callRead'
  | 'callWrite'
  | 'callDestructive'
  | 'readResult'

/** What {@link createMetaExposure} can be told. */
export interface MetaExposureOptions {
  /** Names in the place of {@link DEFAULT_META_NAMES}. */
  readonly names?: { readonly [Kind in MetaToolKind]?: string | undefined } | undefined
  /** Descriptions in the place of ours, by tool; that of the search is followed by the line that says what is inside. */
  readonly descriptions?: { readonly [Kind in MetaToolKind]?: string | undefined } | undefined
  /**
   * Whether calls are three tools, for what only reads, for what changes and for what may destroy, so that the question
   * a client asks its user means something. Default false: one tool.
   */
  readonly split?: boolean | undefined
  /** Most tokens of what a search answers. Default 1,200. Legal: integers from 100. */
  readonly searchBudgetTokens?: number | undefined
  /** Most tokens of descriptions. Default 4,000. Legal: integers from 100. */
  readonly describeBudgetTokens?: number | undefined
  /** Hits when a search names no limit. Default 8. Legal: integers 1 to 50. */
  readonly searchLimit?: number | undefined
  /** Counts tokens for the budgets. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** How the whole wants to be used, for a model to read. Default: a few sentences about the meta-tools. */
  readonly instructions?: string | undefined
}

/** What the meta-tools are called: the names other gateways use, so that models know them. */
export const DEFAULT_META_NAMES: { readonly [Kind in MetaToolKind]: string } = Object.freeze({
  search: 'search_tools',
  describe: 'describe_tools',
  call: 'call_tool',
  callRead: 'call_read_tool',
  callWrite: 'call_write_tool',
  callDestructive: 'call_destructive_tool',
  readResult: 'read_result',
})

/**
 * A search may tell as much as a screen of text: eight tools, the first ones with their parameters. Descriptions are
 * asked for by name, so they may be longer.
 */
export const DEFAULT_META_LIMITS: {
  readonly searchBudgetTokens: number
  readonly describeBudgetTokens: number
  readonly searchLimit: number
} = Object.freeze({ searchBudgetTokens: 1_200, describeBudgetTokens: 4_000, searchLimit: 8 })

/** Most hits of one answer; nobody reads more. */
export const MAX_META_LIMIT = 50

/** Options with every default filled in. */
export interface MetaSettings {
  readonly names: { readonly [Kind in MetaToolKind]: string }
  readonly descriptions: { readonly [Kind in MetaToolKind]?: string | undefined }
  readonly split: boolean
  readonly searchBudgetTokens: number
  readonly describeBudgetTokens: number
  readonly searchLimit: number
  readonly countTokens: TokenCounter
  readonly instructions: string | undefined
}

const OPTIONS = Object.keys({
  names: true,
  descriptions: true,
  split: true,
  searchBudgetTokens: true,
  describeBudgetTokens: true,
  searchLimit: true,
  countTokens: true,
  instructions: true,
} satisfies { [Option in keyof MetaExposureOptions]-?: true })
const KINDS = Object.keys(DEFAULT_META_NAMES) as readonly MetaToolKind[]

/** @throws TypeError for an option nobody reads or a name that is none; RangeError for a number out of range. */
export function toMetaSettings(options: MetaExposureOptions): MetaSettings {
  requireKnownMembers('the options of a meta exposure', options, OPTIONS)
  const { names = {}, descriptions = {}, split = false, countTokens = estimateTokens, instructions } = options
  requireKnownMembers('the names of meta-tools', names, KINDS)
  requireKnownMembers('the descriptions of meta-tools', descriptions, KINDS)
  const all = { ...DEFAULT_META_NAMES }
  for (const kind of KINDS) all[kind] = legalName(names[kind] ?? DEFAULT_META_NAMES[kind])
  const used = usedKinds(split).map((kind) => all[kind])
  const twice = used.find((name, i) => used.indexOf(name) !== i)
  if (twice !== undefined)
    throw new TypeError(`Two meta-tools are called ${quote(twice)}; choose another name.`)
  const limits = DEFAULT_META_LIMITS
  const most = Number.MAX_SAFE_INTEGER
  return Object.freeze({
    names: Object.freeze(all),
    descriptions,
    split,
    searchBudgetTokens: requireWhole(
      'searchBudgetTokens',
      options.searchBudgetTokens ?? limits.searchBudgetTokens,
      100,
      most,
    ),
    describeBudgetTokens: requireWhole(
      'describeBudgetTokens',
      options.describeBudgetTokens ?? limits.describeBudgetTokens,
      100,
      most,
    ),
    searchLimit: requireWhole('searchLimit', options.searchLimit ?? limits.searchLimit, 1, MAX_META_LIMIT),
    countTokens,
    instructions,
  })
}

/** The meta-tools that are offered, in the order in which they are listed. */
function usedKinds(split: boolean): readonly MetaToolKind[] {
  const calls: readonly MetaToolKind[] = split ? ['callRead', 'callWrite', 'callDestructive'] : ['call']
  return ['search', 'describe', ...calls, 'readResult']
}
