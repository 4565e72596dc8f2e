import {
  checkOptions,
  checkWhole,
  type OptionKind,
  quote,
  requireKnownMembers,
} from '@toolscout/model/internal'
import { legalName } from '../direct-exposure.ts'

/** The meta-tools there may be. */
export type MetaToolKind =
  | 'search'
  | 'describe'
  | 'call'
  | 'callRead'
  | 'callWrite'
  | 'callDestructive'
  | 'readResult'

/** Options of {@link createMetaExposure}. */
export interface MetaExposureOptions {
  /**
   * Names of the meta-tools. Default: `search_tools`, `describe_tools`, `call_tool`, `read_result`, and with `split`
   * `call_read_tool`, `call_write_tool`, `call_destructive_tool`.
   */
  readonly names?: { readonly [Kind in MetaToolKind]?: string | undefined } | undefined
  /**
   * Whether calls are three tools, for what only reads, for what changes and for what may destroy, so that the question
   * a client asks its user means something. Default false: one tool.
   */
  readonly split?: boolean | undefined
  /** Most tokens of a search's answer, by an estimate that needs no tokenizer. Default 1,200. Legal: integers from 100. */
  readonly searchBudgetTokens?: number | undefined
  /**
   * Most tokens of what servers say about themselves (MCP `instructions`) in the description of the search, by the same
   * estimate: up to 40 for each server. What looks like orders to a model is left out. Default 300; 0 quotes no server. Legal:
   * integers from 0.
   */
  readonly serverWordsTokens?: number | undefined
  /** How to use the tools, for a model to read. Default: a sentence about the meta-tools. */
  readonly instructions?: string | undefined
  /**
   * Called with a query that is not surely answered: lines about what could answer it and is not connected, which stand below
   * the tools, cleaned and cut, three at most. One that rejects is named as incomplete. Default: none.
   */
  readonly notConnected?:
    | ((query: string, options: { readonly signal: AbortSignal }) => Promise<readonly string[]>)
    | undefined
}

/** The names other gateways use, so that models know them. */
const DEFAULT_NAMES: { readonly [Kind in MetaToolKind]: string } = Object.freeze({
  search: 'search_tools',
  describe: 'describe_tools',
  call: 'call_tool',
  callRead: 'call_read_tool',
  callWrite: 'call_write_tool',
  callDestructive: 'call_destructive_tool',
  readResult: 'read_result',
})

/** A screen of text; five usual hits take a third of it, the rest is room for a limit that a model sets. */
const DEFAULT_SEARCH_BUDGET_TOKENS = 1_200

/** A sentence or two of each of ten servers. */
const DEFAULT_SERVER_WORDS_TOKENS = 300

/** Options with every default filled in. */
export interface MetaSettings {
  readonly names: { readonly [Kind in MetaToolKind]: string }
  readonly split: boolean
  readonly searchBudgetTokens: number
  readonly serverWordsTokens: number
  readonly instructions: string | undefined
  readonly notConnected: MetaExposureOptions['notConnected']
}

const OPTIONS = {
  names: 'object',
  split: 'boolean',
  searchBudgetTokens: 'anything',
  serverWordsTokens: 'anything',
  instructions: 'string',
  notConnected: 'function',
} satisfies { [Option in keyof MetaExposureOptions]-?: OptionKind }
const KINDS = Object.keys(DEFAULT_NAMES) as readonly MetaToolKind[]

/**
 * Checks the options of a meta exposure and fills in the defaults.
 * @throws TypeError for an unknown option or an illegal name; RangeError for a number out of range.
 */
export function toMetaSettings(options: MetaExposureOptions): MetaSettings {
  checkOptions('the options of a meta exposure', options, OPTIONS)
  const {
    names = {},
    split = false,
    searchBudgetTokens = DEFAULT_SEARCH_BUDGET_TOKENS,
    serverWordsTokens = DEFAULT_SERVER_WORDS_TOKENS,
    instructions,
    notConnected,
  } = options
  requireKnownMembers('the names of meta-tools', names, KINDS)
  const all = { ...DEFAULT_NAMES }
  for (const kind of KINDS) all[kind] = legalName(names[kind] ?? DEFAULT_NAMES[kind])
  const used = usedKinds(split).map((kind) => all[kind])
  const twice = used.find((name, i) => used.indexOf(name) !== i)
  if (twice !== undefined)
    throw new TypeError(`Two meta-tools are called ${quote(twice)}; choose another name.`)
  checkWhole('searchBudgetTokens', searchBudgetTokens, 100)
  checkWhole('serverWordsTokens', serverWordsTokens, 0)
  const counts = { searchBudgetTokens, serverWordsTokens }
  return Object.freeze({ names: Object.freeze(all), split, ...counts, instructions, notConnected })
}

/** The meta-tools that are offered, in the order in which they are listed. */
function usedKinds(split: boolean): readonly MetaToolKind[] {
  const calls: readonly MetaToolKind[] = split ? ['callRead', 'callWrite', 'callDestructive'] : ['call']
  return ['search', 'describe', ...calls, 'readResult']
}
