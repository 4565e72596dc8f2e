import type { StartMode } from '@toolscout/gateway/internal'
import { requireWhole } from '@toolscout/gateway/internal'
import { estimateTokens, type TokenCounter } from '@toolscout/model'
import { requireKnownMembers, type ServedCall } from '@toolscout/model/internal'

/** Options of {@link createOpencodeToolboxExposure}. */
export interface OpencodeToolboxOptions {
  /** Hits when a search names no limit. Default 5. Legal: integers 0 to 100. */
  readonly defaultLimit?: number | undefined
  /** Most tokens of what a search answers; schemas are included while they fit. Default 4,000. Legal: integers from 200. */
  readonly budgetTokens?: number | undefined
  /** When servers are connected, as the status tells it. Default `eager`. */
  readonly initMode?: StartMode | undefined
  /** The file the servers come from, as the status tells it. Default: left out. */
  readonly configPath?: string | undefined
  /** Limits of connections, as the measures tell them. Default: left out. */
  readonly connection?: ToolboxConnectionSettings | undefined
  /** What is wrong with the configuration, a sentence each, as the status tells it. Default: nothing. */
  readonly problems?: (() => readonly string[]) | undefined
  /** What has no effect in the configuration, a sentence each, as the status tells it. Default: nothing. */
  readonly warnings?: (() => readonly string[]) | undefined
  /**
   * Asked before a tool is run, with the name the search gives it and the call it belongs to; the tool is not run when
   * this rejects. Default: no question is asked.
   */
  readonly authorize?: ((name: string, call: ServedCall) => Promise<void>) | undefined
  /** Counts tokens for the budget. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** The clock, in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Settings of connections that `toolbox_perf` repeats. */
export interface ToolboxConnectionSettings {
  /** In milliseconds; `undefined` where it depends on how a server is started. */
  readonly connectTimeout: number | undefined
  /** In milliseconds. */
  readonly requestTimeout: number
  readonly retryAttempts: number
}

/** Five hits, as opencode-toolbox has it, and a budget that holds the schemas of five usual tools. */
const DEFAULT_TOOLBOX_SETTINGS: {
  readonly defaultLimit: number
  readonly budgetTokens: number
} = Object.freeze({ defaultLimit: 5, budgetTokens: 4_000 })

/** Most hits of one answer. */
export const MAX_TOOLBOX_LIMIT = 100

/** Options with every default filled in. */
export interface ToolboxSettings {
  readonly defaultLimit: number
  readonly budgetTokens: number
  readonly initMode: StartMode
  readonly configPath: string | undefined
  readonly connection: ToolboxConnectionSettings | undefined
  readonly problems: () => readonly string[]
  readonly warnings: () => readonly string[]
  readonly authorize: (name: string, call: ServedCall) => Promise<void>
  readonly countTokens: TokenCounter
  readonly now: () => number
}

const OPTIONS = Object.keys({
  defaultLimit: true,
  budgetTokens: true,
  initMode: true,
  configPath: true,
  connection: true,
  problems: true,
  warnings: true,
  authorize: true,
  countTokens: true,
  now: true,
} satisfies { [Option in keyof OpencodeToolboxOptions]-?: true })

/** @throws TypeError for an unknown option, RangeError for a number out of range. */
export function toToolboxSettings(options: OpencodeToolboxOptions): ToolboxSettings {
  requireKnownMembers('the options of a toolbox exposure', options, OPTIONS)
  const { defaultLimit, budgetTokens } = DEFAULT_TOOLBOX_SETTINGS
  return Object.freeze({
    defaultLimit: requireWhole('defaultLimit', options.defaultLimit ?? defaultLimit, 0, MAX_TOOLBOX_LIMIT),
    budgetTokens: requireWhole(
      'budgetTokens',
      options.budgetTokens ?? budgetTokens,
      200,
      Number.MAX_SAFE_INTEGER,
    ),
    initMode: options.initMode ?? 'eager',
    configPath: options.configPath,
    connection: options.connection,
    problems: options.problems ?? (() => []),
    warnings: options.warnings ?? (() => []),
    authorize: options.authorize ?? (async () => {}),
    countTokens: options.countTokens ?? estimateTokens,
    now: options.now ?? (() => performance.now()),
  })
}
