import type { Gateway } from '@toolscout/gateway'
import {
  type ListedTool,
  type RememberedNames,
  rememberNames,
  type StartMode,
} from '@toolscout/gateway/internal'
import { checkWhole, groupBy, requireKnownMembers, type ServedCall, sha256 } from '@toolscout/model/internal'

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

/** Durations of one kind of work, summed up, in milliseconds. */
export type MeasureStats = {
  readonly [name in 'count' | 'min' | 'max' | 'avg' | 'p50' | 'p95' | 'p99' | 'total']: number
}

/** Durations that are kept: percentiles of more say the same. */
export const MAX_KEPT_DURATIONS = 1_000

/** Collects durations without growing. Percentiles are of the last {@link MAX_KEPT_DURATIONS}; the rest is of all. */
export class Measure {
  readonly #kept: number[] = []
  #count = 0
  #total = 0
  #min = Number.POSITIVE_INFINITY
  #max = 0

  get count(): number {
    return this.#count
  }

  add(durationMs: number): void {
    this.#kept[this.#count % MAX_KEPT_DURATIONS] = durationMs
    this.#count += 1
    this.#total += durationMs
    this.#min = Math.min(this.#min, durationMs)
    this.#max = Math.max(this.#max, durationMs)
  }

  /** `null`, as opencode-toolbox says it, while there is none. */
  stats(): MeasureStats | null {
    if (this.#count === 0) return null
    const sorted = this.#kept.toSorted((a, b) => a - b)
    const percentile = (p: number): number => rounded(sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? 0)
    return {
      count: this.#count,
      min: rounded(this.#min),
      max: rounded(this.#max),
      avg: rounded(this.#total / this.#count),
      p50: percentile(50),
      p95: percentile(95),
      p99: percentile(99),
      total: rounded(this.#total),
    }
  }
}

/** Microseconds are as much as anybody reads. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 1_000) / 1_000
}

/** Names of tools as opencode-toolbox has them, `<server>_<tool>`. */
interface ToolboxNames {
  readonly nameOf: (id: string) => string | undefined
  /** Exactly the tool of a name; `undefined` for a name that several had and none got. */
  readonly toolOf: (name: string) => ListedTool | undefined
  /** Names several tools had, and what those are called instead. */
  readonly collisions: readonly { readonly name: string; readonly tools: readonly string[] }[]
  readonly names: readonly string[]
}

const DIGEST_LENGTH = 8

/**
 * Names tools. Where several would have one name (`a` with `b_c` and `a_b` with `c`), each gets a digest of its id
 * behind it, and none the name itself.
 */
function toolboxNames(tools: readonly ListedTool[]): ToolboxNames {
  const groups = groupBy(tools, plainName)
  const byName = new Map<string, ListedTool>()
  for (const [name, [tool, ...others]] of groups) if (tool && others.length === 0) byName.set(name, tool)
  const collisions = [...groups].flatMap(([name, group]) => {
    if (group.length === 1) return []
    const given = group.map((tool) => {
      let digits = DIGEST_LENGTH
      const digest = (): string => `${name}_${sha256(tool.id).slice(0, digits)}`
      while (groups.has(digest()) || byName.has(digest())) digits += DIGEST_LENGTH
      byName.set(digest(), tool)
      return digest()
    })
    return [Object.freeze({ name, tools: Object.freeze(given) })]
  })
  const byId = new Map([...byName].map(([name, { id }]) => [id, name]))
  return {
    nameOf: (id) => byId.get(id),
    toolOf: (name) => byName.get(name),
    collisions,
    names: [...byName.keys()],
  }
}

function plainName({ summary: { namespace, name } }: ListedTool): string {
  return namespace === undefined ? name : `${namespace}_${name}`
}
