import type { ToolHost } from '@toolscout/discovery'
import type { Exposure } from '@toolscout/model'
import { checkOption, checkOptions, isIdPart, type OptionKind, quote } from '@toolscout/model/internal'
import { createFixedExposure } from './fixed-exposure.ts'
import { hostTools } from './host-tools.ts'
import { resultReader } from './result-reader.ts'

/** Options of {@link createDirectExposure}. */
export interface DirectExposureOptions {
  /** Name of the tool that reads on in results that were cut, or `false` for none. Default `read_result`. */
  readonly resultReader?: string | false | undefined
  /** How the whole wants to be used, for a model to read. Default: nothing is said. */
  readonly instructions?: string | undefined
}

const OPTIONS = {
  resultReader: 'anything',
  instructions: 'string',
} satisfies { [Option in keyof DirectExposureOptions]-?: OptionKind }

/**
 * Every tool that exists for the caller, as its server defined it, under its export name: `server__tool`.
 *
 * @throws TypeError for an unknown option or one of the wrong type.
 */
export function createDirectExposure(host: ToolHost, options: DirectExposureOptions = {}): Exposure {
  checkOption('host', host, { functions: ['search', 'call'] })
  checkOptions('the options of a direct exposure', options, OPTIONS)
  const { resultReader: name = 'read_result', instructions } = options
  const tools = name === false ? [] : [resultReader(host, legalName(name))]
  const shown = hostTools(
    host,
    tools.map((tool) => tool.name),
  )
  return Object.freeze({ ...createFixedExposure(host, { tools, instructions, shown }), showsAll: true })
}

/** @throws TypeError for a name MCP does not allow. */
export function legalName(name: unknown): string {
  if (typeof name === 'string' && isIdPart(name)) return name
  throw new TypeError(`${quote(name)} is not a valid tool name; use 1 to 128 of A-Z, a-z, 0-9, _, - and dot.`)
}
