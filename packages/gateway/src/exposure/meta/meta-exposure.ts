import type { ToolHost } from '@toolscout/discovery'
import type { Exposure } from '@toolscout/model'
import { checkOption } from '@toolscout/model/internal'
import { createFixedExposure } from '../fixed-exposure.ts'
import { hostTools } from '../host-tools.ts'
import { resultReader } from '../result-reader.ts'
import { callTools } from './call-tools.ts'
import { describeTool } from './describe-tool.ts'
import { type MetaExposureOptions, toMetaSettings } from './meta-options.ts'
import { searchTool } from './search-tool.ts'

/**
 * A few tools that stand for all: one searches, one describes, one calls (or three do), one reads on in long results.
 * Their definitions cost at most 1,000 tokens, whatever the catalog. Tools that are always visible are listed behind them,
 * under their export names.
 *
 * @throws TypeError for an unknown option or an illegal name, RangeError for a number out of range.
 */
export function createMetaExposure(host: ToolHost, options: MetaExposureOptions = {}): Exposure {
  checkOption('host', host, { functions: ['search', 'call'] })
  const settings = toMetaSettings(options)
  const { names, split } = settings
  const tools = [
    searchTool(host, settings),
    describeTool(host, settings),
    ...callTools(host, settings),
    resultReader(host, names.readResult),
  ]
  const reserved = tools.map(({ name }) => name)
  const callers = split ? `${names.callRead}, ${names.callWrite} or ${names.callDestructive}` : names.call
  return createFixedExposure(host, {
    tools,
    search: names.search,
    serverWordsTokens: settings.serverWordsTokens,
    instructions:
      settings.instructions ??
      `Many tools are behind these few. Find them with ${names.search}, see how to call them with ${names.describe}, run them with ${callers}, read the rest of long results with ${names.readResult}.`,
    shown: hostTools(host, reserved, ({ alwaysVisible }) => alwaysVisible),
    hintOf: (name, principal) =>
      host.resolve(name, { principal }) === undefined ? '' : ` Such tools are called with ${callers}.`,
  })
}
