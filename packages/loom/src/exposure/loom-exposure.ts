import type { Gateway } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import {
  callTools,
  createFixedExposure,
  kindOf,
  resultReader,
  toMetaSettings,
} from '@toolscout/gateway/internal'
import { type Exposure, estimateTokens, type TokenCounter, type Tool } from '@toolscout/model'
import { requireKnownMembers } from '@toolscout/model/internal'
import { rateCapabilities } from './capabilities.ts'
import { type LoomSource, sourceOfBackends, toolSearch } from './tool-search.ts'

/** Options of {@link createLoomExposure}. */
export interface LoomExposureOptions {
  /** Name of the tool that runs what was found, or `false` where the application runs it. Default `call_tool`. */
  readonly callTool?: string | false | undefined
  /** What a tool can do. Default: what it says itself, else what {@link CAPABILITY_RULES} say of its words. */
  readonly capabilitiesOf?: ((tool: Tool) => readonly string[]) | undefined
  /**
   * Where a tool comes from. Default: `builtin` for functions of this process, `mcp` for tools of servers, `custom` for
   * the rest.
   */
  readonly sourceOf?: ((tool: ListedTool) => LoomSource) | undefined
  /**
   * Whether a tool needs approval before it runs; the description says so, and the caller of the tool enforces it. Default: what may
   * destroy something, which is assumed of tools that say nothing and of servers that are not trusted.
   */
  readonly requiresApproval?: ((tool: ListedTool) => boolean) | undefined
  /** Counts tokens of the line that says what is inside. Default: an estimate that needs no tokenizer. */
  readonly countTokens?: TokenCounter | undefined
  /** The clock, in milliseconds. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

const OPTIONS = Object.keys({
  callTool: true,
  capabilitiesOf: true,
  sourceOf: true,
  requiresApproval: true,
  countTokens: true,
  now: true,
} satisfies { [Option in keyof LoomExposureOptions]-?: true })

/**
 * `tool_search` as Loom has it, with its three modes, confidence and reasons; beside it a tool that runs what was found
 * and one that reads on in long results, because what is found is not listed.
 *
 * @throws TypeError for an unknown option or a name that is none.
 */
export function createLoomExposure(gateway: Gateway, options: LoomExposureOptions = {}): Exposure {
  requireKnownMembers('the options of a Loom exposure', options, OPTIONS)
  const {
    callTool = 'call_tool',
    capabilitiesOf = (tool) => rateCapabilities(tool).map(({ name }) => name),
    sourceOf = sourceOfBackends,
    requiresApproval = (tool) => kindOf(tool) === 'destructive',
    countTokens = estimateTokens,
    now = () => performance.now(),
  } = options
  const names = { search: 'tool_search', ...(callTool === false ? {} : { call: callTool }) }
  const settings = toMetaSettings({ names })
  const running =
    callTool === false
      ? []
      : [...callTools(gateway, settings, 'tool_search'), resultReader(gateway, 'read_result')]
  return createFixedExposure(gateway, {
    tools: [toolSearch(gateway, { now, capabilitiesOf, sourceOf, requiresApproval }), ...running],
    search: 'tool_search',
    countTokens,
    instructions: `Many tools are behind a few. Find them with tool_search${callTool === false ? '' : `, run them with ${callTool}`}.`,
  })
}
