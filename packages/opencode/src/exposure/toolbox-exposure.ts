import type { Gateway } from '@toolscout/gateway'
import { createFixedExposure } from '@toolscout/gateway/internal'
import type { Exposure } from '@toolscout/model'
import { executeTool } from './execute-tool.ts'
import { bm25Tool, regexTool } from './search-tools.ts'
import { perfTool, statusTool } from './status-tools.ts'
import { type OpencodeToolboxOptions, toToolboxSettings } from './toolbox-options.ts'
import { createToolboxSession } from './toolbox-session.ts'

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
  const settings = toToolboxSettings(options)
  const session = createToolboxSession(gateway, settings)
  return createFixedExposure(gateway, {
    tools: [
      bm25Tool(session),
      regexTool(session),
      executeTool(session),
      statusTool(session),
      perfTool(session),
    ],
    search: 'toolbox_search_bm25',
    countTokens: settings.countTokens,
    instructions:
      'Many tools are behind a few. Find them with toolbox_search_bm25 or toolbox_search_regex, run them with toolbox_execute.',
  })
}
