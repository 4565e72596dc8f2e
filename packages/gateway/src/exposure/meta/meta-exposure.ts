import type { ToolHost } from '@toolscout/discovery'
import { type Exposure, estimateTokens, type ToolResult } from '@toolscout/model'
import type { ServedCall } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { withInside } from '../fixed-exposure.ts'
import { createMetaTool, type MetaTool } from '../meta-tool.ts'
import { notListed } from '../refusals.ts'
import { resultReader } from '../result-reader.ts'
import { runListedTool } from '../run-tool.ts'
import { nameTools, type ServedNames } from '../served-names.ts'
import { toServedTool } from '../served-tool.ts'
import { callTools } from './call-tools.ts'
import { describeTool } from './describe-tool.ts'
import { type MetaExposureOptions, type MetaSettings, toMetaSettings } from './meta-options.ts'
import { searchTool } from './search-tool.ts'

/**
 * A few tools that stand for all: one searches, one describes, one calls (or three do), one reads on in long results.
 * Their definitions cost at most 900 tokens, whatever the catalog. Tools that are always visible are listed behind them,
 * under their export names.
 *
 * @throws TypeError for an unknown option or an illegal name, RangeError for a number out of range.
 */
export function createMetaExposure(host: ToolHost, options: MetaExposureOptions = {}): Exposure {
  const settings = toMetaSettings(options)
  const { names } = settings
  const validator = createSchemaValidator()
  const tools: readonly MetaTool[] = [
    searchTool(host, settings),
    describeTool(host, settings),
    ...callTools(host, settings),
    resultReader(host, names.readResult),
  ].map((definition) => createMetaTool(definition, validator))
  const byName = new Map(tools.map((tool) => [tool.served.name, tool]))
  const instructions = settings.instructions ?? defaultInstructions(settings)

  const visible = (principal: string): ServedNames => {
    const always = host.list({ principal }).filter(({ alwaysVisible }) => alwaysVisible)
    return nameTools(always, { style: 'export', reserved: [...byName.keys()] })
  }
  return Object.freeze({
    instructions: () => instructions,
    list: (principal: string) => [
      ...tools.map(({ served }) =>
        served.name === names.search
          ? withInside(host, served, { principal, countTokens: estimateTokens })
          : served,
      ),
      ...visible(principal).entries.flatMap(({ name, tool }) => {
        const registered = host.get(tool.id, { principal })
        return registered === undefined ? [] : [toServedTool(registered.tool, name)]
      }),
    ],
    call: async (name: string, args: unknown, call: ServedCall): Promise<ToolResult> => {
      const meta = byName.get(name)
      if (meta !== undefined) return meta.call(args, call)
      const shown = visible(call.principal)
      const tool = shown.toolOf(name)
      if (tool !== undefined) return runListedTool(host, tool, args, call)
      const isInside = host.resolve(name, { principal: call.principal }) !== undefined
      const callers = settings.split
        ? `${names.callRead}, ${names.callWrite} or ${names.callDestructive}`
        : names.call
      const hint = isInside ? ` Such tools are called with ${callers}.` : ''
      const listed = [...byName.keys(), ...shown.entries.map((entry) => entry.name)]
      return notListed(name, listed, hint)
    },
    followsCatalog: true,
  } satisfies Exposure)
}

function defaultInstructions({ names, split }: MetaSettings): string {
  const callers = split ? `${names.callRead}, ${names.callWrite} or ${names.callDestructive}` : names.call
  return `Many tools are behind these few. Find them with ${names.search}, see how to call them with ${names.describe}, run them with ${callers}, read the rest of long results with ${names.readResult}.`
}
