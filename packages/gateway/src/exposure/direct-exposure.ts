import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import type { Exposure, ToolResult } from '@toolscout/model'
import {
  isIdPart,
  quote,
  requireKnownMembers,
  type ServedCall,
  type ServedTool,
} from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { createMetaTool } from './meta-tool.ts'
import { notListed } from './refusals.ts'
import { rememberNames } from './remembered-names.ts'
import { resultReader } from './result-reader.ts'
import { runListedTool } from './run-tool.ts'
import { nameTools } from './served-names.ts'
import { toServedTool } from './served-tool.ts'

/** Options of {@link createDirectExposure}. */
export interface DirectExposureOptions {
  /**
   * What tools are called. `export`: `server__tool`, which depends on nothing but the tool. `short`: its own name while
   * that is legal and only one tool has it; shorter, but names then depend on what else is there. Default `export`.
   */
  readonly names?: 'export' | 'short' | undefined
  /** Name of the tool that reads on in results that were cut, or `false` for none. Default `read_result`. */
  readonly resultReader?: string | false | undefined
  /** How the whole wants to be used, for a model to read. Default: nothing is said. */
  readonly instructions?: string | undefined
}

const OPTIONS = Object.keys({
  names: true,
  resultReader: true,
  instructions: true,
} satisfies { [Option in keyof DirectExposureOptions]-?: true })

/**
 * Every tool that exists for the caller, as its server defined it. See {@link DirectExposureOptions} for the names.
 *
 * @throws TypeError for an unknown option or one of the wrong type.
 */
export function createDirectExposure(host: ToolHost, options: DirectExposureOptions = {}): Exposure {
  requireKnownMembers('the options of a direct exposure', options, OPTIONS)
  const { names: style = 'export', resultReader: readerName = 'read_result', instructions } = options
  if (style !== 'export' && style !== 'short')
    throw new TypeError(`names is ${quote(style)}; use export or short.`)
  const reader =
    readerName === false
      ? undefined
      : createMetaTool(resultReader(host, legalName(readerName)), createSchemaValidator())
  const reserved = reader === undefined ? [] : [reader.served.name]
  const isReserved = (name: string): boolean =>
    reserved.some((other) => other.toLowerCase() === name.toLowerCase())
  const names = rememberNames(host, (tools) => nameTools(tools, { style, reserved }))

  const find = (name: string, principal: string): ListedTool | undefined => {
    // What is exported under a name is found without looking at all the others.
    const isPlain = style === 'export' && !isReserved(name)
    const found = isPlain ? host.resolve(name, { principal }) : undefined
    if (found?.exportName === name) return found
    const named = names.of(principal).toolOf(name)
    return named === undefined ? undefined : host.resolve(named.id, { principal })
  }
  const served = (tool: ListedTool, name: string, principal: string): readonly ServedTool[] => {
    const registered = host.get(tool.id, { principal })
    return registered === undefined ? [] : [toServedTool(registered.tool, name)]
  }
  return Object.freeze({
    instructions: () => instructions,
    list: (principal: string) => [
      ...names.fresh(principal).entries.flatMap(({ name, tool }) => served(tool, name, principal)),
      ...(reader === undefined ? [] : [reader.served]),
    ],
    call: async (name: string, args: unknown, call: ServedCall): Promise<ToolResult> => {
      if (reader !== undefined && name === reader.served.name) return reader.call(args, call)
      const tool = find(name, call.principal)
      if (tool !== undefined) return runListedTool(host, tool, args, call)
      return notListed(
        name,
        names.fresh(call.principal).entries.map((entry) => entry.name),
      )
    },
    followsCatalog: true,
    showsAll: true,
  } satisfies Exposure)
}

/** @throws TypeError for a name MCP does not allow. */
export function legalName(name: unknown): string {
  if (typeof name === 'string' && isIdPart(name)) return name
  throw new TypeError(`${quote(name)} is no name of a tool; use 1 to 128 of A-Z, a-z, 0-9, _, - and dot.`)
}
