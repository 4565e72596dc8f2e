import type { ToolHost } from '@toolscout/discovery'
import type { Exposure, ToolResult } from '@toolscout/model'
import { checkOption, isJsonObject } from '@toolscout/model/internal'
import { createFixedExposure } from '../fixed-exposure.ts'
import { hostTools } from '../host-tools.ts'
import { type MetaExposureOptions, toMetaSettings } from '../meta/meta-options.ts'
import { SEARCH_META_KEY, searchTool } from '../meta/search-tool.ts'
import { resultReader } from '../result-reader.ts'

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
  checkOption('host', host, { functions: ['search', 'call'] })
  const settings = toMetaSettings(options)
  const { search, readResult } = settings.names
  const reserved = [search, readResult]
  const shown = hostTools(host, reserved)
  const nameOf = (id: string, principal: string): string | undefined => shown.of(principal).nameOf.get(id)
  const exposure = createFixedExposure(host, {
    tools: [searchTool(host, settings, nameOf), resultReader(host, readResult)],
    search,
    serverWordsTokens: settings.serverWordsTokens,
    instructions:
      settings.instructions ??
      `There are many tools that you do not see. Find them with ${search}; you can call what it names from then on. Read the rest of long results with ${readResult}.`,
    shown,
  })
  let shownNow: { readonly always: readonly string[]; readonly names: ReadonlySet<string> } | undefined
  return Object.freeze({
    ...exposure,
    call: async (name, args, call) => {
      // A policy may have changed its mind since the tools were listed.
      if (name === search) shown.fresh(call.principal)
      return exposure.call(name, args, call)
    },
    showsAll: true,
    deferral: Object.freeze({
      search,
      shown: (principal: string) => {
        const { always } = shown.of(principal)
        if (shownNow?.always !== always) shownNow = { always, names: new Set([...reserved, ...always]) }
        return shownNow.names
      },
      found: (result: ToolResult, principal: string) =>
        foundIds(result).flatMap((id) => nameOf(id, principal) ?? []),
    }),
  } satisfies Exposure)
}

/** The ids a search says, for programs, that it found. */
function foundIds({ _meta }: ToolResult): readonly string[] {
  const told = _meta?.[SEARCH_META_KEY]
  const ids = isJsonObject(told) ? told.ids : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
