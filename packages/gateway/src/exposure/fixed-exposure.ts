import type { ToolHost } from '@toolscout/discovery'
import type { ListedTool } from '@toolscout/discovery/internal'
import type { Exposure, TokenCounter, ToolResult } from '@toolscout/model'
import type { ServedCall, ServedTool } from '@toolscout/model/internal'
import { createSchemaValidator } from '@toolscout/schema'
import { insideLine, namesInside } from './inside.ts'
import { createMetaTool, type MetaToolDefinition } from './meta-tool.ts'
import { notListed } from './refusals.ts'

/** Parts of an exposure that has only meta-tools. */
export interface FixedExposureDeps {
  readonly tools: readonly MetaToolDefinition[]
  /** The tool whose description says what is inside. */
  readonly search: string
  readonly countTokens: TokenCounter
  readonly instructions: string
}

/** An exposure that lists the same tools, whatever the host has. */
export function createFixedExposure(
  host: ToolHost,
  { tools, search, countTokens, instructions }: FixedExposureDeps,
): Exposure {
  const validator = createSchemaValidator()
  const byName = new Map(tools.map((tool) => [tool.name, createMetaTool(tool, validator)]))
  return Object.freeze({
    instructions: () => instructions,
    list: (principal: string) =>
      [...byName.values()].map(({ served }) =>
        served.name === search ? withInside(host, served, { principal, countTokens }) : served,
      ),
    call: async (name: string, args: unknown, call: ServedCall): Promise<ToolResult> =>
      byName.get(name)?.call(args, call) ?? notListed(name, [...byName.keys()]),
    followsCatalog: true,
  } satisfies Exposure)
}

/** A tool that searches, with the line that says what is inside. */
export function withInside(
  host: ToolHost,
  served: ServedTool,
  {
    principal,
    countTokens,
    tools,
  }: {
    readonly principal: string
    readonly countTokens: TokenCounter
    /** The tools of the principal, for callers that have listed them already. */
    readonly tools?: readonly ListedTool[] | undefined
  },
): ServedTool {
  const inside = insideLine(namesInside(host, principal, tools), countTokens)
  if (inside === undefined) return served
  return Object.freeze({ ...served, description: `${served.description ?? ''}\n${inside}` })
}
