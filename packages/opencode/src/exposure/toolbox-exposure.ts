import type { Gateway } from '@toolscout/gateway'
import { createFixedExposure, type MetaToolDefinition } from '@toolscout/gateway/internal'
import { type Exposure, estimateTokens } from '@toolscout/model'
import { TOOL_DEFINITIONS, type ToolboxToolName } from '../tool-definitions.ts'
import { execute } from './execute-tool.ts'
import { searchByPattern, searchByWords } from './search-tools.ts'
import { tellMeasures, tellStatus } from './status-tools.ts'
import { type OpencodeToolboxOptions, ToolboxSession } from './toolbox-session.ts'

/**
 * The tools of opencode-toolbox, with the shapes of its arguments and answers: `toolbox_search_bm25`,
 * `toolbox_search_regex`, `toolbox_execute`, `toolbox_status`, `toolbox_perf`. Tools are named `server_tool`; names that
 * are the same are distinguished, and `toolbox_status` says so.
 *
 * @throws TypeError for an unknown option, RangeError for a number out of range.
 */
export function createOpencodeToolboxExposure(
  gateway: Gateway,
  options: OpencodeToolboxOptions = {},
): Exposure {
  const session = new ToolboxSession(gateway, options)
  const define = (
    name: ToolboxToolName,
    run: MetaToolDefinition['run'],
    more: Partial<MetaToolDefinition> = { annotations: { readOnlyHint: true } },
  ): MetaToolDefinition => {
    const { description, properties, required } = TOOL_DEFINITIONS[name]
    const bounds = required.length === 0 ? {} : { required, additionalProperties: false }
    return {
      name,
      description,
      inputSchema: { type: 'object', properties, ...bounds },
      annotations: { destructiveHint: true },
      run,
      ...more,
    }
  }
  return createFixedExposure(gateway, {
    tools: [
      define('toolbox_search_bm25', (args, call) => searchByWords(session, args, call)),
      define('toolbox_search_regex', (args, call) => searchByPattern(session, args, call)),
      define('toolbox_execute', (args, call) => execute(session, args, call), {
        aliases: { name: 'toolId' },
      }),
      define('toolbox_status', async (_, { principal }) => tellStatus(session, principal)),
      define('toolbox_perf', async (_, { principal }) => tellMeasures(session, principal)),
    ],
    search: 'toolbox_search_bm25',
    countTokens: estimateTokens,
    instructions:
      'Many tools are behind a few. Find them with toolbox_search_bm25 or toolbox_search_regex, run them with toolbox_execute.',
  })
}
