import type { Gateway } from '@toolscout/gateway'
import { type RememberedNames, rememberNames, type StartMode } from '@toolscout/gateway/internal'
import { checkWhole, requireKnownMembers, type ServedCall } from '@toolscout/model/internal'
import { Measure } from './measures.ts'
import { type ToolboxNames, toolboxNames } from './toolbox-names.ts'

/** Options of {@link createOpencodeToolboxExposure}. */
export interface OpencodeToolboxOptions {
  /** Hits when a search names no limit. Default 5, as opencode-toolbox has it. Legal: integers 0 to 100. */
  readonly defaultLimit?: number | undefined
  /** When servers are connected, as the status tells it. Default `eager`. */
  readonly initMode?: StartMode | undefined
  /** The file the servers come from, as the status tells it. Default: left out. */
  readonly configPath?: string | undefined
  /** Limits of connections, as the measures tell them. Default: left out. */
  readonly connection?: ToolboxConnectionSettings | undefined
  /** What is wrong with the configuration, a sentence each, as the status tells it. Default: nothing. */
  readonly problems?: readonly string[] | undefined
  /** What has no effect in the configuration, a sentence each, as the status tells it. Default: nothing. */
  readonly warnings?: readonly string[] | undefined
  /**
   * Asked before a tool is run, with the name the search gives it and the call it belongs to; the tool is not run when
   * this rejects. Default: no question is asked.
   */
  readonly authorize?: ((name: string, call: ServedCall) => Promise<void>) | undefined
}

/** Settings of connections that `toolbox_perf` repeats. */
export interface ToolboxConnectionSettings {
  /** In milliseconds; `undefined` where it depends on how a server is started. */
  readonly connectTimeout: number | undefined
  /** In milliseconds. */
  readonly requestTimeout: number
  readonly retryAttempts: number
}

/** Most hits of one answer. */
export const MAX_TOOLBOX_LIMIT = 100

const OPTIONS = ['defaultLimit', 'initMode', 'configPath', 'connection', 'problems', 'warnings', 'authorize']

/** What the tools of one exposure share. */
export class ToolboxSession {
  readonly gateway: Gateway
  readonly options: OpencodeToolboxOptions
  readonly defaultLimit: number
  readonly initMode: StartMode
  readonly names: RememberedNames<ToolboxNames>
  /** In milliseconds of this process. */
  readonly startedAt: number = performance.now()
  readonly bm25: Measure = new Measure()
  readonly regex: Measure = new Measure()
  readonly executions: Measure = new Measure()
  /** Executions that succeeded. */
  succeeded = 0

  /** @throws TypeError for an unknown option, RangeError for a number out of range. */
  constructor(gateway: Gateway, options: OpencodeToolboxOptions) {
    requireKnownMembers('the options of a toolbox exposure', options, OPTIONS)
    this.gateway = gateway
    this.options = options
    this.defaultLimit = checkWhole('defaultLimit', options.defaultLimit ?? 5, 0, MAX_TOOLBOX_LIMIT)
    this.initMode = options.initMode ?? 'eager'
    this.names = rememberNames(gateway, toolboxNames)
  }
}
