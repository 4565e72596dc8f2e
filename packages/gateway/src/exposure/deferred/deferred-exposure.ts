import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import { type Exposure, estimateTokens, type ToolResult } from '@toolscout/model'
import { isJsonObject, type ServedCall, type ServedTool } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { withInside } from '../fixed-exposure.ts'
import { type MetaExposureOptions, toMetaSettings } from '../meta/meta-options.ts'
import { SEARCH_META_KEY, searchTool } from '../meta/search-tool.ts'
import { createMetaTool } from '../meta-tool.ts'
import { notListed } from '../refusals.ts'
import { rememberNames } from '../remembered-names.ts'
import { resultReader } from '../result-reader.ts'
import { runListedTool } from '../run-tool.ts'
import { nameTools } from '../served-names.ts'
import { toServedTool } from '../served-tool.ts'

/** Options of {@link createDeferredExposure}: those of a meta exposure that concern its search and its reader. */
export type DeferredExposureOptions = Omit<MetaExposureOptions, 'split'>

/**
 * Every tool under its export name, as `createDirectExposure` lists them, behind the search of `createMetaExposure`. A
 * model is shown the search, the reader of long results and what is always visible; what a search found it calls by name
 * as if it had been there from the beginning. For providers and frameworks that can be given tools later.
 *
 * @throws TypeError for an unknown option or an illegal name, RangeError for a number out of range.
 */
export function createDeferredExposure(host: ToolHost, options: DeferredExposureOptions = {}): Exposure {
  const settings = toMetaSettings(options)
  const metaNames = settings.names
  const reserved = [metaNames.search, metaNames.readResult]
  const names = rememberNames(host, (tools, principal) => {
    const named = nameTools(tools, { style: 'export', reserved })
    const served = named.entries.flatMap(({ name, tool }) => {
      const registered = host.get(tool.id, { principal })
      return registered === undefined ? [] : [toServedTool(registered.tool, name)]
    })
    const always = named.entries.flatMap(({ name, tool }) => (tool.alwaysVisible ? [name] : []))
    return {
      toolOf: named.toolOf,
      entries: named.entries,
      tools,
      served,
      byId: new Map(named.entries.map(({ name, tool }) => [tool.id, name])),
      shown: new Set([...reserved, ...always]),
    }
  })
  let last:
    | {
        readonly served: readonly ServedTool[]
        readonly search: ServedTool
        readonly list: readonly ServedTool[]
      }
    | undefined
  const validator = createSchemaValidator()
  const ownSearch = createMetaTool(
    searchTool(host, settings, (id, principal) => names.of(principal).byId.get(id)),
    validator,
  )
  const ownReader = createMetaTool(resultReader(host, metaNames.readResult), validator)
  const byName = new Map([ownSearch, ownReader].map((tool) => [tool.served.name, tool]))

  const find = (name: string, principal: string): ListedTool | undefined => {
    const named = names.of(principal).toolOf(name)
    return named === undefined ? undefined : host.resolve(named.id, { principal })
  }
  const instructions =
    settings.instructions ??
    `There are many tools that you do not see. Find them with ${metaNames.search}; you can call what it names from then on. Read the rest of long results with ${metaNames.readResult}.`
  return Object.freeze({
    instructions: () => instructions,
    // The same array while nothing changed, so that adapters write it once.
    list: (principal: string): readonly ServedTool[] => {
      const { served, tools } = names.of(principal)
      const search = withInside(host, ownSearch.served, { principal, countTokens: estimateTokens, tools })
      if (last?.served !== served || last.search.description !== search.description)
        last = { served, search, list: Object.freeze([search, ownReader.served, ...served]) }
      return last.list
    },
    call: async (name: string, args: unknown, call: ServedCall): Promise<ToolResult> => {
      // A policy may have changed its mind since the tools were listed.
      if (name === metaNames.search) names.fresh(call.principal)
      const own = byName.get(name)
      if (own !== undefined) return own.call(args, call)
      const tool = find(name, call.principal)
      if (tool !== undefined) return runListedTool(host, tool, args, call)
      const listed = names.fresh(call.principal).entries.map((entry) => entry.name)
      return notListed(name, [...byName.keys(), ...listed])
    },
    followsCatalog: true,
    showsAll: true,
    deferral: Object.freeze({
      search: metaNames.search,
      shown: (principal: string) => names.of(principal).shown,
      found: (result: ToolResult, principal: string) => {
        const { byId } = names.of(principal)
        return foundIds(result).flatMap((id) => byId.get(id) ?? [])
      },
    }),
  } satisfies Exposure)
}

/** The ids a search says, for programs, that it found. */
function foundIds({ _meta }: ToolResult): readonly string[] {
  const told = _meta?.[SEARCH_META_KEY]
  const ids = isJsonObject(told) ? told.ids : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
