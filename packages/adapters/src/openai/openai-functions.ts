import type { ServedTool } from '@toolscout/model/internal'
import { OPENAI_NAMES } from '../legal-names.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import { createToolWriter, type WrittenTool } from '../written-tools.ts'

/** A tool as a function of OpenAI, in whichever API. */
export interface WrittenFunction {
  readonly ownName: string
  readonly name: string
  readonly description?: string
  readonly parameters: { [keyword: string]: unknown }
  readonly strict: boolean
}

/** Writes functions and reads their calls. */
export interface FunctionWriter {
  readonly write: (tools: readonly ServedTool[], all: readonly ServedTool[]) => readonly WrittenFunction[]
  readonly losses: (all: readonly ServedTool[]) => readonly SchemaLoss[]
  readonly read: (
    called: { readonly name: string; readonly args: unknown },
    all: readonly ServedTool[],
  ) => { readonly name: string; readonly args: unknown }
}

/** Creates a writer; with `strict`, tools that strict mode can hold are written for it. */
export function createFunctionWriter(strict: boolean): FunctionWriter {
  const plain = createToolWriter(OPENAI_NAMES, OPENAI_SCHEMA)
  const held = createToolWriter(OPENAI_NAMES, OPENAI_STRICT_SCHEMA)
  const choose = (
    tools: readonly ServedTool[],
    all: readonly ServedTool[],
  ): readonly (WrittenTool & { readonly strict: boolean })[] => {
    const open = plain.write(tools, all)
    if (!strict) return open.map((tool) => ({ ...tool, strict: false }))
    const closed = held.write(tools, all)
    return open.map((tool, i) => {
      const own = closed[i]
      if (own === undefined || own.refused === undefined)
        return { ...(own ?? tool), strict: own !== undefined }
      const loss: SchemaLoss = {
        tool: tool.ownName,
        path: '/inputSchema',
        keyword: 'strict',
        why: own.refused,
      }
      return { ...tool, losses: [...tool.losses, loss], strict: false }
    })
  }
  return {
    write: (tools, all) =>
      choose(tools, all).map(({ ownName, name, description, schema, strict: isStrict }) => ({
        ownName,
        name,
        ...(description === '' ? {} : { description }),
        parameters: { ...schema },
        strict: isStrict,
      })),
    losses: (all) => Object.freeze(choose(all, all).flatMap(({ losses }) => losses)),
    // What was written without strict mode has nothing to be put back: nulls in it are the tool's own affair.
    read: (called, all) => {
      const name = plain.read({ name: called.name, args: {} }, all).name
      const tool = all.find((candidate) => candidate.name === name)
      const isStrict = tool !== undefined && choose([tool], all)[0]?.strict === true
      return (isStrict ? held : plain).read(called, all)
    },
  }
}
